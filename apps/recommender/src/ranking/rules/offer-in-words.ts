import { ToWords } from 'to-words/en-US';
import type { CatalogueItem } from './catalogue-item.ts';

/** Voices of IVRs read about 150 words, or 900 characters, a minute. Both limits are below 8 s. */
const mostWords = 19;
const mostCharacters = 115;
/** A longer price, of hundreds of thousands, stays in digits, so that the name of the product has room. */
const mostPriceCharacters = 90;

/** The words of frequent currencies. The name of any other one comes from Intl, and its decimals are read digit by digit. */
const currencies: Readonly<Record<string, { one: string; many: string; part: string; parts: string }>> = {
  USD: { one: 'dollar', many: 'dollars', part: 'cent', parts: 'cents' },
  CAD: { one: 'dollar', many: 'dollars', part: 'cent', parts: 'cents' },
  AUD: { one: 'dollar', many: 'dollars', part: 'cent', parts: 'cents' },
  NZD: { one: 'dollar', many: 'dollars', part: 'cent', parts: 'cents' },
  EUR: { one: 'euro', many: 'euros', part: 'cent', parts: 'cents' },
  GBP: { one: 'pound', many: 'pounds', part: 'penny', parts: 'pence' },
  CHF: { one: 'franc', many: 'francs', part: 'centime', parts: 'centimes' },
  INR: { one: 'rupee', many: 'rupees', part: 'paisa', parts: 'paise' },
};

const numbers = new ToWords();

/** Kept with the product: to make a sentence takes longer than most parts of a request. */
const kept = new WeakMap<CatalogueItem, { currency: string; sentence: string }>();

/** A sentence in English that can be read out in less than 8 s: `Opal Studs, for ninety-nine dollars and fifty cents.` */
export function offerInWords(item: CatalogueItem, currency: string): string {
  const known = kept.get(item);
  if (known?.currency === currency) return known.sentence;
  const sentence = sentenceOf(item, currency);
  kept.set(item, { currency, sentence });
  return sentence;
}

function sentenceOf({ title, articleType, webPrice }: CatalogueItem, currency: string): string {
  const isFree = Number(webPrice.toFixed(formatOf(currency).decimals)) === 0;
  const words = isFree ? 'free of charge.' : `for ${priceInWords(webPrice, currency)}.`;
  const isLong = words.length > mostPriceCharacters;
  const price = isLong ? `for ${formatOf(currency).format.format(webPrice)}.` : words;
  const left = { words: mostWords - price.split(' ').length, characters: mostCharacters - price.length - 2 };
  const name = shorten(readable(title), left) || shorten(readable(articleType), left) || 'This product';
  return `${name}, ${price}`;
}

/** `amount` in units of the currency (ISO 4217), rounded to its smallest part. */
export function priceInWords(amount: number, currency: string): string {
  const { format, decimals } = formatOf(currency);
  const [units = '0', fraction = ''] = amount.toFixed(decimals).split('.');
  const parts = Number(fraction);
  const known = currencies[currency];
  if (known !== undefined) {
    const whole = `${inWords(Number(units))} ${units === '1' ? known.one : known.many}`;
    if (parts === 0) return whole;
    const rest = `${inWords(parts)} ${parts === 1 ? known.part : known.parts}`;
    return units === '0' ? rest : `${whole} and ${rest}`;
  }
  const name = format.formatToParts(Number(amount.toFixed(decimals))).find(({ type }) => type === 'currency')?.value;
  const digits = parts === 0 ? '' : ` point ${[...fraction].map((digit) => inWords(Number(digit))).join(' ')}`;
  return `${inWords(Number(units))}${digits} ${name ?? currency}`;
}

interface Format {
  format: Intl.NumberFormat;
  decimals: number;
}

const formats = new Map<string, Format>();

function formatOf(currency: string): Format {
  const known = formats.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'name' });
  const made = { format, decimals: format.resolvedOptions().maximumFractionDigits ?? 2 };
  formats.set(currency, made);
  return made;
}

function inWords(whole: number): string {
  return numbers
    .convert(whole)
    .toLowerCase()
    .replace(
      /\b(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety) (one|two|three|four|five|six|seven|eight|nine)\b/g,
      '$1-$2',
    );
}

/** The text without signs that a voice spells out. */
function readable(text: string): string {
  return text
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}\p{M}'.,%/-]+/gu, ' ')
    .replaceAll(/(^|\s)[^\p{L}\p{N}]+(?=\s|$)/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/[.,\s]+$/, '')
    .trim();
}

/** Whole words from the beginning; a first word that is too long is cut. */
function shorten(text: string, { words, characters }: { words: number; characters: number }): string {
  const kept: string[] = [];
  for (const word of text.split(' ').slice(0, words)) {
    if ([...kept, word].join(' ').length > characters) break;
    kept.push(word);
  }
  if (kept.length > 0) return kept.join(' ').replace(/[.,]+$/, '');
  // PostgreSQL stores no half of a surrogate pair.
  return text.slice(0, Math.max(0, characters)).replace(/[\uD800-\uDBFF]$/, '');
}
