import { typeIndex, typeList } from './article-types.ts';
import type { Customer } from './customer.ts';
import type { RandomSource } from './random-source.ts';
import { type Showroom, seasonOfType } from './showroom.ts';

export interface Purchase {
  article: number;
  /** Day of the shop's calendar. */
  day: number;
  isGift: boolean;
  /** Default: drawn, mostly 1. */
  qty?: number;
}

/** Why something is bought. */
type Motive = 'gift' | 'set' | 'again' | 'care' | 'charm' | 'taste' | 'browse';

const care = typeIndex('care');
const charm = typeIndex('charm');

/** The purchases of one customer in one order, given the earlier purchases. */
export class Basket {
  readonly #showroom: Showroom;
  readonly #customer: Customer;
  readonly #history: readonly Purchase[];
  readonly #day: number;
  readonly #random: RandomSource;
  readonly purchases: Purchase[] = [];

  constructor(
    showroom: Showroom,
    customer: Customer,
    { history, day, random }: { history: readonly Purchase[]; day: number; random: RandomSource },
  ) {
    this.#showroom = showroom;
    this.#customer = customer;
    this.#history = history;
    this.#day = day;
    this.#random = random;
  }

  fill(lines: number): readonly Purchase[] {
    for (let line = 0; line < lines; line++) this.#addOne();
    return this.purchases;
  }

  #addOne(): void {
    const isGift = this.#random.chance(this.#giftShare());
    for (let attempt = 0; attempt < 4; attempt++) {
      const motive = attempt === 3 ? 'browse' : isGift ? 'gift' : this.#drawMotive();
      const article = this.#find(motive);
      if (article === null || this.purchases.some((other) => other.article === article)) continue;
      this.purchases.push({ article, day: this.#day, isGift });
      return;
    }
  }

  #giftShare(): number {
    if (this.#customer.kind === 'reseller') return 0;
    return Math.min((this.#showroom.calendar.gifts[this.#day] ?? 0) * this.#customer.giving, 0.85);
  }

  #drawMotive(): Motive {
    const { kind, completing, repeating, collectsCharms } = this.#customer;
    const hasHistory = this.#history.length > 0;
    const isSecond = this.purchases.length > 0;
    const weights: Record<Exclude<Motive, 'gift'>, number> = {
      set: hasHistory || isSecond ? completing * (isSecond ? 1.6 : 0.7) : 0,
      again: hasHistory ? repeating * (kind === 'reseller' ? 3 : 0.7) : 0,
      care: isSecond ? 0.22 : 0.03,
      charm: collectsCharms ? 1.2 : 0.01,
      taste: 1.2,
      browse: 0.25,
    };
    return (Object.keys(weights) as Motive[])[this.#random.weighted(Object.values(weights))] ?? 'browse';
  }

  #find(motive: Motive): number | null {
    if (motive === 'again') return this.#findAgain();
    if (motive === 'set') return this.#findOfSet((purchase) => !purchase.isGift, this.#customer.sizes);
    if (motive === 'gift') return this.#findGift();
    if (motive === 'care') return this.#findOfType(care, 0.2);
    if (motive === 'charm') return this.#findOfType(charm, 1);
    const type = this.#random.weighted(this.#typeWeights());
    return this.#findOfType(type, motive === 'taste' ? 1 : 0.25);
  }

  #typeWeights(): number[] {
    const month = this.#showroom.calendar.month[this.#day] ?? 1;
    return Array.from(this.#customer.typeWeights, (weight, type) => weight * seasonOfType(type, month));
  }

  #findOfType(type: number, keenness: number): number | null {
    const { taste } = this.#customer;
    const owned = new Set([...this.#history, ...this.purchases].map(({ article }) => this.#designOf(article)));
    const accepts = (design: number) => !owned.has(design) && this.#fits(design) !== null;
    const design = this.#showroom.choose({ type, day: this.#day, taste, keenness, accepts }, this.#random);
    return design === null ? null : this.#fits(design);
  }

  /** The probability grows with the repeat rate of the type and near its usual time between purchases. */
  #findAgain(): number | null {
    const candidates = this.#history.filter(
      ({ article, day }) => day < this.#day && this.#showroom.isSold(this.#designOf(article), this.#day),
    );
    const weights = candidates.map(({ article, day }) => {
      const { again = 0, againAfterDays = 1 } = typeList[this.#typeOf(article)] ?? {};
      const late = Math.log((this.#day - day) / (this.#customer.kind === 'reseller' ? 45 : againAfterDays));
      return again * Math.exp(-1.5 * late * late);
    });
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    if (total === 0 || !this.#random.chance(Math.min(total * 2, 1))) return null;
    return candidates[this.#random.weighted(weights)]?.article ?? null;
  }

  /** Another type of the same collection as an earlier or current purchase. */
  #findOfSet(belongs: (purchase: Purchase) => boolean, sizes: Customer['sizes'] | null): number | null {
    const { designs } = this.#showroom.articles;
    const all = [...this.#history, ...this.purchases].filter(belongs);
    const begun = all.filter(({ article }) => (designs[this.#designOf(article)]?.collection ?? -1) >= 0);
    if (begun.length === 0) return null;
    const recency = begun.map(({ day }) => Math.exp(-(this.#day - day) / 150) + 0.05);
    const start = designs[this.#designOf((begun[this.#random.weighted(recency)] as Purchase).article)];
    if (start === undefined) return null;
    const owned = new Set(
      begun
        .map(({ article }) => designs[this.#designOf(article)])
        .filter((design) => design?.collection === start.collection)
        .map((design) => design?.type),
    );
    const open = this.#showroom.designsOfCollection(start.collection).filter((design) => {
      const found = designs[design];
      if (found === undefined || owned.has(found.type) || !this.#showroom.isSold(design, this.#day)) return false;
      return sizes === null ? found.sizes === null : this.#showroom.fitting(design, sizes) !== null;
    });
    if (open.length === 0) return null;
    const weights = open.map((design) => {
      const { metal, type = 0, popularity = 0 } = designs[design] ?? {};
      return popularity * (metal === start.metal ? 5 : 1) * (this.#customer.typeWeights[type] ?? 0);
    });
    return this.#showroom.fitting(open[this.#random.weighted(weights)] ?? 0, sizes);
  }

  /** Only articles without sizes, because the customer does not know the size. */
  #findGift(): number | null {
    const continued = this.#random.chance(0.35) ? this.#findOfSet((purchase) => purchase.isGift, null) : null;
    if (continued !== null) return continued;
    const { designs } = this.#showroom.articles;
    const type = this.#random.weighted(typeList.map(({ gift }) => gift));
    const accepts = (design: number) => designs[design]?.sizes === null;
    const taste = this.#customer.giftTaste;
    const design = this.#showroom.choose({ type, day: this.#day, taste, keenness: 0.7, accepts }, this.#random);
    return design === null ? null : this.#showroom.fitting(design, null);
  }

  #fits(design: number): number | null {
    if (this.#customer.kind === 'reseller') return this.#showroom.any(design, this.#random);
    return this.#showroom.fitting(design, this.#customer.sizes);
  }

  #designOf(article: number): number {
    return this.#showroom.articles.designOf[article] ?? 0;
  }

  #typeOf(article: number): number {
    return this.#showroom.articles.designs[this.#designOf(article)]?.type ?? 0;
  }
}
