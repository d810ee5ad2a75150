import { typeIndex, typeList } from './article-types.ts';
import type { Design } from './design.ts';
import type { RandomSource } from './random-source.ts';
import { drawTrend, type Trend } from './trend.ts';

/** Designs that are always on sale: care articles and gift cards. */
export function drawBasicDesigns(random: RandomSource): Design[] {
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
