import type { Streams } from './output.ts';

export interface StepProgress {
  /** `done` of `total` parts of a step. */
  show: (step: string, done: number, total: number) => void;
  end: () => void;
}

const patienceMs = 2_000;
const intervalMs = 100;
const clearLine = '\r\u001b[K';

/** Shows the current step of a command after two seconds: one redrawn line on a terminal, otherwise one line per step. */
export function createStepProgress(stream: Streams['stderr']): StepProgress {
  const startedAt = performance.now();
  let current: { step: string; done: number; total: number } | undefined;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let drawnStep: string | undefined;

  function draw(): void {
    const now = performance.now();
    if (current === undefined || now - startedAt < patienceMs) return;
    const { step, done, total } = current;
    const isNew = step !== drawnStep;
    if (stream.isTTY !== true) {
      if (isNew) stream.write(`${step} …\n`);
    } else if (isNew || now - drawnAt >= intervalMs) {
      stream.write(`${clearLine}${step}${total > 0 ? `: ${done} of ${total}` : ' …'}`);
      drawnAt = now;
    }
    drawnStep = step;
  }

  // For a step that reports no further progress.
  const timer = setTimeout(draw, patienceMs);
  return {
    show: (step, done, total) => {
      current = { step, done, total };
      draw();
    },
    end: () => {
      clearTimeout(timer);
      if (stream.isTTY === true && drawnStep !== undefined) stream.write(clearLine);
    },
  };
}
