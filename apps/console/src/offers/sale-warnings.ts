import type { OfferItem } from '@callside/schemas';

export type SaleWarning = 'aboveStock' | 'noStock' | 'noPrice' | 'highPrice';

/** A price above this multiple of the offer's is probably a typing error. */
const manyTimes = 10;

/** What is probably a mistake. A sale with it can be recorded all the same: the stock may be old, and a price may be special. */
export function saleWarnings(
  { on_hand, web_price }: Pick<OfferItem, 'on_hand' | 'web_price'>,
  { quantity, price }: { quantity: number; price: number },
): SaleWarning[] {
  const warnings: SaleWarning[] = [];
  if (on_hand !== undefined && quantity > on_hand) warnings.push(on_hand > 0 ? 'aboveStock' : 'noStock');
  if (price === 0) warnings.push('noPrice');
  if (web_price > 0 && price > manyTimes * web_price) warnings.push('highPrice');
  return warnings;
}
