import type { ImportRecord } from './entry.ts';

/** A row and what is wrong with it. */
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
  /** Rows that are imported although something is odd about them: their number, and the first thousand. */
  warned?: number;
  warnings?: RejectedRow[];
  /** Number of products that were retired: the file says so, or a complete catalogue lacks them. */
  retired?: number;
  /** Rows with another phone number than their customer has: it is not stored. */
  other_numbers?: number;
  /** The import ended early, by a signal or an error. The counts are what was written. */
  interrupted?: true;
  /** Rows of a shop's export that are no data of this kind, by the reason. */
  left_out?: Record<string, number>;
  /** How the file was read. Absent for UTF-8 with commas in the columns of Callside, except in a dry run. */
  source?: ImportSource;
  /** The first rows as they were understood, in a dry run. */
  preview?: PreviewRow[];
  /** The report of the stock levels that a shop's product export contains. */
  stock?: ImportReport;
  /** The report of the returned lines that a shop's order export contains. */
  returns?: ImportReport;
}

export interface ImportSource {
  /** Such as `Shopify products`; null for the columns of Callside. */
  format: string | null;
  encoding: string;
  /** null for NDJSON. */
  delimiter: string | null;
}

export interface PreviewRow {
  line: number;
  values: ImportRecord;
}

export type ImportCounts = Omit<
  ImportReport,
  'errors' | 'warnings' | 'warned' | 'source' | 'preview' | 'stock' | 'returns' | 'left_out' | 'other_numbers'
>;

const mostErrors = 1000;

export function createReport(): ImportReport {
  return { inserted: 0, updated: 0, unchanged: 0, rejected: 0, errors: [] };
}

export function reject(report: ImportReport, row: RejectedRow): void {
  report.rejected += 1;
  if (report.errors.length < mostErrors) report.errors.push(row);
}

export function warn(report: ImportReport, row: RejectedRow): void {
  report.warned = (report.warned ?? 0) + 1;
  report.warnings ??= [];
  if (report.warnings.length < mostErrors) report.warnings.push(row);
}

export function leaveOut(report: ImportReport, reason: string): void {
  report.left_out ??= {};
  report.left_out[reason] = (report.left_out[reason] ?? 0) + 1;
}

const mostPreviewed = 5;

/** Keeps the row when it is one of the first of the preview. */
export function keepForPreview({ preview }: ImportReport, row: PreviewRow): void {
  if (preview !== undefined && preview.length < mostPreviewed) preview.push(row);
}
