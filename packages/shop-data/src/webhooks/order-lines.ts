import type { ImportRecord } from '../entry.ts';
import type { OrderChange } from './shop-webhook.ts';

export interface LineInPayload {
  sku: string;
  title: string;
  price: string;
  quantity: number;
  /** Pieces that were not refunded. */
  left: number;
}

/** One line for each SKU: an order may have a product in several lines, and the history has it once. */
function linesBySku(lines: readonly LineInPayload[]): LineInPayload[] {
  const found = new Map<string, LineInPayload>();
  for (const line of lines) {
    const before = found.get(line.sku);
    if (before === undefined) found.set(line.sku, { ...line });
    else {
      before.quantity += line.quantity;
      before.left += line.left;
    }
  }
  return [...found.values()];
}

/** What was bought and what was not, or came back. `isBought`: the order is a purchase. `toRecord`: a line as the import takes it. */
export function readOrderLines(
  lines: readonly LineInPayload[],
  { isBought }: { isBought: boolean },
  toRecord: (line: LineInPayload, quantity: number) => ImportRecord,
): Pick<OrderChange, 'bought' | 'returned' | 'isComplete'> {
  const [bought, returned]: [ImportRecord[], ImportRecord[]] = [[], []];
  let isComplete = true;
  for (const line of linesBySku(lines)) {
    const record = toRecord(line, line.left > 0 ? line.left : line.quantity);
    const isKept = isBought && line.left > 0;
    if (record.sku !== undefined) (isKept ? bought : returned).push(record);
    else if (isKept) isComplete = false;
  }
  return { bought, returned, isComplete };
}

/** An order without lines: those on file are returned. */
export function deletedOrder(orderId: string, changedAt: Date | null): OrderChange {
  return { kind: 'order', orderId, changedAt, bought: [], returned: [], isComplete: true };
}
