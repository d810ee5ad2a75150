import { typeIndex, typeList } from './article-types.ts';
import type { RandomSource } from './random-source.ts';
import { drawSizeRun } from './sizes.ts';
import { drawTrend, type Trend } from './trend.ts';
import {
  charmMotifs,
  collectionAdjectives,
  collectionNouns,
  gems,
  looseAdjectives,
  metals,
  type Style,
  styles,
} from './vocabulary.ts';

/** One piece as its maker sees it; each of its sizes is an article of its own. */
export interface Design {
  type: number;
  style: number;
  /** -1 when it belongs to none. */
  collection: number;
  collectionName: string;
  metal: string;
  gem: string;
  color: string;
  gender: string;
  title: string;
  /** Whether titles tell the sizes apart. */
  titleNamesSize: boolean;
  price: number;
  popularity: number;
  trend: Trend;
  /** Null when it comes in one size that fits all. */
  sizes: readonly number[] | null;
}

/** Designs until the articles on sale at the end are at least as many as wanted. */
export function drawAssortment(products: number, random: RandomSource): Design[] {
  const designs: Design[] = [];
  let articles = 0;
  let collections = 0;
  const nouns = random.shuffled(collectionNouns);
  const adjectives = random.shuffled(collectionAdjectives);
  const add = (design: Design) => {
    designs.push(design);
    if (isOnSaleAtTheEnd(design)) articles += design.sizes?.length ?? 1;
  };
  for (const design of drawBasics(random)) add(design);
  while (articles < products) {
    if (random.chance(0.2)) {
      for (const design of drawCollection(collections, collectionName(collections, nouns, adjectives), random))
        add(design);
      collections += 1;
    } else add(drawLooseDesign(random));
  }
  return designs;
}

export function isOnSaleAtTheEnd({ trend }: Design): boolean {
  return trend.retiredDay === Number.POSITIVE_INFINITY;
}

/** What every shop has from its first day: care articles, gift cards and the first charms. */
function drawBasics(random: RandomSource): Design[] {
  const basics: Design[] = [];
  const trend: Trend = { ...drawTrend(random), kind: 'steady', launchDay: -1000, retiredDay: Number.POSITIVE_INFINITY };
  const plain = {
    style: -1,
    collection: -1,
    collectionName: '',
    metal: '',
    gem: '',
    color: '',
    gender: '',
    sizes: null,
  };
  const rest = { ...plain, titleNamesSize: false, trend };
  const care = typeIndex('care');
  for (const [index, noun] of typeList[care]?.noun.entries() ?? []) {
    basics.push({
      ...rest,
      type: care,
      title: noun,
      price: [8.5, 12.5, 14.5, 24, 4.5][index] ?? 10,
      popularity: 6 - index,
    });
  }
  for (const value of [25, 50, 100, 250]) {
    basics.push({ ...rest, type: typeIndex('gift card'), title: `Gift Card $${value}`, price: value, popularity: 2 });
  }
  return basics;
}

function drawCollection(index: number, name: string, random: RandomSource): Design[] {
  const style = random.weighted(styles.map(({ share }) => share));
  const { metals: usual, gems: stones } = styles[style] as Style;
  const isForMen = random.chance(0.07);
  const gender = isForMen ? 'men' : random.chance(0.12) ? 'unisex' : 'women';
  const main = isForMen && random.chance(0.6) ? random.pick(['titanium', 'stainless steel']) : random.pick(usual);
  const second = random.chance(0.4) ? random.pick(usual) : main;
  const gem = random.pick(stones);
  const tier = Math.exp(random.normal() * 0.35);
  const popularity = Math.exp(random.normal() * 0.9);
  const trend = drawTrend(random);
  const titles = random.weighted([0.6, 0.25, 0.15]);
  const designs: Design[] = [];
  for (const [type, { inCollection }] of typeList.entries()) {
    if (!random.chance(inCollection) || (isForMen && isWomens(type))) continue;
    const noun = random.pick(typeList[type]?.noun ?? []);
    for (const metal of new Set([main, second])) {
      const price = random.between(0.85, 1.2) * tier;
      designs.push(
        completeDesign(
          {
            type,
            style,
            collection: index,
            collectionName: name,
            metal,
            gem,
            gender,
            price,
            popularity: popularity * Math.exp(random.normal() * 0.5),
            trend,
            title:
              titles === 0
                ? `${name} ${titled(gem)}${noun} in ${titled(metal).trim()}`
                : `${name} ${titled(gem)}${noun}`,
            titleNamesSize: titles !== 2,
          },
          random,
        ),
      );
    }
  }
  return designs;
}

