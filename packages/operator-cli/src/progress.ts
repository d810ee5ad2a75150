import type { Streams } from './output.ts';

export interface Progress {
  /**
   * `done` of `total` parts of a step; 0 of 0: the step has no parts. A step that takes a while shows how long the rest will
   * take. Without a terminal, the first call for a step prints its name.
   */
  step: (name: string, done: number, total: number) => void;
  /** Shown only on a terminal. */
  line: (text: string) => void;
  end: () => void;
}

const intervalMs = 100;
/** An estimate from less time would be unreliable. */
const estimateAfterMs = 3_000;
const clearLine = '\r\u001b[K';

/** Shows the progress of a command once it has run for `patienceMs`: on a terminal one line, redrawn at most ten times a second. */
export function createProgress(stream: Streams['stderr'], { patienceMs = 2_000 } = {}): Progress {
  const startedAt = performance.now();
  let current: { step: string | null; text: string } | undefined;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let drawnStep: string | null | undefined;
  let first = { step: '', done: 0, at: startedAt };

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

  function describe(step: string, done: number, total: number): string {
    const now = performance.now();
    if (step !== first.step) first = { step, done, at: now };
    if (total <= 0) return `${step} …`;
    const text = `${step}: ${done} of ${total}`;
    const elapsedMs = now - first.at;
    if (elapsedMs < estimateAfterMs || done <= first.done || done >= total) return text;
    return `${text}, ${describeWait((elapsedMs * (total - done)) / (done - first.done))} left`;
  }

  function show(step: string | null, text: string): void {
    current = { step, text };
    draw();
  }

  // For a step that reports no further progress.
  const timer = setTimeout(draw, patienceMs);
  return {
    step: (name, done, total) => show(name, describe(name, done, total)),
    line: (text) => show(null, text),
    end: () => {
      clearTimeout(timer);
      if (stream.isTTY === true && drawnStep !== undefined) stream.write(clearLine);
    },
  };
}

function describeWait(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 100 ? `about ${seconds} s` : `about ${Math.round(seconds / 60)} min`;
}
