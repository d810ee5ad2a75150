import { customerListSchema, type KnownCustomer, longestCustomerQuery, shortestCustomerQuery } from '@callside/schemas';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.tsx';
import { ComboField } from '../ui/combo-field.tsx';
import { customerName } from './caller.ts';
import { formatPhoneNumber } from './phone-number.ts';
import { passFocusToCaller, usePickCustomer } from './pick-customer.ts';

/** For a caller whom the number does not name: finds a customer, and attaches them to the call. */
export function FindCustomer({ reference }: { reference: string }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const { found, isLoading, isFailed } = useCustomers(text.trim());
  const pick = usePickCustomer(reference);
  return (
    <div ref={passFocusToCaller} className="find-customer">
      <ComboField
        label={t('desk.find')}
        placeholder={t('desk.findHint')}
        text={text}
        onTextChange={setText}
        items={found}
        render={(customer) => <FoundCustomer {...customer} />}
        nameOf={({ name, customer_id, phone_number }) =>
          [customerName({ name }), customer_id, phone_number].filter((part) => part !== null).join(', ')
        }
        onChoose={(customer) => pick.mutate(customer)}
        isLoading={isLoading}
        loadingMessage={t('desk.finding')}
        emptyMessage={t(isFailed ? 'desk.findFailed' : 'desk.notFound')}
        leastLetters={shortestCustomerQuery}
        maxLength={longestCustomerQuery}
      />
      {pick.isPending && <p role="status">{t('desk.picking')}</p>}
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

type Found = KnownCustomer & { id: string };

/** A customer without a code has a number of their own. */
const withId = (customer: KnownCustomer): Found => ({
  ...customer,
  id: customer.customer_id === null ? `number ${customer.phone_number}` : `code ${customer.customer_id}`,
});

function useCustomers(text: string): { found: readonly Found[]; isLoading: boolean; isFailed: boolean } {
  const { api } = useSession();
  const asked = useDeferredValue(text);
  const { data, isPlaceholderData, isError, isPending } = useQuery({
    queryKey: ['customers', asked],
    queryFn: async () => {
      const { items } = await api.get(`desk/customers?q=${encodeURIComponent(asked)}`, customerListSchema);
      return items.map(withId);
    },
    enabled: asked.length >= shortestCustomerQuery,
    placeholderData: keepPreviousData,
  });
  return {
    found: isError ? [] : (data ?? []),
    isLoading: asked !== text || isPlaceholderData || isPending,
    isFailed: isError,
  };
}
