import { PassThrough } from 'node:stream';
import { createStepProgress } from './step-progress.ts';

function begin({ isTTY }: { isTTY: boolean }) {
  const stream = Object.assign(new PassThrough(), { isTTY });
  let now = 0;
  const progress = createStepProgress(stream, () => now);
  return {
    progress,
    /** What is written when a step says how far it is at that time. */
    at: (ms: number, step: string, done: number) => {
      now = ms;
      progress.show(step, done, 10);
      return String(stream.read() ?? '');
    },
    written: () => String(stream.read() ?? ''),
  };
}

describe('the progress of steps', () => {
  it.each([true, false])('is not shown in the first two seconds (terminal: %s)', (isTTY) => {
    const { at, progress, written } = begin({ isTTY });
    expect(at(1_999, 'examples', 1)).toBe('');
    progress.end();
    expect(written()).toBe('');
  });

  it('is one line on a terminal, redrawn at most ten times a second and cleared at the end', () => {
    const { at, progress, written } = begin({ isTTY: true });
    expect(at(2_000, 'examples', 1)).toBe('\r\u001b[Kexamples: 1 of 10');
    expect(at(2_050, 'examples', 2)).toBe('');
    expect(at(2_100, 'examples', 3)).toBe('\r\u001b[Kexamples: 3 of 10');
    expect(at(2_101, 'trees', 1)).toBe('\r\u001b[Ktrees: 1 of 10');
    progress.end();
    expect(written()).toBe('\r\u001b[K');
  });

  it('is a line for each step elsewhere', () => {
    const { at, progress, written } = begin({ isTTY: false });
    expect(at(2_000, 'examples', 1)).toBe('examples …\n');
    expect(at(9_000, 'examples', 9)).toBe('');
    expect(at(9_001, 'trees', 1)).toBe('trees …\n');
    progress.end();
    expect(written()).toBe('');
  });
});
