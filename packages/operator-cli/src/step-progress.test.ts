import { PassThrough } from 'node:stream';
import { createStepProgress } from './step-progress.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function begin({ isTTY }: { isTTY: boolean }) {
  const stream = Object.assign(new PassThrough(), { isTTY });
  return { progress: createStepProgress(stream), written: () => String(stream.read() ?? '') };
}

describe('the progress of steps', () => {
  it.each([true, false])('is not shown in the first two seconds (terminal: %s)', (isTTY) => {
    const { progress, written } = begin({ isTTY });
    jest.advanceTimersByTime(1_999);
    progress.show('examples', 1, 10);
    progress.end();
    jest.advanceTimersByTime(10_000);
    expect(written()).toBe('');
  });

  it('is one line on a terminal, redrawn at most ten times a second and cleared at the end', () => {
    const { progress, written } = begin({ isTTY: true });
    jest.advanceTimersByTime(2_000);
    progress.show('examples', 1, 10);
    expect(written()).toBe('\r\u001b[Kexamples: 1 of 10');
    jest.advanceTimersByTime(50);
    progress.show('examples', 2, 10);
    expect(written()).toBe('');
    jest.advanceTimersByTime(50);
    progress.show('examples', 3, 10);
    expect(written()).toBe('\r\u001b[Kexamples: 3 of 10');
    progress.show('trees', 1, 10);
    expect(written()).toBe('\r\u001b[Ktrees: 1 of 10');
    progress.end();
    expect(written()).toBe('\r\u001b[K');
  });

  it('is a line for each step without a terminal', () => {
    const { progress, written } = begin({ isTTY: false });
    jest.advanceTimersByTime(2_000);
    progress.show('examples', 1, 10);
    progress.show('examples', 9, 10);
    progress.show('trees', 1, 10);
    progress.end();
    expect(written()).toBe('examples …\ntrees …\n');
  });

  it.each([
    [true, '\r\u001b[Korders …'],
    [false, 'orders …\n'],
  ])('is shown after two seconds of a step without further progress (terminal: %s)', (isTTY, line) => {
    const { progress, written } = begin({ isTTY });
    progress.show('orders', 0, 0);
    expect(written()).toBe('');
    jest.advanceTimersByTime(2_000);
    expect(written()).toBe(line);
    progress.end();
  });
});
