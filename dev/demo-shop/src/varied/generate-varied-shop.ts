import { RandomSource } from '../random-source.ts';
import type { ShopKind } from './shop-kind.ts';
import { drawVariedProducts, type Traits, type VariedProduct } from './varied-products.ts';

export interface VariedShop {
  readonly products: readonly VariedProduct[];
  /** Generates the same lines at each call, by customer and then by day. */
  orderLines(): Generator<VariedLine>;
}

export interface VariedLine {
  readonly customerId: string;
  readonly sku: string;
  /** Days since 1970-01-01. */
  readonly day: number;
}

interface VariedCustomer {
  /** Interests, the favourite first. */
  readonly interests: readonly number[];
  readonly brand: number;
  readonly color: number;
  readonly logPrice: number;
  readonly repeats: number;
  readonly gapDays: number;
  readonly orders: number;
}

interface Purchase {
  readonly number: number;
  readonly day: number;
}

const historyDays = 720;
const mostOrders = 150;
const mostLines = 25;

/** Generates a shop of a kind from the seed: the same kind and seed give the same shop. It has no sizes, stock or prices of sales. */
export function generateVariedShop(kind: ShopKind, { seed, today }: { seed: number; today: number }): VariedShop {
  const { products, traits } = drawVariedProducts(kind, historyDays, new RandomSource(seed, 1));
  const customers = new VariedCustomers(kind, traits);
  return {
    products,
    *orderLines() {
      for (let index = 0; index < kind.customers; index += 1) {
        for (const { number, day } of customers.purchasesOf(new RandomSource(seed, 2, index))) {
          yield {
            customerId: String(index),
            sku: (products[number] as VariedProduct).sku,
            day: today - historyDays + day,
          };
        }
      }
    },
  };
}

class VariedCustomers {
  readonly #kind: ShopKind;
  readonly #traits: readonly Traits[];
  /** Numbers of the products of each interest. */
  readonly #byInterest: readonly number[][];

  constructor(kind: ShopKind, traits: readonly Traits[]) {
    this.#kind = kind;
    this.#traits = traits;
    this.#byInterest = Array.from({ length: kind.interests }, (_, interest) =>
      [...traits.keys()].filter((number) => traits[number]?.interest === interest),
    );
  }

  /** All purchases of a customer, by day. */
  purchasesOf(random: RandomSource): Purchase[] {
    const { soonAgain, lines } = this.#kind;
    const customer = this.#drawCustomer(random);
    const history: Purchase[] = [];
    let day = random.integer(0, historyDays - 1);
    for (let order = 0; order < customer.orders && day < historyDays; order += 1) {
      const count = Math.min(mostLines, 1 + Math.floor(random.exponential(lines - 1)));
      const basket = new Set<number>();
      for (let line = 0; line < count; line += 1) {
        const number = this.#choose(customer, history, basket, { day, random });
        if (number !== null) basket.add(number);
      }
      history.push(...[...basket].map((number) => ({ number, day })));
      day += random.chance(soonAgain) ? random.integer(1, 3) : 1 + Math.round(random.exponential(customer.gapDays));
    }
    return history;
  }

  #drawCustomer(random: RandomSource): VariedCustomer {
    const { interests, loyal, orders, ordersSpread, gapDays, repeats } = this.#kind;
    const count = random.chance(loyal) ? 1 : random.integer(2, 5);
    return {
      interests: Array.from({ length: count }, () => random.integer(0, interests - 1)),
      brand: random.integer(0, 29),
      color: random.integer(0, 8),
      logPrice: Math.log(25) + random.normal(),
      repeats: Math.min(0.95, repeats * random.exponential(1)),
      gapDays: gapDays * Math.exp(random.normal() * 0.5),
      orders: Math.min(
        mostOrders,
        Math.round(orders * Math.exp(random.normal() * ordersSpread - ordersSpread ** 2 / 2)),
      ),
    };
  }

  #choose(
    customer: VariedCustomer,
    history: readonly Purchase[],
    basket: ReadonlySet<number>,
    { day, random }: { day: number; random: RandomSource },
  ): number | null {
    const { repeatDays, together, afterwards } = this.#kind;
    const sold = (number: number) => {
      const { launch, retired } = this.#traits[number] as Traits;
      return day >= launch && day < retired && !basket.has(number);
    };
    const open = history.filter(({ number }) => sold(number));
    if (open.length > 0 && random.chance(customer.repeats)) {
      return open[random.weighted(open.map((past) => Math.exp((past.day - day) / repeatDays) + 0.02))]?.number ?? null;
    }
    const partnerOf = (number: number) => {
      const partner = firstMostly((this.#traits[number] as Traits).partners, random);
      return sold(partner) ? partner : null;
    };
    if (basket.size > 0 && random.chance(together)) return partnerOf(random.pick([...basket]));
    if (history.length > 0 && random.chance(afterwards)) return partnerOf(random.pick(history.slice(-5)).number);
    return this.#browse(customer, sold, random);
  }

  /** A product of one of the customer's interests, by popularity and taste. */
  #browse(customer: VariedCustomer, sold: (number: number) => boolean, random: RandomSource): number | null {
    if (random.chance(this.#kind.whims)) {
      const seen = this.#byInterest[random.integer(0, this.#byInterest.length - 1)]?.filter(sold) ?? [];
      return seen[random.weighted(seen.map((number) => (this.#traits[number] as Traits).popularity))] ?? null;
    }
    const seen = this.#byInterest[firstMostly(customer.interests, random)]?.filter(sold) ?? [];
    if (seen.length === 0) return null;
    return seen[random.weighted(seen.map((number) => this.#appealOf(number, customer)))] ?? null;
  }

  #appealOf(number: number, customer: VariedCustomer): number {
    const { brand, color, logPrice, popularity } = this.#traits[number] as Traits;
    const liking = (brand === customer.brand ? 2 : 0) + (color === customer.color ? 1 : 0);
    return popularity * Math.exp(this.#kind.taste * (liking - 0.5 * (logPrice - customer.logPrice) ** 2));
  }
}

/** One of the values; each is drawn more often than all that follow. */
function firstMostly(values: readonly number[], random: RandomSource): number {
  let at = 0;
  while (at < values.length - 1 && !random.chance(0.6)) at += 1;
  return values[at] as number;
}
