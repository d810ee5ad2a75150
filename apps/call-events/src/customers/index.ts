// Customers: whom a number or a code of a call belongs to.

export { CustomerStore } from './customers.store.ts';
export { type CustomerLookUp, withoutCode } from './rules/customer-match.ts';
export { isSameNumber, normalisePhoneNumber } from './rules/phone-number.ts';
