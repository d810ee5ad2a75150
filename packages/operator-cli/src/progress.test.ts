import { PassThrough } from 'node:stream';
import { createProgress } from './progress.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function begin({ isTTY, ...options }: { isTTY: boolean; patienceMs?: number }) {
  const stream = Object.assign(new PassThrough(), { isTTY });
  return { progress: createProgress(stream, options), written: () => String(stream.read() ?? '') };
}

describe('the progress of a command', () => {
  it.each([true, false])('is not shown in the first two seconds (terminal: %s)', (isTTY) => {
    const { progress, written } = begin({ isTTY });
    jest.advanceTimersByTime(1_999);
    progress.step('examples', 1, 10);
    progress.end();
    jest.advanceTimersByTime(10_000);
    expect(written()).toBe('');
  });

  it('is one line on a terminal, redrawn at most ten times a second and cleared at the end', () => {
    const { progress, written } = begin({ isTTY: true });
    jest.advanceTimersByTime(2_000);
    progress.step('examples', 1, 10);
    expect(written()).toBe('\r\u001b[Kexamples: 1 of 10');
    jest.advanceTimersByTime(50);
    progress.step('examples', 2, 10);
    expect(written()).toBe('');
    jest.advanceTimersByTime(50);
    progress.step('examples', 3, 10);
    expect(written()).toBe('\r\u001b[Kexamples: 3 of 10');
    progress.step('trees', 1, 10);
    expect(written()).toBe('\r\u001b[Ktrees: 1 of 10');
    progress.end();
    expect(written()).toBe('\r\u001b[K');
  });

  it('is a line for each step without a terminal', () => {
    const { progress, written } = begin({ isTTY: false });
    jest.advanceTimersByTime(2_000);
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
    jest.advanceTimersByTime(2_000);
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
