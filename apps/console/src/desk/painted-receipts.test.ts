import { callEvent, callState } from '@callside/schemas/testing';
import { PaintedReceipts } from './painted-receipts.ts';

function page({ isVisible = true } = {}) {
  const sent: string[] = [];
  const painting: (() => void)[] = [];
  const view = { isVisible };
  const receipts = new PaintedReceipts({
    isVisible: () => view.isVisible,
    afterPaint: (callback) => painting.push(callback),
  });
  receipts.sendThrough({ confirmPainted: (id) => sent.push(id) });
  return {
    sent,
    view,
    receipts,
    hears: (id?: string) =>
      receipts.note({
        type: 'call.event',
        message: callEvent('call-started', callState(1, null), { ...(id !== undefined && { id }) }),
      }),
    paints: () => {
      for (const callback of painting.splice(0)) callback();
    },
  };
}

test('an event is confirmed after it was rendered and painted, once', () => {
  const { sent, receipts, hears, paints } = page();
  hears('7');
  paints();
  expect(sent).toEqual([]);
  receipts.rendered();
  expect(sent).toEqual([]);
  paints();
  receipts.rendered();
  paints();
  expect(sent).toEqual(['7']);
});

test('a hidden tab does not confirm an event, even after it becomes visible', () => {
  const { sent, view, receipts, hears, paints } = page({ isVisible: false });
  hears('7');
  receipts.rendered();
  paints();
  view.isVisible = true;
  receipts.rendered();
  paints();
  expect(sent).toEqual([]);
  hears('8');
  receipts.rendered();
  view.isVisible = false;
  paints();
  expect(sent).toEqual([]);
});

test('an event without an id is not confirmed', () => {
  const { sent, receipts, hears, paints } = page();
  hears();
  receipts.rendered();
  paints();
  expect(sent).toEqual([]);
});
