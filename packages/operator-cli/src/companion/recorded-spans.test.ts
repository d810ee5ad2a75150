import { type RecordedSpan, RecordedSpans } from './recorded-spans.ts';

function spansOf(startsMs: readonly number[]): RecordedSpan[] {
  const spans: RecordedSpan[] = [];
  const recorded = new RecordedSpans((span) => spans.push(span));
  for (const startedAt of startsMs) recorded.add({ startedAt, endedAt: startedAt + 20 });
  recorded.end();
  return spans;
}

test('consecutive frames are one span', () => {
  expect(spansOf([0, 20, 40])).toEqual([{ frames: 3, from: 0, to: 60 }]);
});

test('a missing frame ends a span', () => {
  expect(spansOf([0, 20, 60])).toEqual([
    { frames: 2, from: 0, to: 40 },
    { frames: 1, from: 60, to: 80 },
  ]);
});

test('a span is at most a second long', () => {
  const spans = spansOf(Array.from({ length: 120 }, (_, index) => index * 20));
  expect(spans.map(({ frames }) => frames)).toEqual([50, 50, 20]);
});

test('there is no span without frames', () => {
  expect(spansOf([])).toEqual([]);
});
