import { useLayoutEffect, useState } from 'react';
import { afterPaint, PaintedReceipts } from './painted-receipts.ts';

/** Receipts for the events that the page has painted. `shown` changes with every event. */
export function usePaintedReceipts(shown: object): PaintedReceipts {
  const [receipts] = useState(
    () => new PaintedReceipts({ isVisible: () => document.visibilityState === 'visible', afterPaint }),
  );
  // A layout effect runs before the next frame, which paints the change. Other effects may run after that frame.
  useLayoutEffect(() => receipts.rendered(), [shown, receipts]);
  return receipts;
}
