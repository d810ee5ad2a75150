import { Writable } from 'node:stream';
import * as fakeTimers from '@sinonjs/fake-timers';
import { createProgress } from './progress.ts';

let clock: fakeTimers.Clock;

beforeEach(() => {
  clock = fakeTimers.install();
});
afterEach(() => clock.uninstall());

function begin({ isTTY, ...options }: { isTTY: boolean; patienceMs?: number }) {
  let text = '';
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    text += String(chunk);
    done();
  };
  const written = () => {
    const before = text;
    text = '';
    return before;
  };
  return { progress: createProgress(Object.assign(new Writable({ write }), { isTTY }), options), written };
}

describe('the progress of a command', () => {
  it.each([true, false])('is not shown in the first two seconds (terminal: %s)', (isTTY) => {
    const { progress, written } = begin({ isTTY });
    clock.tick(1_999);
    progress.step('examples', 1, 10);
    progress.end();
    clock.tick(10_000);
    expect(written()).toBe('');
  });

  it('is one line on a terminal, redrawn at most ten times a second and cleared at the end', () => {
    const { progress, written } = begin({ isTTY: true });
    clock.tick(2_000);
    progress.step('examples', 1, 10);
    expect(written()).toBe('\r\u001b[Kexamples: 1 of 10');
    clock.tick(50);
    progress.step('examples', 2, 10);
    expect(written()).toBe('');
    clock.tick(50);
    progress.step('examples', 3, 10);
    expect(written()).toBe('\r\u001b[Kexamples: 3 of 10');
    progress.step('trees', 1, 10);
    expect(written()).toBe('\r\u001b[Ktrees: 1 of 10');
    progress.end();
    expect(written()).toBe('\r\u001b[K');
  });

  it('shows how long the rest of a step will take, from its fourth second on', () => {
    const { progress, written } = begin({ isTTY: true, patienceMs: 0 });
    const shownAfter = (ms: number, done: number, step = 'trees') => {
      clock.tick(ms);
      progress.step(step, done, 100);
      return written().replace('\r\u001b[K', '');
    };
    expect(shownAfter(60_000, 10)).toBe('trees: 10 of 100');
    expect(shownAfter(2_000, 20)).toBe('trees: 20 of 100');
    expect(shownAfter(2_000, 30)).toBe('trees: 30 of 100, about 14 s left');
    expect(shownAfter(36_000, 40)).toBe('trees: 40 of 100, about 80 s left');
    expect(shownAfter(80_000, 50)).toBe('trees: 50 of 100, about 3 min left');
    expect(shownAfter(80_000, 100)).toBe('trees: 100 of 100');
    expect(shownAfter(5_000, 50, 'rows')).toBe('rows: 50 of 100');
    progress.end();
  });

  it('is a line for each step without a terminal', () => {
    const { progress, written } = begin({ isTTY: false });
    clock.tick(2_000);
    progress.step('examples', 1, 10);
    progress.step('examples', 9, 10);
    progress.step('trees', 1, 10);
    progress.end();
    expect(written()).toBe('examples …\ntrees …\n');
  });

  it.each([
    [true, '\r\u001b[Korders …'],
    [false, 'orders …\n'],
  ])('is shown after two seconds of a step without further progress (terminal: %s)', (isTTY, line) => {
    const { progress, written } = begin({ isTTY });
    progress.step('orders', 0, 0);
    expect(written()).toBe('');
    clock.tick(2_000);
    expect(written()).toBe(line);
    progress.end();
  });

  it('a line without a step is redrawn on a terminal, and nothing is written without a terminal', () => {
    const shown = [true, false].map((isTTY) => {
      const { progress, written } = begin({ isTTY, patienceMs: 0 });
      progress.line('half');
      progress.line('more');
      progress.end();
      return written();
    });
    expect(shown).toEqual(['\r\u001b[Khalf\r\u001b[K', '']);
  });
});
