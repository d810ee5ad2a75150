import { type CallOffers, isDeclineReason, type OfferItem, type OfferOutcome } from '@callside/schemas';
import type { TFunction } from 'i18next';
import type { Formats } from '../app/use-formats.ts';
import type { OfferedProduct } from './offer-dialog.ts';

const reasonCodes = [
  'often_bought_with',
  'also_bought_with',
  'goes_with_history',
  'completes_history',
  'bought_next',
  'own_repeat',
  'customers_like_you',
  'customers_like_you_now',
  'matches',
  'your_taste',
  'same_style',
  'popular_here',
  'popular_now',
  'popular',
] as const;

/** The texts of all reasons, each once. */
export function reasonsInWords(
  t: TFunction,
  reasons: readonly string[],
  titles: Readonly<Record<string, string>>,
): string[] {
  // "popular in the last weeks; popular" would say it twice.
  const told = reasons.includes('popular_now') ? reasons.filter((reason) => reason !== 'popular') : reasons;
  return [...new Set(told.map((reason) => reasonInWords(t, reason, titles)))];
}

/** The text of a reason. For an unknown code of a later release, it is the code with spaces. */
function reasonInWords(t: TFunction, reason: string, titles: Readonly<Record<string, string>>): string {
  const [, sent = '', sku] = /^([^:]*)(?::(.*))?$/su.exec(reason) ?? [];
  const code = reasonCodes.find((known) => known === sent);
  const text = code === undefined ? sent.replaceAll('_', ' ') : t(`offers.reasons.${code}`);
  return sku === undefined ? text : `${text} ${titles[sku] ?? t('offers.sku', { sku })}`;
}

/**
 * The sentence to say, in the language of the page. That of the recommender is English; in another language it is made of the same data,
 * with the price in digits. The title stays in the language of the catalogue.
 */
export function speechInWords(
  t: TFunction,
  { speech, title, web_price }: Pick<OfferItem, 'speech' | 'title' | 'web_price'>,
  { money }: Pick<Formats, 'money'>,
  language: string,
): string {
  if (speech !== undefined && language === 'en') return speech;
  const price = money(web_price);
  return t(price === money(0) ? 'offers.speechFree' : 'offers.speech', { title, price });
}

/** Below this number of pieces the stock is said as few. */
const fewPieces = 4;

/** A short word for the stock, such as: only 2 left. null when it is not known. */
export function stockInWords(
  t: TFunction,
  { on_hand }: Pick<OfferItem, 'on_hand'>,
  { number }: Pick<Formats, 'number'>,
): { level: 'none' | 'few' | 'enough'; text: string } | null {
  if (on_hand === undefined) return null;
  if (on_hand === 0) return { level: 'none', text: t('offers.noStock') };
  const level = on_hand < fewPieces ? 'few' : 'enough';
  return { level, text: t(level === 'few' ? 'offers.fewInStock' : 'offers.inStock', { number: number(on_hand) }) };
}

/** One of the reasons that every desk offers, in the reader's language; any other as the rep wrote it. */
export function declineInWords(t: TFunction, reason: string): string {
  return isDeclineReason(reason) ? t(`offers.declineReasons.${reason}`) : reason;
}

/** The outcome of an offer, in words. */
export function outcomeInWords(
  t: TFunction,
  outcome: OfferOutcome,
  { number, money }: Pick<Formats, 'number' | 'money'>,
): string {
  if (outcome.outcome === 'declined') {
    return outcome.reason === null
      ? t('offers.declined')
      : t('offers.declinedBecause', { reason: declineInWords(t, outcome.reason) });
  }
  const sold = t('offers.soldState', { number: number(outcome.qty ?? 1), price: money(outcome.unit_price ?? 0) });
  return outcome.reported ? sold : `${sold} ${t('offers.notReported')}`;
}

/** What is shown of the outcomes of an offer: all sales, or else the last decline. */
export function outcomesOf({ sku }: Pick<OfferItem, 'sku'>, outcomes: readonly OfferOutcome[]): OfferOutcome[] {
  const own = outcomes.filter((outcome) => outcome.sku === sku);
  const sales = own.filter(({ outcome }) => outcome === 'sold');
  return sales.length > 0 ? sales : own.slice(-1);
}

/**
 * The products of sales that are not among those on the page: a later question may not have them any more, or the customer wants no offers.
 * `own`: what this tab has sold.
 */
export function soldBeside(
  { outcomes, titles, items }: Pick<CallOffers, 'outcomes' | 'titles' | 'items'>,
  { shown, own }: { shown: readonly OfferItem[]; own: readonly OfferedProduct[] },
  nameOf: (sku: string) => string,
): OfferedProduct[] {
  const isShown = new Set(shown.map(({ sku }) => sku));
  const sold = outcomes.filter(({ sku, outcome }) => outcome === 'sold' && !isShown.has(sku));
  const known: readonly OfferedProduct[] = [...items, ...own];
  return [...new Set(sold.map(({ sku }) => sku))].map(
    // Without its offer the price is not known any more: no price is compared with 0.
    (sku) => known.find((item) => item.sku === sku) ?? { sku, title: titles[sku] ?? nameOf(sku), web_price: 0 },
  );
}

/** An idea for each slot, by its best rank: the first offer, and after it its alternatives by rank. */
export function inSlots(items: readonly OfferItem[]): [OfferItem, ...OfferItem[]][] {
  const slots = new Map<number, [OfferItem, ...OfferItem[]]>();
  for (const item of items.toSorted((one, other) => one.rank - other.rank)) {
    const slot = slots.get(item.slot);
    if (slot === undefined) slots.set(item.slot, [item]);
    else slot.push(item);
  }
  return [...slots.values()];
}

/** Identifies one attempt of a rep, however often it is sent. randomUUID does not exist on pages without https. */
export function newOutcomeId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
