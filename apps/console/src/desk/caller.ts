// Texts about the caller: a page that shows no customer always gives the reason.

import type { CallView, CustomerMatch, KnownCustomer } from '@callside/schemas';
import { t } from 'i18next';
import { isolated } from '../texts/isolated.ts';
import { formatPhoneNumber } from './phone-number.ts';

/** The caller of a live or ended call. */
export interface Caller {
  call: Pick<CallView, 'phone_number' | 'customer_id'>;
  /** null: the service did not look up a customer. */
  customer: CustomerMatch | null;
}

/** The shortest text that distinguishes callers: a name, or what replaces it. */
export function callerName({ call, customer }: Caller): string {
  if (customer?.match === 'one' && customer.name !== null) return isolated(customer.name);
  return customer?.match === 'withheld' ? t('desk.withheld') : formatPhoneNumber(call.phone_number);
}

/** Name and number, or what there is of them. */
export function nameOfCall(caller: Caller, separator = ', '): string {
  const name = callerName(caller);
  const number = formatPhoneNumber(caller.call.phone_number);
  return name === number || caller.customer?.match === 'withheld' ? name : `${name}${separator}${number}`;
}

/** The result of the look-up, shown beside the number; null if the name is enough or there was no look-up. */
export function callerNote({ call, customer }: Caller): string | null {
  switch (customer?.match) {
    case undefined:
      return null;
    case 'one':
      return customer.name === null ? t('desk.nameless') : null;
    case 'several':
      return shareText(customer);
    case 'none':
      return call.customer_id === null ? t('desk.none') : t('desk.noneOrCode');
    case 'withheld':
      return t('desk.withheldNote');
    case 'unplaceable':
      return t('desk.unplaceable');
  }
}

/** What the rep can do without a known customer; null if there is one, or there was no look-up. */
export function callerHelp(customer: CustomerMatch | null): string | null {
  switch (customer?.match) {
    case 'several':
      return t(customer.more_candidates === true ? 'desk.shareMoreHelp' : 'desk.shareHelp');
    case 'none':
      return t('desk.noneHelp');
    case 'withheld':
      return t('desk.withheldHelp');
    case 'unplaceable':
      return t('desk.unplaceableHelp');
    default:
      return null;
  }
}

/** A sentence for screen readers. */
export function callerSentence(caller: Caller): string {
  const { call, customer } = caller;
  if (customer?.match === 'withheld') return `${t('desk.withheld')}.`;
  const number = formatPhoneNumber(call.phone_number);
  const note = callerNote(caller);
  if (note !== null) return `${number}. ${note}.`;
  return customer === null ? `${number}.` : `${callerName(caller)}, ${number}.`;
}

export function customerName({ name }: Pick<KnownCustomer, 'name'>): string {
  return name === null ? t('desk.noNameOnFile') : isolated(name);
}

/** The stored customer's code; otherwise the code that the dialler sent, which the brand may not have. */
export function customerCode({ call, customer }: Caller): { code: string; isOnFile: boolean } | null {
  if (customer?.match === 'one' && customer.customer_id !== null) return { code: customer.customer_id, isOnFile: true };
  return call.customer_id === null ? null : { code: call.customer_id, isOnFile: customer === null };
}

function shareText({ candidates, more_candidates }: CustomerMatch): string {
  return t(more_candidates === true ? 'desk.shareMore' : 'desk.share', { count: candidates.length });
}
