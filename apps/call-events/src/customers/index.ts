// Customers: whom a number or a code of a call belongs to, and whom a rep looks for.

export { CustomerStore } from './customers.store.ts';
export { type CustomerLookUp, withoutCode } from './rules/customer-match.ts';
export { customerWords } from './rules/customer-words.ts';
export { isSameNumber, normalisePhoneNumber } from './rules/phone-number.ts';
