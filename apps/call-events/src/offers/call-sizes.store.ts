import type { Query } from '@callside/database';
import type { SaidSizes } from '@callside/schemas';
import type { OfferedCall } from './rules/call-offers.ts';

/** $1 call, $2 article types, $3 sizes: null takes an answer back. */
const insertSizes = `
  INSERT INTO call_sizes (call_id, article_type, size, said_at)
  SELECT c.id, said.article_type, said.size, clock_timestamp()
    FROM calls c CROSS JOIN unnest($2::text[], $3::text[]) AS said (article_type, size) WHERE c.id = $1
  ON CONFLICT (call_id, article_type) DO UPDATE SET size = excluded.size, said_at = excluded.said_at`;

/** Must equal the expression of the index calls_customer_idx. */
const code = 'coalesce(picked_customer_id, btrim(customer_id))';
const mostCalls = 200;

/**
 * The last answer for each article type, on this call or another of the customer. $1 call, $2 brand; others as `customerHistory` names them:
 * $3 code, $4 number of calls without a code or a pick, $5 number of the customer without a code whom the rep of a call picked.
 */
const selectSizes = `
  SELECT DISTINCT ON (s.article_type) s.article_type, s.size
    FROM (
      SELECT $1::uuid AS id
      UNION
      (SELECT id FROM calls
        WHERE hashtextextended(${code}, uuid_hash_extended(brand_id, 0)) = hashtextextended($3::text, uuid_hash_extended($2::uuid, 0))
          AND (picked_customer_id IS NOT NULL OR customer_id IS NOT NULL)
          AND ${code} = $3 AND brand_id IS NOT DISTINCT FROM $2
        ORDER BY started_at DESC, id DESC LIMIT ${mostCalls})
      UNION
      (SELECT id FROM (
        SELECT * FROM calls
         WHERE hashtextextended(phone_number, uuid_hash_extended(brand_id, 0)) = hashtextextended($4::text, uuid_hash_extended($2::uuid, 0))
           AND phone_number = $4 AND brand_id IS NOT DISTINCT FROM $2
         ORDER BY started_at DESC, id DESC LIMIT ${mostCalls}) AS of_number
       WHERE picked_customer_id IS NULL AND coalesce(btrim(customer_id), '') = '')
      UNION
      (SELECT id FROM calls WHERE brand_id = $2 AND picked_phone_number = $5
        ORDER BY started_at DESC, id DESC LIMIT ${mostCalls})
    ) AS own
    JOIN call_sizes s ON s.call_id = own.id
   ORDER BY s.article_type, s.said_at DESC, s.call_id DESC`;

/** What callers said of their sizes, on file with the call. A customer has those of their calls. */
export class CallSizeStore {
  readonly #query: Query;

  constructor({ query }: { query: Query }) {
    this.#query = query;
  }

  async say(callId: string, said: SaidSizes): Promise<void> {
    const sizes = Object.entries(said).map(([type, size]) => [type, String(size ?? '').trim() || null] as const);
    if (sizes.length === 0) return;
    await this.#query(insertSizes, [callId, sizes.map(([type]) => type), sizes.map(([, size]) => size)]);
  }

  /** Sizes by article type. */
  async find({ id, brandId, earlier }: OfferedCall): Promise<Record<string, string>> {
    const { customerId, phoneNumber, pickedPhoneNumber } = earlier;
    const values = [id, brandId, customerId, phoneNumber, pickedPhoneNumber];
    const rows = await this.#query<{ article_type: string; size: string | null }>(selectSizes, values);
    return Object.fromEntries(rows.flatMap(({ article_type, size }) => (size === null ? [] : [[article_type, size]])));
  }
}
