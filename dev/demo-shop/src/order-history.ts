import { Basket, type Purchase } from './basket.ts';
import { historyDays } from './calendar.ts';
import type { Customer } from './customer.ts';
import type { RandomSource } from './random-source.ts';
import type { OrderLine, Product } from './shop.ts';
import type { Showroom } from './showroom.ts';

/** One order: its purchases, and the day of the shop's calendar. */
export interface Order {
  day: number;
  purchases: readonly Purchase[];
}

const mostOrders = 60;
/** The least number of days between two orders of a customer. */
const shortestGap = 3;

/** All orders of a customer, by day. */
export function* drawOrders(showroom: Showroom, customer: Customer, random: RandomSource): Generator<Order> {
  const history: Purchase[] = [];
  let day = showroom.busyDays.draw(random);
  for (let count = 0; count < mostOrders && day < historyDays; count++) {
    const basket = new Basket(showroom, customer, { history, day, random });
    const purchases = basket.fill(drawLineCount(customer, random));
    if (purchases.length > 0) yield { day, purchases };
    history.push(...purchases);
    if (!random.chance(customer.returning)) return;
    day = nextDay(showroom, customer, { day, purchases, random });
  }
}

/** A year later for the next present, or after the customer's usual gap; days of high demand are more likely. */
function nextDay(
  { calendar }: Showroom,
  { giving, gapDays }: Customer,
  { day, purchases, random }: { day: number; purchases: readonly Purchase[]; random: RandomSource },
): number {
  const isYearly = purchases.some(({ isGift }) => isGift) && random.chance(Math.min(0.25 * giving, 0.6));
  if (isYearly) return day + 365 + Math.round(random.normal() * 4);
  const aim = day + shortestGap + Math.round(random.exponential(gapDays));
  const around = Array.from({ length: 41 }, (_, offset) => aim - 20 + offset).filter(
    (near) => near > day + shortestGap,
  );
  const demand = around.map((near) => (near < historyDays ? (calendar.demand[near] ?? 0) ** 2 : 1));
  return around[random.weighted(demand)] ?? aim;
}

function drawLineCount({ kind }: Customer, random: RandomSource): number {
  if (kind === 'reseller') return random.integer(3, 10);
  const another = kind === 'casual' ? 0.24 : 0.33;
  let lines = 1;
  while (lines < 6 && random.chance(another)) lines += 1;
  return lines;
}

/** The lines of an order as the shop records them. */
export function toOrderLines(
  { articles, calendar }: Showroom,
  { phone, customerId, name, kind }: Customer,
  { day, purchases }: Order,
  { orderId, random }: { orderId: string; random: RandomSource },
): OrderLine[] {
  const coupon = random.chance(0.08) ? 0.1 : 0;
  return purchases.map(({ article, qty }) => {
    const { sku, title, webPrice, articleType } = articles.products[article] as Product;
    const off = Math.max(calendar.discount[day] ?? 0, coupon, kind === 'reseller' ? 0.3 : 0);
    const ofThatTime = webPrice * (1 - off) * (day < historyDays / 3 ? 0.96 : 1);
    const price = articleType === 'gift card' ? webPrice : ofThatTime;
    return {
      phone,
      sku,
      day: calendar.firstDay + day,
      productTitle: random.chance(0.02) ? '' : title,
      qty: qty ?? (kind === 'reseller' ? random.integer(2, 12) : drawQty(random)),
      unitPrice: day < 200 && random.chance(0.05) ? null : Math.round(price * 100) / 100,
      orderId,
      customerId,
      customerName: name,
    };
  });
}

/** Two for mother and daughter, more for bridesmaids. */
function drawQty(random: RandomSource): number {
  if (random.chance(0.95)) return 1;
  return random.chance(0.85) ? 2 : random.integer(3, 6);
}
