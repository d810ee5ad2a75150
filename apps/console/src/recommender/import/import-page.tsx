import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useUnsavedChanges } from '../../app/unsaved-changes.tsx';
import { Outcome } from '../../settings/outcome.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ColumnFields } from './column-fields.tsx';
import { FileForm } from './file-form.tsx';
import { FileReport } from './file-report.tsx';
import { ImportProgress } from './import-progress.tsx';
import { useImport } from './use-import.ts';
import '../recommender.css';
import './import.css';

/** A file with products, stock levels, orders or returns: first what the import would do, then the import. */
export function ImportPage() {
  const { t } = useTranslation();
  const { state, unknown, check, assign, run, stop, reset, outdate } = useImport();
  const isRunning = state.step === 'running';
  useUnsavedChanges(isRunning && !state.isCheck, 'import');
  const report = state.step === 'done' ? state.report : null;
  const isImported = report !== null && !report.dry_run;
  return (
    <Page title={t('imports.title')} lead={t('imports.lead')}>
      <p>
        <Link to="/recommender">{t('imports.back')}</Link>
      </p>
      <Outcome
        done={isImported ? t(report.interrupted ? 'imports.interrupted' : 'imports.imported') : ''}
        kind={isImported && (report.interrupted || report.rejected > 0) ? 'caution' : 'success'}
        error={state.step === 'failed' ? state.error : null}
      />
      {state.step === 'stopped' && <Notice kind="caution">{t('imports.stopped')}</Notice>}
      {state.step === 'failed' && state.mayHaveWritten && <Notice kind="caution">{t('imports.broken')}</Notice>}
      <Section title={t('imports.file')}>
        <FileForm isBusy={isRunning} onCheck={check} onChange={reset} />
        <p className="muted">{t('imports.commandLine')}</p>
      </Section>
      {unknown !== null && <ColumnFields columns={unknown} isBusy={isRunning} onCheck={assign} onChange={outdate} />}
      {isRunning && <ImportProgress isCheck={state.isCheck} progress={state.progress} onStop={stop} />}
      {report !== null && <FileReport report={report} onImport={report.dry_run ? run : undefined} />}
    </Page>
  );
}
