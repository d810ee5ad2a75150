import { createHmac } from 'node:crypto';
import type { Query } from '@callside/database';

/** How a customer is named; at least one is set. */
export interface ObjectionSubject {
  customerId: string | null;
  /** E.164 */
  phoneNumber: string | null;
}

export interface StoredObjection extends ObjectionSubject {
  since: Date;
}

/** HMAC-SHA-256 of one part of a subject, in hexadecimal digits. `key`: that of the brand. */
export function objectionHash(key: string, kind: 'code' | 'number', value: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(`${kind} ${value}`).digest('hex');
}

/** Stores objections once. Resolves to how many are new. */
export async function setObjections(
  query: Query,
  brandId: string,
  subjects: readonly ObjectionSubject[],
): Promise<number> {
  const codes = [...new Set(subjects.flatMap(({ customerId }) => customerId ?? []))];
  const numbers = [...new Set(subjects.flatMap(({ phoneNumber }) => phoneNumber ?? []))];
  const hashes = await hashesOf(query, brandId, { codes, numbers });
  const stored = await query(
    `INSERT INTO objections (brand_id, subject_hmac, customer_id, phone_number)
     SELECT $1::uuid, hash, nullif(code, ''), nullif(number, '')
       FROM unnest($2::text[], $3::text[], $4::text[]) AS given (hash, code, number) ORDER BY hash
     ON CONFLICT (brand_id, subject_hmac)
       DO UPDATE SET customer_id = excluded.customer_id, phone_number = excluded.phone_number
       WHERE objections.customer_id IS NULL AND objections.phone_number IS NULL
     RETURNING id`,
    [brandId, hashes, [...codes, ...numbers.map(() => '')], [...codes.map(() => ''), ...numbers]],
  );
  return stored.length;
}

/**
 * Takes back every objection that withholds offers from the customer, as `findObjection` finds them. Resolves to how many there were.
 */
export async function clearObjection(query: Query, brandId: string, subject: ObjectionSubject): Promise<number> {
  const hashes = await hashesOf(query, brandId, await readRelated(query, brandId, subject));
  const cleared = await query(
    'DELETE FROM objections WHERE brand_id = $1::uuid AND subject_hmac = ANY ($2::text[]) RETURNING id',
    [brandId, hashes],
  );
  return cleared.length;
}

/**
 * Whether offers are withheld from the customer: their code or a number of theirs objects; for a number without a code also a customer
 * who has it. The recommender decides in the same way.
 */
export async function findObjection(query: Query, brandId: string, subject: ObjectionSubject): Promise<boolean> {
  const hashes = await hashesOf(query, brandId, await readRelated(query, brandId, subject));
  const found = await query(
    'SELECT id FROM objections WHERE brand_id = $1::uuid AND subject_hmac = ANY ($2::text[]) LIMIT 1',
    [brandId, hashes],
  );
  return found.length > 0;
}

/** The oldest first. One without a subject is of a customer who was erased. */
export function listObjections(query: Query, brandId: string): Promise<StoredObjection[]> {
  return query(
    `SELECT customer_id AS "customerId", phone_number AS "phoneNumber", created_at AS since
       FROM objections WHERE brand_id = $1::uuid ORDER BY id`,
    [brandId],
  );
}

/** For the erasure of a customer: when one of these objects, all do, and nothing but their hashes stays. */
export async function eraseSubjects(
  query: Query,
  brandId: string,
  { codes, numbers }: { codes: readonly string[]; numbers: readonly string[] },
): Promise<void> {
  await query(
    `WITH given AS (SELECT unnest($2::text[]) AS hash),
          found AS (UPDATE objections o SET customer_id = NULL, phone_number = NULL
                      FROM given WHERE o.brand_id = $1::uuid AND o.subject_hmac = given.hash RETURNING o.id)
     INSERT INTO objections (brand_id, subject_hmac)
     SELECT $1::uuid, hash FROM given WHERE EXISTS (SELECT FROM found)
     ON CONFLICT (brand_id, subject_hmac) DO NOTHING`,
    [brandId, await hashesOf(query, brandId, { codes, numbers })],
  );
}

/** The hashes of the codes, then those of the numbers. */
async function hashesOf(
  query: Query,
  brandId: string,
  { codes, numbers }: { codes: readonly string[]; numbers: readonly string[] },
): Promise<string[]> {
  const [brand] = await query<{ key: string }>('SELECT objection_key AS key FROM brands WHERE id = $1::uuid', [
    brandId,
  ]);
  const key = brand?.key ?? '';
  return [
    ...codes.map((code) => objectionHash(key, 'code', code)),
    ...numbers.map((number) => objectionHash(key, 'number', number)),
  ];
}

/** The code and the numbers of a customer; without a code, the codes of those who have the number. */
async function readRelated(query: Query, brandId: string, { customerId, phoneNumber }: ObjectionSubject) {
  const rows = await query<ObjectionSubject>(
    `SELECT customer_id AS "customerId", phone_number AS "phoneNumber" FROM customers
      WHERE brand_id = $1::uuid AND customer_id = $2::text
      UNION ALL
     SELECT customer_id, NULL FROM customers
      WHERE brand_id = $1::uuid AND phone_number = $3::text AND $2::text IS NULL AND customer_id IS NOT NULL`,
    [brandId, customerId, phoneNumber],
  );
  const all = [{ customerId, phoneNumber }, ...rows];
  return {
    codes: [...new Set(all.flatMap((one) => one.customerId ?? []))],
    numbers: [...new Set(all.flatMap((one) => one.phoneNumber ?? []))],
  };
}
