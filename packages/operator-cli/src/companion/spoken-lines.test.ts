import { SpokenLines } from './spoken-lines.ts';

const line = (text: string, start_ms: number, end_ms: number) => ({ speaker: 'rep', text, start_ms, end_ms });

/** The texts that are sent when frames with these starts are recorded. */
function said(lines: SpokenLines, startsMs: readonly number[]): string[] {
  return startsMs.flatMap((startMs) => lines.recorded(startMs)).map(({ text }) => text);
}

const frames = (fromMs: number, toMs: number) =>
  Array.from({ length: (toMs - fromMs) / 20 }, (_, index) => fromMs + index * 20);

test('a line is sent with the frame that it ends in', () => {
  const lines = new SpokenLines([line('one', 0, 50), line('two', 50, 100)]);
  expect(said(lines, [0, 20])).toEqual([]);
  expect(said(lines, [40])).toEqual(['one']);
  expect(said(lines, [60, 80])).toEqual(['two']);
});

test('a line is not sent when a frame of it was not recorded', () => {
  const lines = new SpokenLines([line('before', 0, 200), line('over the gap', 150, 400), line('after', 400, 500)]);
  expect(said(lines, [...frames(0, 200), ...frames(300, 500)])).toEqual(['before', 'after']);
});

test('a line that lies completely in a gap is never sent', () => {
  const lines = new SpokenLines([line('unheard', 100, 200)]);
  expect(said(lines, [...frames(0, 100), ...frames(200, 400)])).toEqual([]);
  expect(said(lines, frames(100, 300))).toEqual([]);
});

test('a line that began before the first recorded frame is not sent', () => {
  expect(said(new SpokenLines([line('half', 0, 100)]), frames(20, 200))).toEqual([]);
});
