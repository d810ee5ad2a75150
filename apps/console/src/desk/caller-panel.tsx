import type { KnownCustomer } from '@callside/schemas';
import { Copyable } from '../ui/copyable.tsx';
import { type Caller, callerName, callerNote, customerName } from './caller.ts';
import { formatPhoneNumber } from './phone-number.ts';
import './caller-panel.css';

/** The caller: the name first if there is one, otherwise the number and the reason why there is no name. */
export function CallerPanel(caller: Caller) {
  const { call, customer } = caller;
  const note = callerNote(caller);
  const isNamed = customer?.match === 'one' && customer.name !== null;
  const isWithheld = customer?.match === 'withheld';
  return (
    <div className="caller" data-match={customer?.match}>
      {(isNamed || isWithheld) && (
        <p className="caller-name">
          {isNamed && <span className="for-screen-readers">Customer </span>}
          {callerName(caller)}
        </p>
      )}
      {isWithheld ? (
        <p className="caller-sent">
          The platform sent “{call.phone_number}” instead of a number. {note}.
        </p>
      ) : (
        <p className={isNamed ? 'caller-number' : 'caller-name'}>
          <span className="for-screen-readers">Customer number </span>
          <Copyable value={call.phone_number} what="number">
            {formatPhoneNumber(call.phone_number)}
          </Copyable>
        </p>
      )}
      {note !== null && !isWithheld && <p className="caller-note">{note}</p>}
      {customer?.match === 'unplaceable' && (
        <p className="caller-sent">It is shown as the dialler sent it; no customer can be looked up.</p>
      )}
      {customer?.match === 'several' && <Candidates customers={customer.candidates} />}
    </div>
  );
}

function Candidates({ customers }: { customers: readonly KnownCustomer[] }) {
  return (
    <ul className="candidates" aria-label="Customers who share this number">
      {customers.map((customer) => (
        <li key={customer.customer_id ?? ''}>
          <span className={customer.name === null ? 'none' : 'candidate-name'}>{customerName(customer)}</span>
          {customer.customer_id !== null && (
            <Copyable value={customer.customer_id} what={`customer code of ${customerName(customer)}`} />
          )}
        </li>
      ))}
    </ul>
  );
}
