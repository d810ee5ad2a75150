import type { Streams } from './output.ts';

export interface StepProgress {
  /** `done` of `total` parts of a step. */
  show: (step: string, done: number, total: number) => void;
  end: () => void;
}

const patienceMs = 2_000;
const intervalMs = 100;
const clearLine = '\r\u001b[K';

/**
 * What a command of several steps is doing, once it has taken two seconds: a line that is redrawn on a terminal,
 * elsewhere a line for each step.
 */
export function createStepProgress(
  stream: Streams['stderr'],
  nowMs: () => number = () => performance.now(),
): StepProgress {
  const startedAt = nowMs();
  let drawnAt = Number.NEGATIVE_INFINITY;
  let lastStep: string | undefined;
  return {
    show: (step, done, total) => {
      const now = nowMs();
      if (now - startedAt < patienceMs) return;
      if (stream.isTTY !== true) {
        if (step !== lastStep) stream.write(`${step} …\n`);
      } else if (step !== lastStep || now - drawnAt >= intervalMs) {
        stream.write(`${clearLine}${step}: ${done} of ${total}`);
        drawnAt = now;
      }
      lastStep = step;
    },
    end: () => {
      if (stream.isTTY === true && lastStep !== undefined) stream.write(clearLine);
    },
  };
}
