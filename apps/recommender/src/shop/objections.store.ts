import type { Query } from '@callside/database';
import { nobodysNumber, toE164 } from '@callside/schemas';
import { objectionHash } from '@callside/shop-data';

/** How a request or a customer on file is named. */
export interface CustomerKeys {
  /** As the recommender has numbers, or in E.164. */
  phone: string | null;
  customerId: string | null;
}

/** Who wants no offers. */
export class Objections {
  /** The digests of codes and numbers that object. */
  readonly #hashes: ReadonlySet<string>;
  readonly #key: string;
  /** Codes of customers whose number objects, and numbers of customers whose code objects. */
  readonly #codes: ReadonlySet<string>;
  readonly #numbers: ReadonlySet<string>;

  constructor(key: string, rows: readonly ObjectionRow[]) {
    this.#key = key;
    this.#hashes = new Set(rows.flatMap(({ hash }) => hash ?? []));
    this.#codes = new Set(rows.flatMap(({ code }) => code ?? []));
    this.#numbers = new Set(rows.flatMap(({ number }) => number ?? []));
  }

  get isEmpty(): boolean {
    return this.#hashes.size === 0;
  }

  /** A number that is sent with a code counts when it objects itself, and not for other customers who have it. */
  objects({ phone, customerId }: CustomerKeys): boolean {
    if (this.isEmpty) return false;
    if (customerId !== null && (this.#codes.has(customerId) || this.#has('code', customerId))) return true;
    if (phone === null || phone === nobodysNumber) return false;
    const number = toE164(phone);
    return this.#has('number', number) || (customerId === null && this.#numbers.has(number));
  }

  #has(kind: 'code' | 'number', value: string): boolean {
    return this.#hashes.has(objectionHash(this.#key, kind, value));
  }
}

interface ObjectionRow {
  hash: string | null;
  code: string | null;
  number: string | null;
}

const selectObjections = `
  SELECT subject_hmac AS hash, NULL AS code, NULL AS number FROM objections WHERE brand_id = $1
  UNION ALL
  SELECT NULL, NULL, c.phone_number FROM objections o
    JOIN customers c ON c.brand_id = o.brand_id AND c.customer_id = o.customer_id WHERE o.brand_id = $1
  UNION ALL
  SELECT NULL, c.customer_id, NULL FROM objections o
    JOIN customers c ON c.brand_id = o.brand_id AND c.phone_number = o.phone_number WHERE o.brand_id = $1`;

// Ids only rise: another objection in the place of a removed one has another greatest id.
const selectState = `
  SELECT objection_key AS key,
         (SELECT concat_ws(' ', count(*), max(id)) FROM objections WHERE brand_id = $1) AS state
    FROM brands WHERE id = $1`;

/** Keeps the objections of a brand in memory, so that they hold for each request, also while no history can be read. */
export class ObjectionReader {
  readonly #query: Query;
  #state = '';
  current = new Objections('', []);

  constructor(query: Query) {
    this.#query = query;
  }

  /** Reads them when they have changed; `isDue`: also when customers may have other numbers. */
  async refresh(brandId: string, isDue: boolean): Promise<void> {
    const [brand] = await this.#query<{ key: string; state: string }>(selectState, [brandId]);
    if (brand === undefined || (brand.state === this.#state && !isDue)) return;
    this.current = new Objections(brand.key, await this.#query<ObjectionRow>(selectObjections, [brandId]));
    this.#state = brand.state;
  }
}

/** The objections of a brand now. */
export async function readObjections(query: Query, brandId: string): Promise<Objections> {
  const reader = new ObjectionReader(query);
  await reader.refresh(brandId, true);
  return reader.current;
}

// An objection without code and number is of a customer who was erased, and whom an import may have brought back: then all are compared.
const selectCandidates = `
  SELECT id, customer_id AS "customerId", phone_number AS phone FROM customers
   WHERE brand_id = $1
     AND (customer_id IN (SELECT customer_id FROM objections WHERE brand_id = $1)
          OR phone_number IN (SELECT phone_number FROM objections WHERE brand_id = $1)
          OR phone_number IN (SELECT c.phone_number FROM objections o
                                JOIN customers c ON c.brand_id = o.brand_id AND c.customer_id = o.customer_id
                               WHERE o.brand_id = $1)
          OR EXISTS (SELECT FROM objections WHERE brand_id = $1 AND customer_id IS NULL AND phone_number IS NULL))`;

/** The ids of the customers on file who object. */
export async function readObjectingCustomers(query: Query, brandId: string): Promise<ReadonlySet<string>> {
  const objections = await readObjections(query, brandId);
  if (objections.isEmpty) return new Set();
  const candidates = await query<CustomerKeys & { id: string }>(selectCandidates, [brandId]);
  return new Set(candidates.filter((customer) => objections.objects(customer)).map(({ id }) => id));
}
