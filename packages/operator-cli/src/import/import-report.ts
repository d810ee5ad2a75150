import { formatTable } from '../table.ts';

export interface RejectedRow {
  line: number;
  reason: string;
}

export interface ImportReport {
  inserted: number;
  updated: number;
  unchanged: number;
  rejected: number;
  /** The first thousand of the rejected rows. */
  errors: RejectedRow[];
  /** Number of products that are missing in a complete catalogue. */
  retired?: number;
  /** The import ended early, by a signal or an error. The counts are what was written. */
  interrupted?: true;
}

export type ImportCounts = Omit<ImportReport, 'errors'>;

const mostErrors = 1000;
const mostShown = 20;

export function createReport(): ImportReport {
  return { inserted: 0, updated: 0, unchanged: 0, rejected: 0, errors: [] };
}

export function reject(report: ImportReport, row: RejectedRow): void {
  report.rejected += 1;
  if (report.errors.length < mostErrors) report.errors.push(row);
}

/** The report for people. */
export function describeReport(report: ImportReport): string {
  const { inserted, updated, unchanged, rejected, errors, retired, interrupted } = report;
  const end = interrupted ? ' until it was interrupted' : '';
  const counts = `${inserted} inserted, ${updated} updated, ${unchanged} unchanged, ${rejected} rejected${retired === undefined ? '' : `, ${retired} retired`}${end}`;
  if (rejected === 0) return counts;
  const shown = errors.slice(0, mostShown);
  const table = formatTable(
    ['LINE', 'REJECTED BECAUSE'],
    shown.map(({ line, reason }) => [String(line), reason]),
  );
  const more = rejected - shown.length;
  return `${counts}\n\n${table}${more === 0 ? '' : `\n… and ${more} more${errors.length > shown.length ? '; --json lists up to 1000' : ''}`}`;
}
