import type { FileReport as Report } from '@callside/schemas';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../app/use-formats.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/page.tsx';
import { Preview } from './preview.tsx';
import { RowReasons } from './row-reasons.tsx';
import { leftOutInWords } from './row-words.ts';

interface FileReportProps {
  report: Report;
  /** Absent after the import itself. */
  onImport: (() => void) | undefined;
}

const counted = ['inserted', 'updated', 'unchanged', 'rejected', 'retired'] as const;

/** What the import would do, or did. */
export function FileReport({ report, onImport }: FileReportProps) {
  const { t } = useTranslation();
  const { rejected, inserted, updated, unchanged, stock } = report;
  const isEmpty = inserted + updated + unchanged === 0;
  return (
    <Section title={t(report.dry_run ? 'imports.wouldDo' : 'imports.did')}>
      {report.dry_run && <p className="muted">{t('imports.nothingWritten')}</p>}
      <Part report={report} isDryRun={report.dry_run} />
      {stock !== undefined && (
        <>
          <h3>{t('imports.stock')}</h3>
          <Part report={stock} isDryRun={report.dry_run} />
        </>
      )}
      {onImport !== undefined && isEmpty && (
        <Notice kind="caution">{t(rejected > 0 ? 'imports.allRejected' : 'imports.noRows')}</Notice>
      )}
      {onImport !== undefined && !isEmpty && (
        <div className="form-actions">
          <Button variant="primary" onPress={onImport}>
            {t('imports.import')}
          </Button>
          {rejected > 0 && <p className="muted">{t('imports.withoutRejected')}</p>}
        </div>
      )}
    </Section>
  );
}

function Part({ report, isDryRun }: { report: Omit<Report, 'dry_run' | 'stock'>; isDryRun: boolean }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { errors, rejected, warnings = [], warned = 0, left_out = {}, other_numbers = 0, preview = [] } = report;
  return (
    <>
      <dl className="shop-facts">
        {counted.map((name) => {
          const value = report[name];
          return (
            value !== undefined && (
              <div key={name}>
                <dt>{t(`imports.counts.${isDryRun ? 'would' : 'did'}.${name}`)}</dt>
                <dd className="fact-value">{number(value)}</dd>
              </div>
            )
          );
        })}
      </dl>
      {Object.entries(left_out).map(([reason, rows]) => (
        <p key={reason} className="muted">
          {t('imports.leftOut', { rows: number(rows), reason: leftOutInWords(reason) })}
        </p>
      ))}
      {other_numbers > 0 && <p className="muted">{t('imports.otherNumbers', { rows: number(other_numbers) })}</p>}
      <RowReasons title={t('imports.rejected')} rows={errors} total={rejected} />
      <RowReasons title={t('imports.warned')} rows={warnings} total={warned} />
      <Preview rows={preview} />
    </>
  );
}
