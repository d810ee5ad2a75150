import type { Streams } from './output.ts';

export interface Progress {
  /** `done` of `total` parts of a step; 0 of 0: the step has no parts. Without a terminal, the first call for a step prints its name. */
  step: (name: string, done: number, total: number) => void;
  /** Shown only on a terminal. */
  line: (text: string) => void;
  end: () => void;
}

const intervalMs = 100;
const clearLine = '\r\u001b[K';

/** Shows how far a command is once it has run for `patienceMs`: on a terminal one line, redrawn at most ten times a second. */
export function createProgress(stream: Streams['stderr'], { patienceMs = 2_000 } = {}): Progress {
  const startedAt = performance.now();
  let current: { step: string | null; text: string } | undefined;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let drawnStep: string | null | undefined;

  function draw(): void {
    const now = performance.now();
    if (current === undefined || now - startedAt < patienceMs) return;
    const { step, text } = current;
    const isNew = step !== drawnStep;
    if (stream.isTTY !== true) {
      if (isNew && step !== null) stream.write(`${step} …\n`);
    } else if (isNew || now - drawnAt >= intervalMs) {
      stream.write(clearLine + text);
      drawnAt = now;
    }
    drawnStep = step;
  }

  function show(step: string | null, text: string): void {
    current = { step, text };
    draw();
  }

  // For a step that reports no further progress.
  const timer = setTimeout(draw, patienceMs);
  return {
    step: (name, done, total) => show(name, total > 0 ? `${name}: ${done} of ${total}` : `${name} …`),
    line: (text) => show(null, text),
    end: () => {
      clearTimeout(timer);
      if (stream.isTTY === true && drawnStep !== undefined) stream.write(clearLine);
    },
  };
}
