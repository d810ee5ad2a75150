import { z } from 'zod';
import { articleTypeKey } from './article-type.ts';
import { typedNumber } from './bare-number.ts';
import { boundedRecord } from './bounded-record.ts';
import { composed } from './composed.ts';
import { storableText } from './storable-text.ts';

/** In the languages of shops; those of Germanic ones also in one word with what has the size. */
const sizeNames =
  '(?:ring)?(?:sizes?|gr(?:ö|oe)(?:ß|ss)en?|maat|storlek|størrelse)|ringweiten?|sz|tailles?|tallas?|taglia|misura|tamanho|tamaños?';
/** What has a size, which names of sizes say as well. */
const sizedThings =
  '(?:(?:ring|shoe|finger|bracelet|bangle|wrist|band|necklace|chain|anklet|bague|anillo|pulsera|collar|anel|bracciale)s?|anell[oi]|ringe?)';
/** Words around both. */
const around = '(?:wo)?m[ae]n|ladies|kids|s|select|choose|your|the|d|da|de|del|della|di|do|la|le|of|pour|para|per';
const units = 'us|usa|uk|eu|de|fr|it|ca|jp|cm|mm|in|inch|inches';

/** `size-7`, `Size 7` and `7` are one size. */
const sizeWord = new RegExp(`^(?:${sizedThings}[\\s_-]*)?(?:${sizeNames})(?![\\p{L}])[\\s._:=#-]*(?=\\S)`, 'iu');
const isNameOfSize = new RegExp(`^(?:${sizeNames})$`, 'iu');
/** WooCommerce puts `pa` before the names of attributes. */
const isBesideIt = new RegExp(`^(?:pa|${units}|${sizedThings}|${around})$`, 'iu');

/** Whether an attribute is the size of a product by its name: `Ring Size (US)`, `pa_size`. */
export function namesSize(name: string): boolean {
  const words: string[] = composed(name).match(/\p{L}+/gu) ?? [];
  return (
    words.some((word) => isNameOfSize.test(word)) &&
    words.every((word) => isNameOfSize.test(word) || isBesideIt.test(word))
  );
}

/** A size without the word. */
export function bareSize(text: string): string {
  // U+2044, of which Unicode makes ½.
  return typedNumber(text.trim())
    .replaceAll('\u2044', '/')
    .replace(sizeWord, '')
    .replace(/^#\s*(?=\d)/, '');
}

const fractions = new Map([
  ['1/4', 0.25],
  ['¼', 0.25],
  ['1/2', 0.5],
  ['½', 0.5],
  ['3/4', 0.75],
  ['¾', 0.75],
]);
const betweenLetterAndDigit = /(?<=\p{L})[\s_-]+(?=\d)|(?<=\d)[\s_-]+(?=\p{L})/gu;

/**
 * The form in which sizes are compared: a number, or a text without case and without separators between letters and digits (`EU 52`,
 * `eu52`); null for an empty one. `7 1/2` is 7.5.
 */
export function sizeKey(size: number | string): number | string | null {
  if (typeof size === 'number') return size;
  const text = bareSize(size).trim().toLowerCase().replaceAll(betweenLetterAndDigit, '');
  if (text === '') return null;
  const [, whole, part = ''] = /^(\d+)[\s-]*((?<=\D)\d\/\d|[¼½¾])$/.exec(text) ?? [];
  const fraction = fractions.get(part);
  if (fraction !== undefined) return Number(whole) + fraction;
  return /^\d*[.,]?\d+$/.test(text) ? Number(text.replace(',', '.')) : text;
}

export const mostKnownSizes = 50;
const longestType = 200;
/** As of a size in the catalogue. */
export const longestSize = 32;

const sizeText = `a size must be a number, or a text of at most ${longestSize} characters`;

/** What a caller said of their sizes: article type → size. A null is kept: it takes an answer back. */
export const saidSizesSchema = boundedRecord('known_sizes', {
  key: z
    .string()
    .transform((type) => storableText(articleTypeKey(type)))
    .refine((type) => type.length >= 1 && type.length <= longestType),
  keyProblem: `an article type of known_sizes must have 1 to ${longestType} characters`,
  value: z.union([z.number(), z.string().max(longestSize, sizeText).transform(storableText)], sizeText).nullable(),
  most: mostKnownSizes,
});
export type SaidSizes = z.output<typeof saidSizesSchema>;
