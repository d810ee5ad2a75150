import { articleTypeKey, sizeKey, sizeWording } from '@callside/schemas';
import type { CatalogueItem } from './catalogue-item.ts';
import { familyTitle } from './family-title.ts';

/** The catalogue fields that ranking reads, as columns that are indexed by item. */
export interface CatalogueColumns {
  /** Index in `typeKeys`. */
  readonly types: Int32Array;
  readonly typeKeys: readonly string[];
  /** Index in `wordingTexts`, which have what may name a sized article type (`sizeWording`). */
  readonly wordings: Int32Array;
  readonly wordingTexts: readonly string[];
  /** Products with one title, whatever their price; sizes and colours apart. */
  readonly titles: Int32Array;
  /**
   * Products of one article type, title and price are a family: they differ in size or colour. The price tells families
   * apart where titles describe a kind of product, such as "Gold ring".
   */
  readonly families: Int32Array;
  /** Codes for comparison only; NaN when the product is not sized. Sizes that are texts have negative codes. */
  readonly sizes: Float64Array;
  /** The texts of sizes that are none, in the form of `sizeKey`; that of code -1 comes first. */
  readonly sizeTexts: readonly string[];
  /** 1 for an item that is no longer offered. */
  readonly retired: Uint8Array;
  /** Natural logarithm of 1 + list price. */
  readonly logPrices: Float32Array;
  /** Categorical features: article type, price band, then each attribute that distinguishes products. */
  readonly categoricalFeatures: readonly CategoricalFeature[];
  /** Items of one style have the same attributes; 0 for items without any. */
  readonly styles: Int32Array;
  /** One item of each style; -1 where there is none. */
  readonly styleExamples: Int32Array;
}

/** One categorical feature of all items, as codes from 0. */
export interface CategoricalFeature {
  /** For an attribute, code 0 means that the item has none. */
  readonly codes: Uint16Array;
  readonly codeCount: number;
}

export const typeFeature = 0;
export const priceBandFeature = 1;
/** Categorical features from this index on are attributes. */
export const firstAttribute = 2;

const priceBandCount = 10;
/** Rarer values share one code: affinities are stored as tables of all pairs of codes. */
const maxCodes = 300;
/** An attribute with more values identifies products instead of describing them. */
const maxAttributeValues = 2_000;
const maxAttributes = 12;

export function createCatalogueColumns(items: readonly CatalogueItem[]): CatalogueColumns {
  const typeKeys: string[] = [];
  const types = encode(items, (item) => articleTypeKey(item.articleType), typeKeys);
  const wordingTexts: string[] = [];
  const wordings = encode(items, ({ articleType, attributes }) => sizeWording(articleType, attributes), wordingTexts);
  const titles = encode(items, familyTitle, []);
  const logPrices = Float32Array.from(items, ({ webPrice }) => Math.log1p(webPrice));
  const attributes = attributesOf(items);
  const styleKeys: string[] = [''];
  const styles = encode(items, (_, index) => styleKey(attributes, index), styleKeys);
  return {
    types,
    typeKeys,
    wordings,
    wordingTexts,
    titles,
    families: encode(items, ({ webPrice }, item) => `${types[item]} ${titles[item]} ${webPrice}`, []),
    ...sizesOf(items),
    retired: Uint8Array.from(items, ({ retired }) => (retired ? 1 : 0)),
    logPrices,
    categoricalFeatures: [
      frequentCodes(types, typeKeys.length),
      { codes: priceBandsOf(logPrices), codeCount: priceBandCount },
      ...attributes.map(({ feature }) => feature),
    ],
    styles,
    styleExamples: examplesOf(styles, styleKeys.length),
  };
}

function sizesOf(items: readonly CatalogueItem[]): Pick<CatalogueColumns, 'sizes' | 'sizeTexts'> {
  const codes = new Map<string, number>();
  const sizes = Float64Array.from(items, ({ size }) => {
    const key = size === null ? null : sizeKey(size);
    if (typeof key !== 'string') return key ?? Number.NaN;
    const code = codes.get(key) ?? -1 - codes.size;
    codes.set(key, code);
    return code;
  });
  return { sizes, sizeTexts: [...codes.keys()] };
}

/** The code of a size that somebody said; null: no product has it. */
export function codeOfSize({ sizeTexts }: Pick<CatalogueColumns, 'sizeTexts'>, said: number | string): number | null {
  const key = sizeKey(said);
  if (typeof key !== 'string') return key !== null && key >= 0 ? key : null;
  const place = sizeTexts.indexOf(key);
  return place < 0 ? null : -1 - place;
}

