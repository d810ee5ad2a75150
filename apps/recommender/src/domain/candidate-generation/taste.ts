import { type CatalogueColumns, priceBandCount } from '../catalogue-columns.ts';
import { bestOf, noNumbers } from '../score-board.ts';
import type { CandidateSource, SourceContext } from './candidate-source.ts';
import type { CustomerProfile } from './customer-profile.ts';
import { expectedTypes } from './expected-types.ts';

const maxCells = 16;
const maxItemsOfCell = 60;
const maxItemsOfStyle = 150;
const maxOwnStyles = 10;

/** Of the article types and price bands that the customer tends to, what is bought most of late and matches his attributes. */
export const taste: CandidateSource = {
  name: 'your_taste',
  weight: 0.8,
  find: (context) => {
    const { snapshot, profile, anchors, items, isEligible, limit } = context;
    if (profile.basketCount === 0 && anchors.length === 0) return noNumbers;
    const { columns } = snapshot.catalogue;
    const { starts, items: grouped } = snapshot.purchases.byTypeAndPrice;
    const [, , season] = snapshot.purchases.statistics.trend;
    for (const { cell, probability } of likeliestCells(context)) {
      const from = starts[cell] as number;
      const to = Math.min(starts[cell + 1] as number, from + maxItemsOfCell);
      for (let place = from; place < to; place += 1) {
        const item = grouped[place] as number;
        items.add(item, probability * Math.sqrt((season[item] as number) + 0.1) * matchOf(context, columns, item));
      }
    }
    const best = bestOf(items, limit, isEligible);
    items.clear();
    return best;
  },
};

/** Of the very style (all attributes alike) of the anchors or of what the customer bought. */
export const sameStyle: CandidateSource = {
  name: 'same_style',
  weight: 1,
  find: ({ snapshot, profile, anchors, items, isEligible, limit }) => {
    const { types, styles } = snapshot.catalogue.columns;
    const { byStyle, types: affinity, statistics } = snapshot.purchases;
    const [, , season] = statistics.trend;
    const collect = (reference: number, table: Float32Array, weight: number) => {
      const style = styles[reference] as number;
      const from = byStyle.starts[style] as number;
      const to = Math.min(byStyle.starts[style + 1] as number, from + maxItemsOfStyle);
      const row = (types[reference] as number) * affinity.typeCount;
      for (let place = from; place < to; place += 1) {
        const item = byStyle.items[place] as number;
        const expected = table[row + (types[item] as number)] as number;
        items.add(item, weight * expected * Math.sqrt((season[item] as number) + 0.1));
      }
    };
    for (const anchor of anchors) collect(anchor, affinity.together, 1);
    if (anchors.length === 0) {
      for (const own of profile.own.slice(0, maxOwnStyles)) collect(own.item, affinity.next, own.weight);
    }
    const best = bestOf(items, limit, isEligible);
    items.clear();
    return best;
  },
};

function likeliestCells({ snapshot, profile, anchors }: SourceContext): { cell: number; probability: number }[] {
  const types = expectedTypes(snapshot, profile, anchors);
  const bands = expectedBands(profile, snapshot.catalogue.columns, anchors);
  const cells: { cell: number; probability: number }[] = [];
  for (let type = 0; type < types.length; type += 1) {
    for (let band = 0; band < priceBandCount; band += 1) {
      const probability = (types[type] as number) * (bands[band] as number);
      cells.push({ cell: type * priceBandCount + band, probability });
    }
  }
  return cells.sort((one, other) => other.probability - one.probability || one.cell - other.cell).slice(0, maxCells);
}

/** Neighbouring bands share: prices of one taste scatter. */
function expectedBands(
  profile: CustomerProfile,
  { priceBands }: CatalogueColumns,
  anchors: readonly number[],
): Float32Array {
  const bands = new Float32Array(priceBandCount).fill(0.02);
  const spread = (band: number, weight: number) => {
    for (let other = 0; other < priceBandCount; other += 1) {
      bands[other] = (bands[other] as number) + weight * 0.5 ** Math.abs(other - band);
    }
  };
  for (const anchor of anchors) spread(priceBands[anchor] as number, 1 / anchors.length);
  const historyWeight = anchors.length > 0 ? 0.3 : 1;
  for (let band = 0; band < priceBandCount; band += 1)
    spread(band, historyWeight * (profile.priceBandShares[band] as number));
  return bands;
}

function matchOf({ profile, anchors }: SourceContext, columns: CatalogueColumns, item: number): number {
  let match = 1;
  for (const [index, column] of columns.attributes.entries()) {
    const code = column[item] as number;
    let share = profile.attributeShares[index]?.[code] ?? 0;
    for (const anchor of anchors) if (column[anchor] === code) share += 1 / anchors.length;
    match *= 0.3 + share;
  }
  return match;
}
