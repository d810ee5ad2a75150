import type { Streams } from '../output.ts';
import type { ImportReport } from './import-report.ts';

export interface ProgressBar {
  show: (bytesRead: number, report: ImportReport) => void;
  end: () => void;
}

const width = 30;
const intervalMs = 100;

/** A line on a terminal, redrawn at most ten times a second; without a terminal nothing. */
export function createProgressBar(stream: Streams['stderr'], totalBytes: number): ProgressBar {
  if (stream.isTTY !== true) return { show: () => {}, end: () => {} };
  const clearLine = '\r\u001b[K';
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    show: (bytesRead, report) => {
      const now = performance.now();
      if (now - drawnAt < intervalMs) return;
      drawnAt = now;
      stream.write(clearLine + formatProgress(bytesRead / Math.max(totalBytes, 1), report));
    },
    end: () => void stream.write(clearLine),
  };
}

/** `[######        ]  20 %  1,234 rows, 5 rejected` */
export function formatProgress(fraction: number, { inserted, updated, unchanged, rejected }: ImportReport): string {
  const done = Math.min(Math.max(fraction, 0), 1);
  const bar = '#'.repeat(Math.round(done * width)).padEnd(width);
  const rows = (inserted + updated + unchanged + rejected).toLocaleString('en-US');
  const percent = String(Math.floor(done * 100)).padStart(3);
  return `[${bar}] ${percent} %  ${rows} rows${rejected === 0 ? '' : `, ${rejected.toLocaleString('en-US')} rejected`}`;
}