function drawLooseDesign(random: RandomSource): Design {
  const type = random.weighted(
    typeList.map(({ looseShare, name }) => (name === 'care' || name === 'gift card' ? 0 : looseShare)),
  );
  const style = random.weighted(styles.map(({ share }) => share));
  const { metals: usual, gems: stones } = styles[style] as Style;
  const isForMen = typeList[type]?.name === 'cufflinks' || (!isWomens(type) && random.chance(0.08));
  const metal = random.chance(0.8) ? random.pick(usual) : random.pick(Object.keys(metals));
  const gem = random.chance(0.35) ? '' : random.chance(0.75) ? random.pick(stones) : random.pick(Object.keys(gems));
  const noun = random.pick(typeList[type]?.noun ?? []);
  const isCharm = typeList[type]?.name === 'charm';
  const title = isCharm
    ? `${random.pick(charmMotifs)} ${noun}`
    : `${random.pick(looseAdjectives)} ${titled(gem)}${noun}`;
  return completeDesign(
    {
      type,
      style,
      collection: -1,
      collectionName: '',
      metal,
      gem: isCharm ? '' : gem,
      gender: isForMen ? 'men' : 'women',
      price: random.between(0.75, 1.3) * Math.exp(random.normal() * 0.3),
      popularity: Math.exp(random.normal() * 1.1),
      trend: drawTrend(random),
      title: random.chance(0.75) ? `${title} in ${titled(metal).trim()}` : title,
      titleNamesSize: random.chance(0.8),
    },
    random,
  );
}

type Draft = Omit<Design, 'color' | 'sizes'>;

/** `price` of a draft is relative to the usual price of its type, metal and gem. */
function completeDesign(draft: Draft, random: RandomSource): Design {
  const { price = 50, sizing } = typeList[draft.type] ?? {};
  const metal = metals[draft.metal] ?? { price: 1, color: '' };
  const gem = gems[draft.gem] ?? { price: 1, color: '' };
  // Small pieces take little metal and stone.
  const isSized = sizing !== undefined && random.chance(sizing === 'bracelet' ? 0.8 : 0.94);
  return {
    ...draft,
    color: gem.color || metal.color,
    price: toShopPrice(draft.price * price * metal.price * gem.price),
    sizes: isSized ? drawSizeRun(sizing, draft.gender === 'men', random) : null,
  };
}

function toShopPrice(price: number): number {
  if (price < 100) return Math.max(Math.round(price / 5) * 5, 5) - 0.05;
  if (price < 1000) return Math.round(price / 10) * 10 - 1;
  return Math.round(price / 50) * 50 - 5;
}

function isWomens(type: number): boolean {
  return ['anklet', 'earrings', 'brooch'].includes(typeList[type]?.name ?? '');
}

function collectionName(index: number, nouns: readonly string[], adjectives: readonly string[]): string {
  const noun = nouns[index % nouns.length] as string;
  const round = Math.floor(index / nouns.length);
  if (round === 0) return noun;
  const adjective = adjectives[(round - 1 + index) % adjectives.length] as string;
  const edition = Math.floor((round - 1) / adjectives.length);
  return `${adjective} ${noun}${edition === 0 ? '' : ` No. ${edition + 1}`}`;
}

/** `cubic zirconia` as `Cubic Zirconia `, ready to be followed. */
function titled(name: string): string {
  return name === '' ? '' : `${name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())} `;
}
