import type { CatalogueColumns } from '../catalogue-columns.ts';
import { affinity, type Neighbours } from '../purchase-index/neighbours.ts';
import { type Feature, type FeatureContext, missing } from './feature.ts';

/** How the product goes with what is being bought right now: the best over the anchors. */
export const anchorFeatures: readonly Feature[] = [
  {
    name: 'anchor_together',
    unit: 'affinity of one basket',
    of: (context, { item }) => bestAffinity(context, context.snapshot.purchases.together, item),
  },
  {
    name: 'anchor_also_bought',
    unit: 'affinity of one customer',
    of: (context, { item }) => bestAffinity(context, context.snapshot.purchases.alsoBought, item),
  },
  {
    name: 'anchor_same_type',
    unit: '1 or 0',
    of: ({ anchors, snapshot }, { item }) => {
      const { types } = snapshot.catalogue.columns;
      return best(anchors, (anchor) => (types[anchor] === types[item] ? 1 : 0));
    },
  },
  {
    name: 'anchor_alike',
    unit: 'share of the attributes',
    of: ({ anchors, snapshot }, { item }) => best(anchors, (anchor) => alike(snapshot.catalogue.columns, anchor, item)),
  },
  {
    name: 'anchor_alike_tells',
    unit: 'nats that the shared attributes tell',
    of: ({ anchors, snapshot }, { item }) => best(anchors, (anchor) => tells(snapshot.catalogue.columns, anchor, item)),
  },
  {
    name: 'anchor_same_style',
    unit: '1 or 0',
    of: ({ anchors, snapshot }, { item }) => {
      const { styles } = snapshot.catalogue.columns;
      return best(anchors, (anchor) => (styles[anchor] !== 0 && styles[anchor] === styles[item] ? 1 : 0));
    },
  },
  {
    name: 'anchor_price_off',
    unit: 'least difference of logarithms',
    of: ({ anchors, snapshot }, { item }) => {
      const { logPrices } = snapshot.catalogue.columns;
      let least = Number.POSITIVE_INFINITY;
      for (const anchor of anchors)
        least = Math.min(least, Math.abs((logPrices[anchor] as number) - (logPrices[item] as number)));
      return anchors.length === 0 ? missing : least;
    },
  },
  {
    name: 'anchor_price_above',
    unit: 'difference of logarithms from the first anchor',
    of: ({ anchors, snapshot }, { item }) => {
      const { logPrices } = snapshot.catalogue.columns;
      const [anchor] = anchors;
      return anchor === undefined ? -99 : (logPrices[item] as number) - (logPrices[anchor] as number);
    },
  },
];

function bestAffinity({ anchors }: FeatureContext, neighbours: Neighbours, item: number): number {
  return best(anchors, (anchor) => affinity(neighbours, anchor, item));
}

function best(anchors: readonly number[], of: (anchor: number) => number): number {
  let result = missing;
  for (const anchor of anchors) result = Math.max(result, of(anchor));
  return result;
}

function alike({ attributes }: CatalogueColumns, anchor: number, item: number): number {
  if (attributes.length === 0) return 0;
  let shared = 0;
  for (const column of attributes) if (column[anchor] === column[item]) shared += 1;
  return shared / attributes.length;
}

function tells({ attributes, attributeTells }: CatalogueColumns, anchor: number, item: number): number {
  let sum = 0;
  for (const [index, column] of attributes.entries()) {
    const code = column[item] as number;
    if (code !== 0 && column[anchor] === code) sum += attributeTells[index]?.[code] ?? 0;
  }
  return sum;
}
