// Customers: whom a number or a code of a call belongs to, whom a rep looks for, and their erasure.

export { callsOfCustomer } from './calls-of-customer.sql.ts';
export { CustomerStore } from './customers.store.ts';
export { createErasureRoutes } from './erasure.routes.ts';
export { type CustomerHistory, customerHistory } from './rules/customer-history.ts';
export { type CustomerClues, withoutCode } from './rules/customer-match.ts';
export { customerWords } from './rules/customer-words.ts';
export { isSameNumber, normalisePhoneNumber } from './rules/phone-number.ts';
