import { randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CannotCheck, expectFields, expectShape, expectStatus } from './expect.ts';
import { type Answer, send } from './http.ts';

const itemSchema = z.object({
  rank: z.int(),
  sku: z.string(),
  title: z.string(),
  web_price: z.number(),
  article_type: z.string(),
  size: z.union([z.number(), z.string()]),
  rerank_score: z.number(),
  slot: z.int(),
});

/** As the specification lists it. */
const recommendedSchema = z.object({
  recommendation_id: z.guid(),
  recommendations: z.array(itemSchema),
  recommendation: itemSchema.nullable(),
  resolved_purchased: z.array(z.number()),
  history_size: z.int(),
  customer_found: z.boolean().nullable(),
  normalized_phone: z.string(),
  fallback: z.boolean(),
  feature_schema_hash: z.string().min(1),
  artifact_version: z.string().min(1),
  catalog_version: z.string().min(1),
});
export type Recommended = z.infer<typeof recommendedSchema>;

const confirmedSchema = z.object({
  purchase_id: z.string().min(1),
  recommendation_id: z.string(),
  matched_skus: z.array(z.string()),
  converted: z.boolean(),
  recorded: z.boolean(),
  matched_revenue: z.number().nullable(),
});
export type Confirmed = z.infer<typeof confirmedSchema>;
type Fields = Readonly<Record<string, unknown>>;

interface Options {
  url: string;
  key: string;
  run: string;
}

export interface Offered {
  phone: string;
  recommendation_id: string;
  skus: readonly [string, ...string[]];
}

/** A caller of the recommender whose numbers are fictitious. The purchases that it confirms are voided at the end. */
export class RecommenderCaller {
  readonly #options: Options;
  readonly #purchases = new Set<string>();
  #lines = 0;
  #phones = randomInt(100);

  constructor(options: Options) {
    this.#options = options;
  }

  /** Another one each time, of the numbers that are reserved for fiction. */
  newPhone(): string {
    this.#phones = (this.#phones + 1) % 100;
    return `20155501${String(this.#phones).padStart(2, '0')}`;
  }

  newLineId(): string {
    this.#lines += 1;
    return `${this.#options.run}-line-${this.#lines}`;
  }

  /** A SKU that nobody sells. */
  get unknownSku(): string {
    return `${this.#options.run}-unknown`;
  }

  health(): Promise<Answer> {
    return send({ url: `${this.#options.url}/health`, method: 'GET' });
  }

  /** `key` null: without the header. */
  post(path: string, body: string, key: string | null = this.#options.key): Promise<Answer> {
    const headers = key === null ? {} : { 'x-api-key': key };
    return send({ url: this.#options.url + path, method: 'POST', headers, body });
  }

  body(fields: Fields = {}): string {
    return JSON.stringify({
      phone: this.newPhone(),
      customer_order_history: [],
      source: this.#options.run,
      ...fields,
    });
  }

  /** By default of a caller without history. An undefined field is left out. */
  async recommend(fields: Fields = {}, expected: Partial<Recommended> = {}): Promise<Recommended> {
    const answer = await this.post('/recommend', this.body(fields));
    const what = `/recommend with ${Object.keys(fields).join(', ') || 'a number only'}`;
    expectStatus(what, answer, 200);
    const recommended = expectShape(`${what}: the answer`, answer.json, recommendedSchema);
    expectFields(what, recommended, expected);
    return recommended;
  }

  async refuses(status: number, path: '/recommend' | '/purchase', fields: Fields): Promise<void> {
    expectStatus(`${path} with ${JSON.stringify(fields)}`, await this.post(path, this.body(fields)), status);
  }

  /** Offers to confirm a purchase of. */
  async offered(least = 1): Promise<Offered> {
    const phone = this.newPhone();
    const { recommendation_id, recommendations } = await this.recommend({ phone, num_items: 3 });
    const [first, ...others] = recommendations.map(({ sku }) => sku);
    if (first === undefined || others.length + 1 < least) {
      throw new CannotCheck(`the recommender offers fewer than ${least} products to a caller without history`);
    }
    return { phone, recommendation_id, skus: [first, ...others] };
  }

  async confirm(
    { phone, recommendation_id }: Pick<Offered, 'phone' | 'recommendation_id'>,
    fields: Fields,
    expected: Partial<Confirmed>,
  ): Promise<Confirmed> {
    const answer = await this.post('/purchase', JSON.stringify({ phone, recommendation_id, ...fields }));
    const what = `/purchase with ${Object.keys(fields).join(', ')}`;
    const { purchase_id } = Object(answer.json);
    if (typeof purchase_id === 'string') this.#purchases.add(purchase_id);
    expectStatus(what, answer, 200);
    const confirmed = expectShape(`${what}: the answer`, answer.json, confirmedSchema);
    expectFields(what, confirmed, expected);
    return confirmed;
  }

  unknownOffer(): Pick<Offered, 'phone' | 'recommendation_id'> {
    return { phone: this.newPhone(), recommendation_id: randomUUID() };
  }

  /** Returns how many of the confirmed purchases still count. */
  async voidPurchases(): Promise<number> {
    for (const id of this.#purchases) {
      const answer = await this.post(`/purchase/${encodeURIComponent(id)}/void`, '{}').catch(() => null);
      if (answer?.status === 200) this.#purchases.delete(id);
    }
    return this.#purchases.size;
  }
}
