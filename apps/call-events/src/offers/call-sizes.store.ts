import type { Query } from '@callside/database';
import type { SaidSizes } from '@callside/schemas';
import { callsOfCustomer } from '../customers/index.ts';
import type { OfferedCall } from './rules/call-offers.ts';

/** $1 call, $2 article types, $3 sizes: null takes an answer back. */
const insertSizes = `
  INSERT INTO call_sizes (call_id, article_type, size, said_at)
  SELECT c.id, said.article_type, said.size, clock_timestamp()
    FROM calls c CROSS JOIN unnest($2::text[], $3::text[]) AS said (article_type, size) WHERE c.id = $1
  ON CONFLICT (call_id, article_type) DO UPDATE SET size = excluded.size, said_at = excluded.said_at`;

const keys = { brandId: '$2', customerId: '$3', phoneNumber: '$4', pickedPhoneNumber: '$5' };
const most = { most: 200, mostOfNumber: 200 };

/**
 * The last answer for each article type, on this call or another of the customer. $1 call, $2 brand, the others the keys of
 * `CustomerHistory`.
 */
const selectSizes = `
  SELECT DISTINCT ON (s.article_type) s.article_type, s.size
    FROM (
      SELECT $1::uuid AS id
      UNION ${callsOfCustomer('id', keys, most)}
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
