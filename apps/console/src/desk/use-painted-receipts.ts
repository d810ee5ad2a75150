import { useEffect, useState } from 'react';
import { afterPaint, PaintedReceipts } from './painted-receipts.ts';

/** Receipts for the events that the page has painted. `shown` changes with every event. */
export function usePaintedReceipts(shown: object): PaintedReceipts {
  const [receipts] = useState(
    () => new PaintedReceipts({ isVisible: () => document.visibilityState === 'visible', afterPaint }),
  );
  useEffect(() => receipts.rendered(), [shown, receipts]);
  return receipts;
}
