import { setTimeout as sleep } from 'node:timers/promises';
import type { Recorder } from '../history/recorder.ts';
import type { Draws } from '../plan/draws.ts';
import { askJson } from './ask.ts';

interface ShopperOptions {
  recorder: Recorder;
  url: string;
  apiKey: string;
  customers: readonly string[];
  draws: Draws;
}

interface Offer {
  recommendationId: string;
  phone: string;
  sku: string | null;
}

/** An IVR that requests offers and confirms sales later, including sales of old offers. */
export class Shopper {
  readonly #options: ShopperOptions;
  readonly #offers: Offer[] = [];
  #purchases = 0;

  constructor(options: ShopperOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { draws } = this.#options;
    while (!signal.aborted) {
      await this.#ask();
      const offer = this.#offers[draws.whole(0, Math.max(0, this.#offers.length - 1))];
      if (offer && draws.chance(0.5)) await this.#buy(offer);
      await sleep(draws.whole(200, 1500));
    }
  }

  async #ask(): Promise<void> {
    const { customers, draws, recorder } = this.#options;
    const phone = customers[draws.whole(0, customers.length - 1)] ?? '0000000000';
    const answer = await this.#post('/recommend', { phone, num_items: 3, source: 'faults' });
    if (answer?.status !== 200) return;
    const { recommendation_id: id, recommendations } = answer.body;
    if (typeof id !== 'string') return;
    recorder.note({ type: 'offered', recommendationId: id });
    const [first] = Array.isArray(recommendations) ? recommendations : [];
    this.#offers.push({ recommendationId: id, phone, sku: typeof first?.sku === 'string' ? first.sku : null });
  }

  async #buy({ recommendationId, phone, sku }: Offer): Promise<void> {
    const { draws, recorder } = this.#options;
    this.#purchases += 1;
    const line = sku === null ? null : `line ${this.#purchases}`;
    const confirmation = {
      phone,
      recommendation_id: recommendationId,
      purchased_lines: line === null ? [] : [{ sku, unit_price: 10, order_line_id: line }],
    };
    const confirm = async () => {
      const answer = await this.#post('/purchase', confirmation);
      if (answer === null) return;
      const { purchase_id: id, recorded } = answer.body;
      recorder.note({
        type: 'purchased',
        recommendationId,
        status: answer.status,
        purchaseId: typeof id === 'string' ? id : null,
        isRecorded: typeof recorded === 'boolean' ? recorded : null,
        line,
      });
    };
    await Promise.all([confirm(), draws.chance(0.2) ? confirm() : null]);
    if (draws.chance(0.3)) await confirm();
  }

  #post(path: string, body: object) {
    const { url, apiKey } = this.#options;
    return askJson(`${url}${path}`, { headers: { 'X-API-Key': apiKey }, body: JSON.stringify(body) });
  }
}
