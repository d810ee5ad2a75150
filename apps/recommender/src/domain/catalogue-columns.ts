import { articleTypeKey } from './article-type.ts';
import type { CatalogueItem } from './catalogue.ts';

/** What ranking reads of a catalogue, column by column; the index is the item's. */
export interface CatalogueColumns {
  /** Index in `typeKeys`. */
  readonly types: Uint16Array;
  readonly typeKeys: readonly string[];
  /** NaN when the product is not sized. */
  readonly sizes: Float64Array;
  /** Natural logarithm of 1 + list price. */
  readonly logPrices: Float32Array;
  /** 0 (cheapest) to 7, an eighth of the catalogue each. */
  readonly priceBands: Uint8Array;
  /** One an attribute that tells products apart; 0 where the product has none, else a code of the value. */
  readonly attributes: readonly Uint16Array[];
  /** For each attribute and code: how telling it is that two products share it, in nats (rare values tell more). */
  readonly attributeTells: readonly Float32Array[];
  /** Products of one style share all their attributes; 0 for products without any. */
  readonly styles: Int32Array;
  readonly styleCount: number;
}

export const priceBandCount = 8;
/** An attribute with more values names products rather than describes them. */
const maxAttributeValues = 500;
const maxAttributes = 12;

export function createCatalogueColumns(items: readonly CatalogueItem[]): CatalogueColumns {
  const typeKeys: string[] = [];
  const types = new Uint16Array(encode(items, (item) => articleTypeKey(item.articleType), typeKeys));
  const logPrices = Float32Array.from(items, ({ webPrice }) => Math.log1p(webPrice));
  const attributeNames = [...new Set(items.flatMap((item) => Object.keys(item.attributes)))].sort();
  const attributes: Uint16Array[] = [];
  const attributeTells: Float32Array[] = [];
  for (const name of attributeNames) {
    if (attributes.length === maxAttributes) break;
    const values: string[] = [];
    const codes = encode(items, (item) => item.attributes[name]?.trim().toLowerCase() || undefined, values);
    if (values.length < 2 || values.length > maxAttributeValues) continue;
    // Codes start from 1, so that 0 means "none".
    const column = Uint16Array.from(codes, (code) => code + 1);
    attributes.push(column);
    attributeTells.push(tellsOf(column, values.length + 1));
  }
  const styleKeys: string[] = [''];
  const styles = encode(items, (_, index) => styleKey(attributes, index), styleKeys);
  return {
    types,
    typeKeys,
    sizes: Float64Array.from(items, ({ size }) => size ?? Number.NaN),
    logPrices,
    priceBands: bandsOf(logPrices),
    attributes,
    attributeTells,
    styles,
    styleCount: styleKeys.length,
  };
}

/** Numbers texts in order of first appearance into `keys`; -1 for none. */
function encode(
  items: readonly CatalogueItem[],
  textOf: (item: CatalogueItem, index: number) => string | undefined,
  keys: string[],
): Int32Array {
  const codes = new Map(keys.map((key, code) => [key, code]));
  return Int32Array.from(items, (item, index) => {
    const text = textOf(item, index);
    if (text === undefined) return -1;
    let code = codes.get(text);
    if (code === undefined) {
      code = keys.push(text) - 1;
      codes.set(text, code);
    }
    return code;
  });
}

function styleKey(attributes: readonly Uint16Array[], item: number): string {
  const codes = attributes.map((column) => column[item] ?? 0);
  return codes.every((code) => code === 0) ? '' : codes.join('|');
}

function tellsOf(column: Uint16Array, codeCount: number): Float32Array {
  const counts = new Float32Array(codeCount);
  let known = 0;
  for (const code of column) {
    if (code === 0) continue;
    counts[code] = (counts[code] ?? 0) + 1;
    known += 1;
  }
  return counts.map((count) => (count === 0 ? 0 : Math.log(known / count)));
}

function bandsOf(logPrices: Float32Array): Uint8Array {
  const sorted = Float32Array.from(logPrices).sort();
  const limits = Array.from({ length: priceBandCount - 1 }, (_, band) => {
    return sorted[Math.floor(((band + 1) * sorted.length) / priceBandCount)] ?? 0;
  });
  return Uint8Array.from(logPrices, (price) => {
    let band = 0;
    while (band < limits.length && price >= (limits[band] ?? Number.POSITIVE_INFINITY)) band += 1;
    return band;
  });
}
