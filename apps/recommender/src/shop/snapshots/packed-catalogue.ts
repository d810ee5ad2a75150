import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CatalogueColumns, CatalogueItem } from '../../ranking/index.ts';
import { type Catalogue, numberOfSku } from '../../ranking/index.ts';
import { createTitleTable, lookUpTitle, type TitleTable } from './title-table.ts';

/** A catalogue for passing between threads: the large parts are in buffers, which are transferred and not copied. */
export interface PackedCatalogue {
  version: string;
  columns: CatalogueColumns;
  /** SKUs as numbers, by item; Infinity for SKUs that are not numbers. */
  skus: Float64Array<ArrayBuffer>;
  /** The SKUs themselves, as a JSON array. Passing one text between threads is faster than passing a million texts. */
  skusJson: string;
  titles: TitleTable;
  /** JSON of a few hundred items each, in order. */
  slices: Uint8Array<ArrayBuffer>[];
}

const sliceItems = 250;

export function packCatalogue(catalogue: Catalogue): PackedCatalogue {
  const { items, version, columns } = catalogue;
  const encoder = new TextEncoder();
  const slices: Uint8Array<ArrayBuffer>[] = [];
  for (let from = 0; from < items.length; from += sliceItems) {
    slices.push(encoder.encode(JSON.stringify(items.slice(from, from + sliceItems))));
  }
  return {
    version,
    columns,
    skus: Float64Array.from(items, ({ sku }) => numberOfSku(sku)),
    skusJson: JSON.stringify(items.map(({ sku }) => sku)),
    titles: createTitleTable(catalogue),
    slices,
  };
}

/** Restores the catalogue, in small steps that let the event loop do other work between them. */
export async function unpackCatalogue({ version, columns, skus, titles, slices }: PackedCatalogue): Promise<Catalogue> {
  const decoder = new TextDecoder();
  const items: CatalogueItem[] = [];
  for (const slice of slices) {
    items.push(...(JSON.parse(decoder.decode(slice)) as CatalogueItem[]));
    await nextTurn();
  }
  return {
    items,
    version,
    columns,
    indexOfSku: (sku) => indexOfSku(skus, items, sku),
    findTitle: (title) => lookUpTitle(titles, (item) => items[item]?.title ?? '', title),
  };
}

/** Binary search: a growing Map of all SKUs would block the event loop for too long. */
function indexOfSku(skus: Float64Array, items: readonly CatalogueItem[], sku: string): number | undefined {
  const number = numberOfSku(sku);
  let from = 0;
  let to = skus.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const other = skus[middle] as number;
    const isBefore = other === number ? (items[middle] as CatalogueItem).sku < sku : other < number;
    if (isBefore) from = middle + 1;
    else to = middle;
  }
  return items[from]?.sku === sku ? from : undefined;
}
