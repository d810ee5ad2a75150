import type { CustomerProfile } from '../candidate-generation/customer-profile.ts';
import type { CatalogueColumns } from '../catalogue-columns.ts';
import { type Feature, missing } from './feature.ts';

/** How the product fits what the customer bought, whichever product it is. */
export const tasteFeatures: readonly Feature[] = [
  {
    name: 'expected_type',
    unit: 'probability of the article type',
    of: ({ snapshot, expectedTypes }, { item }) =>
      expectedTypes[snapshot.catalogue.columns.types[item] as number] as number,
  },
  {
    name: 'type_share',
    unit: 'share of the history',
    of: ({ snapshot, profile }, { item }) =>
      profile.basketCount === 0
        ? missing
        : (profile.typeShares[snapshot.catalogue.columns.types[item] as number] as number),
  },
  {
    name: 'attribute_taste',
    unit: 'mean share of the history, by attribute',
    of: ({ snapshot, profile }, { item }) => attributeTaste(profile, snapshot.catalogue.columns, item),
  },
  {
    name: 'price_above_history',
    unit: 'difference of logarithms',
    of: ({ snapshot, profile }, { item }) =>
      profile.logPrice === null ? -99 : (snapshot.catalogue.columns.logPrices[item] as number) - profile.logPrice.mean,
  },
  {
    name: 'price_off_history',
    unit: 'difference of logarithms by spread',
    of: ({ snapshot, profile }, { item }) =>
      profile.logPrice === null
        ? missing
        : Math.abs((snapshot.catalogue.columns.logPrices[item] as number) - profile.logPrice.mean) /
          (profile.logPrice.spread + 0.2),
  },
  {
    name: 'price_band',
    unit: 'eighth of the catalogue',
    of: ({ snapshot }, { item }) => snapshot.catalogue.columns.priceBands[item] as number,
  },
];

function attributeTaste(profile: CustomerProfile, columns: CatalogueColumns, item: number): number {
  if (profile.basketCount === 0 || columns.attributes.length === 0) return missing;
  let sum = 0;
  for (const [index, column] of columns.attributes.entries())
    sum += profile.attributeShares[index]?.[column[item] as number] ?? 0;
  return sum / columns.attributes.length;
}
