import { type Query, textArray } from '@callside/database';
import { type CustomerMatch, mostCandidates } from '@callside/schemas';
import { type CustomerLookUp, type CustomersFound, customerSearch, matchCustomer } from './rules/customer-match.ts';

/**
 * The customers with the code or the number of each call, counted from 1. Many customers may share a number, such as a
 * company's: only the first few in the index are read, one more than is shown.
 * $1 brand ids, $2 codes, $3 numbers.
 */
const findCustomers = `
  SELECT asked.call::int AS call, found.*
    FROM unnest($1::uuid[], $2::text[], $3::text[])
         WITH ORDINALITY AS asked (brand_id, customer_id, phone_number, call)
   CROSS JOIN LATERAL (
     SELECT true AS has_code, customer_id, name, phone_number FROM customers c
      WHERE c.brand_id = asked.brand_id AND c.customer_id = asked.customer_id
     UNION ALL
     (SELECT false, customer_id, name, phone_number FROM customers c
       WHERE c.brand_id = asked.brand_id AND c.phone_number = asked.phone_number
       LIMIT ${mostCandidates + 1})
   ) AS found`;

interface FoundRow {
  call: number;
  has_code: boolean;
  customer_id: string | null;
  name: string | null;
  phone_number: string | null;
}

/** The stored customers of brands. */
export class CustomerStore {
  readonly #query: Query;

  constructor({ query }: { query: Query }) {
    this.#query = query;
  }

  /** The customer of each call, in order: one query for all; none if no call has a code or number to look up. */
  async findMatches(lookUps: readonly CustomerLookUp[]): Promise<CustomerMatch[]> {
    const asked = lookUps.map((lookUp) => ({ lookUp, search: customerSearch(lookUp), found: noneFound() }));
    if (asked.some(({ search }) => search.customerId !== null || search.phoneNumber !== null)) {
      const rows = await this.#query<FoundRow>(findCustomers, [
        asked.map(({ lookUp }) => lookUp.brandId),
        textArray(asked.map(({ search }) => search.customerId)),
        textArray(asked.map(({ search }) => search.phoneNumber)),
      ]);
      for (const { call, has_code, ...customer } of rows) {
        const found = asked[call - 1]?.found;
        if (has_code && found) found.withCode = customer;
        else found?.withNumber.push(customer);
      }
    }
    return asked.map(({ lookUp, found }) => matchCustomer(lookUp, found));
  }
}

function noneFound(): CustomersFound {
  return { withCode: null, withNumber: [] };
}
