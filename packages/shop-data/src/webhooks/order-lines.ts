import type { ImportRecord } from '../entry.ts';
import type { FileLayout, Translation } from '../exports/file-layout.ts';

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

/** What was bought and what came back, by the rules of the shop's order export. */
export function readOrderLines(
  lines: readonly LineInPayload[],
  layouts: { orders: FileLayout; returns: FileLayout },
  toExportRow: (line: LineInPayload, quantity: number) => ImportRecord,
): { bought: ImportRecord[]; returned: ImportRecord[] } {
  const [orders, returns] = [layouts.orders.createTranslator(), layouts.returns.createTranslator()];
  const [bought, returned]: [ImportRecord[], ImportRecord[]] = [[], []];
  for (const [at, line] of linesBySku(lines).entries()) {
    const row = toExportRow(line, line.left > 0 ? line.left : line.quantity);
    const kept = recordOf(orders.translate(row, at + 1));
    const undone = recordOf(returns.translate(row, at + 1));
    if (kept !== null) (line.left > 0 ? bought : returned).push(kept);
    else if (undone !== null) returned.push(undone);
  }
  return { bought, returned };
}

function recordOf(translation: Translation): ImportRecord | null {
  return typeof translation === 'object' && 'record' in translation ? translation.record : null;
}
