import { isWithheld, type KnownCustomer } from '@callside/schemas';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { type Caller, callerHelp, callerName, callerNote, customerName } from './caller.ts';
import { formatPhoneNumber } from './phone-number.ts';
import { passFocusToCaller, usePickCustomer } from './pick-customer.ts';
import type { RepDesk } from './rep-desk-model.ts';
import './caller-panel.css';
import './find-customer.css';

const FindCustomer = lazyPart(async () => (await import('./find-customer.tsx')).FindCustomer);

type LiveCaller = Caller & { call: NonNullable<RepDesk['call']> };

/** The caller: the customer first, beside them the number, then the reason why there is no customer, and what the rep can do. */
export function CallerPanel(caller: LiveCaller) {
  const { t } = useTranslation();
  const { call, customer } = caller;
  const note = callerNote(caller);
  const help = callerHelp(customer);
  return (
    <div className="caller" data-match={customer?.match} tabIndex={-1}>
      {customer?.match === 'one' && customer.name !== null && (
        <p className="caller-name">
          <span className="for-screen-readers">{t('desk.customer')} </span>
          {callerName(caller)}
        </p>
      )}
      {isWithheld(call.phone_number) ? (
        <p className="caller-number">{t('desk.withheld')}</p>
      ) : (
        <p className="caller-number">
          <span className="for-screen-readers">{t('desk.customerNumber')} </span>
          <Copyable value={call.phone_number} what={t('desk.customerNumber')}>
            {formatPhoneNumber(call.phone_number)}
          </Copyable>
        </p>
      )}
      {note !== null && <p className="caller-note">{note}</p>}
      {help !== null && <p className="caller-help">{help}</p>}
      {customer?.match === 'several' && <Candidates reference={call.reference} customers={customer.candidates} />}
      {customer !== null && customer.match !== 'one' && (
        <FindCustomer reference={call.reference} whileLoading={<div className="find-customer" />} />
      )}
    </div>
  );
}

function Candidates({ reference, customers }: { reference: string; customers: readonly KnownCustomer[] }) {
  const { t } = useTranslation();
  const pick = usePickCustomer(reference);
  return (
    <>
      <ul ref={passFocusToCaller} className="candidates" aria-label={t('desk.sharing')}>
        {customers.map((customer) => {
          const code = customer.customer_id ?? '';
          return (
            <li key={code}>
              <span className={customer.name === null ? 'none' : 'candidate-name'}>{customerName(customer)}</span>
              <span className="candidate-code">{code === '' ? t('desk.noCode') : code}</span>
              <Button
                aria-label={t('desk.pickNamed', { name: `${customerName(customer)} ${code}`.trim() })}
                // Not disabled for the browser: a disabled button loses the focus.
                aria-disabled={pick.isPending}
                onPress={() => !pick.isPending && pick.mutate(customer)}
              >
                {t(
                  pick.isPending && pick.variables?.customer_id === customer.customer_id ? 'desk.saving' : 'desk.pick',
                )}
              </Button>
            </li>
          );
        })}
      </ul>
      {pick.isError && (
        <p role="alert" className="caller-help">
          {t('desk.pickFailed')}
        </p>
      )}
    </>
  );
}
