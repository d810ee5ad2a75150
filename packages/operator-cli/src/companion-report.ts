import type { CompanionReport } from './companion/companion-report.ts';
import type { Streams } from './output.ts';
import { type CompanionStatus, statusText } from './status-text.ts';
import { printable } from './table.ts';

const clearLine = '\r\u001b[K';
const redrawMs = 500;

/** One JSON object a line: `at`, `event` and the fields of the event. */
export function createJsonReport({ stdout }: Streams, now: () => Date): CompanionReport {
  let recordedMs = 0;
  const event = (name: string, fields: object) =>
    void stdout.write(`${JSON.stringify({ at: now().toISOString(), event: name, ...fields })}\n`);
  return {
    view: (view) =>
      event('status', {
        recording: view.recording,
        unknown_reason: view.unknownReason,
        may_record: view.mayRecord,
        call_reference: view.callReference,
        sequence: view.sequence,
        session_id: view.sessionId,
      }),
    recorded: (ms) => {
      recordedMs += ms;
    },
    chunks: () => {},
    sessionOver: () => {},
    event,
    end: () => event('ended', { recorded_ms: recordedMs }),
  };
}

/** One redrawn line on a terminal, otherwise one line per change. */
export function createTextReport({ stdout, stderr }: Streams, now: () => Date): CompanionReport {
  const isTerminal = 'isTTY' in stdout && stdout.isTTY === true;
  let status: CompanionStatus | undefined;
  let shown: string | undefined;

  function draw(): void {
    if (status === undefined) return;
    const text = statusText(status);
    if (text === shown) return;
    stdout.write(isTerminal ? `${clearLine}${text}` : `${now().toISOString()} ${text}\n`);
    shown = text;
  }

  // Without a terminal, a change of the counts alone prints no line.
  const timer = isTerminal ? setInterval(draw, redrawMs) : undefined;
  const update = (change: Partial<CompanionStatus>) => {
    if (status !== undefined) status = { ...status, ...change };
  };
  return {
    view: (view) => {
      status = { recordedMs: 0, chunks: 0, waitingChunks: 0, ...status, view };
      draw();
    },
    recorded: (ms) => update({ recordedMs: (status?.recordedMs ?? 0) + ms }),
    chunks: (waiting, stored) =>
      update({
        waitingChunks: (status?.waitingChunks ?? 0) + waiting,
        chunks: (status?.chunks ?? 0) + stored,
      }),
    sessionOver: () => update({ recordedMs: 0, chunks: 0, waitingChunks: 0 }),
    event: (name, fields) => {
      if (!/(refused|failed)$/.test(name)) return;
      const { message } = fields as { message?: unknown };
      stderr.write(`${isTerminal ? clearLine : ''}callside: ${name}: ${printable(String(message))}\n`);
      shown = undefined;
      draw();
    },
    end: () => {
      clearInterval(timer);
      stdout.write(`${isTerminal ? clearLine : `${now().toISOString()} `}○ not recording: ended\n`);
    },
  };
}