/** The first item of each style; -1 for style 0 when every product has attributes. */
function examplesOf(styles: Int32Array, styleCount: number): Int32Array {
  const examples = new Int32Array(styleCount).fill(-1);
  for (const [item, style] of styles.entries()) if (examples[style] === -1) examples[style] = item;
  return examples;
}

interface Attribute {
  readonly feature: CategoricalFeature;
  /** A code for each value, also where rare values share a code of the feature. */
  readonly codes: Int32Array;
}

function attributesOf(items: readonly CatalogueItem[]): Attribute[] {
  const names = new Set<string>();
  for (const { attributes } of items) for (const name of Object.keys(attributes)) names.add(name);
  const attributes: (Attribute & { information: number })[] = [];
  for (const name of [...names].sort()) {
    const values: string[] = [''];
    const codes = encode(items, (item) => attributeOf(item, name), values);
    if (values.length < 3 || values.length > maxAttributeValues) continue;
    const feature = frequentCodes(codes, values.length);
    attributes.push({ feature, codes, information: informationOf(feature) });
  }
  // The sort keeps the order of equal ones, so the choice does not depend on the order of the items.
  const telling = attributes.toSorted((one, other) => other.information - one.information).slice(0, maxAttributes);
  return attributes.filter((attribute) => telling.includes(attribute));
}

/**
 * What an attribute says about products that share a value: the entropy of its codes, in bits. The value of a single product counts
 * as no value, because no purchase of another product says anything about it.
 */
function informationOf({ codes, codeCount }: CategoricalFeature): number {
  const counts = new Uint32Array(codeCount);
  for (const code of codes) counts[code] = (counts[code] as number) + 1;
  let unshared = counts[0] as number;
  let information = 0;
  const add = (count: number) => {
    if (count > 0) information -= (count / codes.length) * Math.log2(count / codes.length);
  };
  for (const count of counts.subarray(1)) {
    if (count === 1) unshared += 1;
    else add(count);
  }
  add(unshared);
  return information;
}

function attributeOf({ attributes }: CatalogueItem, name: string): string {
  return Object.hasOwn(attributes, name) ? (attributes[name] as string).trim().toLowerCase() : '';
}

/** Numbers the texts in order of first appearance. Appends new texts to `keys`. */
function encode(
  items: readonly CatalogueItem[],
  textOf: (item: CatalogueItem, index: number) => string,
  keys: string[],
): Int32Array {
  const codes = new Map(keys.map((key, code) => [key, code]));
  return Int32Array.from(items, (item, index) => {
    const text = textOf(item, index);
    const known = codes.get(text);
    if (known !== undefined) return known;
    const code = keys.push(text) - 1;
    codes.set(text, code);
    return code;
  });
}

/** Keeps code 0 and the most frequent codes; all others share one code. */
function frequentCodes(codes: Int32Array, codeCount: number): CategoricalFeature {
  if (codeCount <= maxCodes) return { codes: Uint16Array.from(codes), codeCount };
  const counts = new Uint32Array(codeCount);
  for (const code of codes) counts[code] = (counts[code] as number) + 1;
  const kept = Array.from(counts, (_, code) => code)
    .slice(1)
    .sort((one, other) => (counts[other] as number) - (counts[one] as number) || one - other)
    .slice(0, maxCodes - 2);
  const renumbered = new Uint16Array(codeCount).fill(maxCodes - 1);
  renumbered[0] = 0;
  for (const [index, code] of kept.entries()) renumbered[code] = index + 1;
  return { codes: Uint16Array.from(codes, (code) => renumbered[code] as number), codeCount: maxCodes };
}

function styleKey(attributes: readonly Attribute[], item: number): string {
  const codes = attributes.map(({ codes }) => codes[item] as number);
  return codes.every((code) => code === 0) ? '' : codes.join('|');
}

/** Bands of equal shares of the catalogue, the cheapest first. */
function priceBandsOf(logPrices: Float32Array): Uint16Array {
  const sorted = Float32Array.from(logPrices).sort();
  const limits = Array.from({ length: priceBandCount - 1 }, (_, band) => {
    return sorted[Math.floor(((band + 1) * sorted.length) / priceBandCount)] ?? 0;
  });
  return Uint16Array.from(logPrices, (price) => {
    let band = 0;
    while (band < limits.length && price >= (limits[band] as number)) band += 1;
    return band;
  });
}
