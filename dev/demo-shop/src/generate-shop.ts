import { drawStock, numberArticles } from './articles.ts';
import { drawAssortment } from './assortment.ts';
import { createCalendar } from './calendar.ts';
import { customerIdOf, drawCustomer, Phones } from './customer.ts';
import { asDemoCaller, demoCallerIndex, demoCallerOrders, demoCallerPhone } from './demo-caller.ts';
import { drawOrders, toOrderLines } from './order-history.ts';
import { RandomSource } from './random-source.ts';
import { createRegions } from './region.ts';
import type { Shop } from './shop.ts';
import { Showroom } from './showroom.ts';

export interface ShopOptions {
  seed: number;
  /** Days since 1970-01-01; the history ends the day before. */
  today: number;
  /** Products on sale; default 4,000, at least 200. */
  products?: number;
  /** Default 30,000. */
  customers?: number;
  /** What sells differs by area code, and half of the customers are of large cities. Default: neither. */
  hasRegions?: boolean;
}

/**
 * Generates a jewellery shop from the seed: the same options give the same shop. Orders are generated one customer at a time, so
 * that memory does not grow with the number of orders.
 */
export function generateShop(options: ShopOptions): Shop {
  const { seed, today, products = 4000, customers = 30_000, hasRegions = false } = options;
  const assortment = drawAssortment(products, new RandomSource(seed, 1));
  const articles = numberArticles(assortment, products, new RandomSource(seed, 2));
  const stock = drawStock(articles, new RandomSource(seed, 3));
  const inStock = new Set(stock.flatMap(({ sku, onHand }) => (onHand > 0 ? [sku] : [])));
  const isInStock = (article: number) => inStock.has(articles.products[article]?.sku ?? '');
  const showroom = new Showroom(articles, createCalendar(today));
  const phones = new Phones(new RandomSource(seed, 5), { hasCities: hasRegions });
  const regionOf = hasRegions ? createRegions(seed) : null;
  const caller = Math.min(demoCallerIndex, customers - 1);
  return {
    products: articles.products.filter((_, article) => articles.isOnSale[article] === 1),
    stock,
    *orderLines() {
      for (let index = 0; index < customers; index++) {
        const random = new RandomSource(seed, 4, index);
        const drawn = drawCustomer(index, phones, random, regionOf);
        const customer = index === caller ? asDemoCaller(drawn) : drawn;
        const fixedOrders = index === caller ? demoCallerOrders(showroom, customer, isInStock) : null;
        let count = 0;
        for (const order of fixedOrders ?? drawOrders(showroom, customer, random)) {
          count += 1;
          yield* toOrderLines(showroom, customer, order, { orderId: `${customerIdOf(index)}-${count}`, random });
        }
      }
    },
    demoCaller: { phone: demoCallerPhone, customerId: '0042' },
  };
}
