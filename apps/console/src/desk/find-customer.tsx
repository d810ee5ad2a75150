import { customerListSchema, type KnownCustomer, longestCustomerQuery, shortestCustomerQuery } from '@callside/schemas';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from '../app/use-search.ts';
import { ComboField } from '../ui/combo-field.tsx';
import { customerName } from './caller.ts';
import { formatPhoneNumber } from './phone-number.ts';
import { passFocusToCaller, usePickCustomer } from './pick-customer.ts';

const searched = { path: 'desk/customers', schema: customerListSchema, least: shortestCustomerQuery };

/** For a caller whom the number does not name: finds a customer, and attaches them to the call. */
export function FindCustomer({ reference }: { reference: string }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const { items, state } = useSearch(text.trim(), searched);
  const pick = usePickCustomer(reference);
  return (
    <div ref={passFocusToCaller} className="find-customer">
      <ComboField
        label={t('desk.find')}
        placeholder={t('desk.findHint')}
        text={text}
        onTextChange={setText}
        items={items.map((customer) => ({ ...customer, id: idOf(customer) }))}
        render={(customer) => <FoundCustomer {...customer} />}
        nameOf={({ name, customer_id, phone_number }) =>
          [customerName({ name }), customer_id, phone_number].filter((part) => part !== null).join(', ')
        }
        onChoose={(customer) => pick.mutate(customer)}
        isLoading={state === 'reading'}
        loadingMessage={t('desk.finding')}
        emptyMessage={t(state === 'failed' ? 'desk.findFailed' : 'desk.notFound')}
        leastLetters={shortestCustomerQuery}
        maxLength={longestCustomerQuery}
      />
      {pick.isPending && <p role="status">{t('desk.saving')}</p>}
      {pick.isError && <p role="alert">{t('desk.pickFailed')}</p>}
    </div>
  );
}

function FoundCustomer({ name, customer_id, phone_number }: KnownCustomer) {
  const { t } = useTranslation();
  return (
    <span className="found-customer">
      <b className={name === null ? 'none' : undefined}>{customerName({ name })}</b>
      <span>{customer_id ?? t('desk.noCode')}</span>
      <span>{phone_number !== null && formatPhoneNumber(phone_number)}</span>
    </span>
  );
}

/** A customer without a code has a number of their own. */
function idOf({ customer_id, phone_number }: KnownCustomer): string {
  return customer_id === null ? `number ${phone_number}` : `code ${customer_id}`;
}
