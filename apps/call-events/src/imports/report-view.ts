import { type FileReport, mostImportErrors } from '@callside/schemas';
import type { ImportReport } from '@callside/shop-data';

type Part = Omit<FileReport, 'dry_run' | 'stock'>;

/** The report of the command line, with fewer of the rejected rows. */
export function fileReportView({ stock, ...report }: ImportReport, dryRun: boolean): FileReport {
  return { ...partView(report), dry_run: dryRun, ...(stock && { stock: partView(stock) }) };
}

function partView({ errors, warnings, source: _, returns: __, stock: ___, preview, ...counts }: ImportReport): Part {
  return {
    ...counts,
    errors: errors.slice(0, mostImportErrors),
    ...(warnings && { warnings: warnings.slice(0, mostImportErrors) }),
    ...(preview && { preview: preview.map(({ line, values }) => ({ line, values: { ...values } })) }),
  };
}
