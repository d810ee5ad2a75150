import { type Query, textArray } from '@callside/database';
import { type CustomerMatch, type KnownCustomer, mostCandidates, mostFoundCustomers } from '@callside/schemas';
import {
  type CustomerClues,
  type CustomersFound,
  customerSearch,
  matchCustomer,
  withoutCode,
} from './rules/customer-match.ts';
import type { CustomerWords } from './rules/customer-words.ts';

/**
 * The customers with the code or the number of each call, counted from 1. Many customers may share a number, such as a
 * company's: only the first few in the index are read, one more than is shown.
 * The one without a code is read by itself if the rep picked them. $1 brand ids, $2 codes, $3 numbers, $4 whether they did.
 */
const findCustomers = `
  SELECT asked.call::int AS call, found.*
    FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bool[])
         WITH ORDINALITY AS asked (brand_id, customer_id, phone_number, is_without_code, call)
   CROSS JOIN LATERAL (
     SELECT true AS has_code, customer_id, name, phone_number FROM customers c
      WHERE c.brand_id = asked.brand_id AND c.customer_id = asked.customer_id
     UNION ALL
     (SELECT false, customer_id, name, phone_number FROM customers c
       WHERE c.brand_id = asked.brand_id AND c.phone_number = asked.phone_number
       LIMIT ${mostCandidates + 1})
     UNION ALL
     SELECT false, customer_id, name, phone_number FROM customers c
      WHERE c.brand_id = asked.brand_id AND c.phone_number = asked.phone_number AND asked.is_without_code
        AND c.customer_id IS NULL
   ) AS found`;

/** Of names that many have, not all are read. */
const mostOfAWay = 200;
/** Above every text with the same beginning, byte by byte. */
const greatest = 'chr(1114111)';

/**
 * Customers of a brand by what a rep knows of them, each once. The words of a name have an index of their own: without it, or along that
 * of the brand, each name would be taken apart.
 * $1 brand, $2 the beginning of a code, $3 a whole number, $4 its last digits backwards, $5 words of a name for to_tsquery.
 */
export const searchCustomers = `
  WITH with_name AS MATERIALIZED (
    SELECT id, customer_id, name, phone_number FROM customers
     WHERE words_of_name(name) @@ to_tsquery('simple', $5::text) AND brand_id IS NOT DISTINCT FROM $1::uuid
  )
  SELECT customer_id, name, phone_number
    FROM (
      SELECT DISTINCT ON (id) *
        FROM (
          (SELECT CASE WHEN lower(customer_id) = lower($2::text) THEN 1 ELSE 3 END AS way, id, customer_id, name, phone_number
             FROM customers
            WHERE brand_id = $1 AND lower(customer_id) ~>=~ lower($2::text)
              AND lower(customer_id) ~<~ (lower($2::text) || ${greatest})
            ORDER BY lower(customer_id) USING ~<~, id LIMIT ${mostFoundCustomers})
          UNION ALL
          (SELECT 2, id, customer_id, name, phone_number FROM customers WHERE brand_id = $1 AND phone_number = $3::text
            LIMIT ${mostOfAWay})
          UNION ALL
          (SELECT 4, id, customer_id, name, phone_number FROM customers
            WHERE brand_id = $1 AND reverse(phone_number) ~>=~ $4::text AND reverse(phone_number) ~<~ ($4::text || ${greatest})
            LIMIT ${mostOfAWay})
          UNION ALL
          (SELECT 5, id, customer_id, name, phone_number FROM with_name LIMIT ${mostOfAWay})
        ) AS ways
       ORDER BY id, way
    ) AS found
   ORDER BY way, lower(name), customer_id, phone_number LIMIT ${mostFoundCustomers}`;

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
  async findMatches(calls: readonly CustomerClues[]): Promise<CustomerMatch[]> {
    const asked = calls.map((clues) => ({ clues, search: customerSearch(clues), found: noneFound() }));
    if (asked.some(({ search }) => search.customerId !== null || search.phoneNumber !== null)) {
      const rows = await this.#query<FoundRow>(findCustomers, [
        asked.map(({ clues }) => clues.brandId),
        textArray(asked.map(({ search }) => search.customerId)),
        textArray(asked.map(({ search }) => search.phoneNumber)),
        asked.map(({ clues }) => clues.pickedCustomerId === withoutCode),
      ]);
      for (const { call, has_code, ...customer } of rows) {
        const found = asked[call - 1]?.found;
        if (has_code && found) found.withCode = customer;
        else found?.withNumber.push(customer);
      }
    }
    return asked.map(({ clues, found }) => matchCustomer(clues, found));
  }

  /** At most ten, the likeliest first. */
  search(brandId: string, { code, number, lastDigits, nameWords }: CustomerWords): Promise<KnownCustomer[]> {
    const backwards = lastDigits && [...lastDigits].reverse().join('');
    return this.#query(searchCustomers, [brandId, code, number, backwards, nameWords]);
  }
}

function noneFound(): CustomersFound {
  return { withCode: null, withNumber: [] };
}
