import type { OrderLine } from '@callside/demo-shop';

/** A customer of the shop, as a caller. */
export interface Caller {
  phone: string;
  lines: readonly Pick<OrderLine, 'sku' | 'day'>[];
}

interface OfferRequest {
  apiKey: string;
  caller: Caller;
  /** Whether the request contains the history; otherwise the service looks it up. */
  withHistory: boolean;
  /** Identifies the recommendations of one round. */
  source: string;
}

const numItems = 3;

/** A whole HTTP/1.1 request for offers. */
export function offerRequest({ apiKey, caller: { phone, lines }, withHistory, source }: OfferRequest): string {
  const history = lines.map(({ sku, day }) => ({ sku, order_date: toDateText(day) }));
  const body = JSON.stringify({
    phone,
    num_items: numItems,
    source,
    ...(withHistory && { customer_order_history: history }),
  });
  return (
    `POST /recommend HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${apiKey}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
}

/** `day`: days since 1970-01-01. */
export function toDateText(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}
