import { typeIndex } from './article-types.ts';
import { historyDays } from './calendar.ts';
import type { Customer } from './customer.ts';
import { type Design, isOnSaleAtTheEnd } from './design.ts';
import type { Order } from './order-history.ts';
import type { Showroom } from './showroom.ts';

/** The number of the demo call, and a customer whose purchases are easy to explain. */
export const demoCallerPhone = '4155552671';
export const demoCallerIndex = 42;

const ringSize = 7;
const stud = typeIndex('stud');
const care = typeIndex('care');
const pieces = ['earrings', 'ring', 'necklace', 'pendant'] as const;

/** Designs of one collection and metal. */
type JewellerySet = Record<(typeof pieces)[number], number>;

/** Keeps the drawn customer, except for these fields. */
export function asDemoCaller(customer: Customer): Customer {
  const sizes = { ...customer.sizes, ring: ringSize };
  return { ...customer, phone: demoCallerPhone, customerId: '0042', name: 'Casey Caller', kind: 'regular', sizes };
}

/**
 * Studs, then a set piece by piece: its earrings, its ring in size 7, its necklace, not yet its pendant. Also a polishing cloth
 * every half year; the next one is due about now. Null when the shop is too small to have all of them.
 */
export function demoCallerOrders(
  showroom: Showroom,
  { sizes }: Customer,
  isInStock: (article: number) => boolean,
): Order[] | null {
  const articleOf = (design: number) => showroom.fitting(design, sizes);
  const isThere = (design: number) => {
    const article = articleOf(design);
    return article !== null && isInStock(article);
  };
  const set = findSet(showroom, isThere);
  const cloth = findDesign(showroom, (design) => design.type === care);
  const studs = findDesign(showroom, (design) => design.type === stud && design.collection < 0);
  if (set === null || cloth === null || studs === null) return null;
  const order = (daysAgo: number, ...designs: number[]): Order => {
    const day = historyDays - daysAgo;
    const purchases = designs.map((design) => ({ article: articleOf(design) ?? 0, day, isGift: false, qty: 1 }));
    return { day, purchases };
  };
  return [order(612, studs), order(397, set.earrings, cloth), order(208, set.ring, cloth), order(96, set.necklace)];
}

/** The set with the most popular pendant that was on sale the whole time and is in stock in all pieces. */
function findSet(showroom: Showroom, isThere: (design: number) => boolean): JewellerySet | null {
  const { designs } = showroom.articles;
  const sets = new Map<string, Partial<JewellerySet>>();
  for (const [index, design] of designs.entries()) {
    const { type, collection, metal, trend, sizes } = design;
    const piece = pieces.find((name) => typeIndex(name) === type);
    if (piece === undefined || (piece === 'ring' && sizes === null)) continue;
    if (collection < 0 || !isOnSaleAtTheEnd(design) || trend.launchDay > historyDays - 400 || !isThere(index)) continue;
    const key = `${collection} ${metal}`;
    sets.set(key, { ...sets.get(key), [piece]: index });
  }
  const popularityOf = ({ pendant }: JewellerySet) => designs[pendant]?.popularity ?? 0;
  const complete = [...sets.values()].filter((set): set is JewellerySet =>
    pieces.every((piece) => set[piece] !== undefined),
  );
  return complete.sort((one, other) => popularityOf(other) - popularityOf(one))[0] ?? null;
}

function findDesign({ articles: { designs } }: Showroom, matches: (design: Design) => boolean): number | null {
  const found = designs.findIndex(
    (design) => matches(design) && isOnSaleAtTheEnd(design) && design.sizes === null && design.trend.launchDay < 0,
  );
  return found < 0 ? null : found;
}
