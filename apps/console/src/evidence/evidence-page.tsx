import { type PauseEvidence, pauseEvidenceSchema } from '@callside/schemas';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ProblemNotice } from '../app/problem-notice.tsx';
import { useSession } from '../app/session.tsx';
import { useFormats } from '../app/use-formats.ts';
import { callEventWords } from '../texts/call-event-words.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Section } from '../ui/page.tsx';
import '../ui/data-table.css';
import './evidence.css';

const kindWords = {
  ...callEventWords,
  acknowledged: 'evidence.kind.acknowledged',
  'recording.saved': 'evidence.kind.saved',
  'recording.failed': 'evidence.kind.failed',
} as const;

/** The evidence of a call's pauses, for printing and for `callside evidence verify`. */
export function EvidencePage() {
  const { t } = useTranslation();
  const { api } = useSession();
  const { reference = '' } = useParams();
  const read = useQuery({
    queryKey: ['pause evidence', reference],
    queryFn: () => api.get(`calls/${encodeURIComponent(reference)}/pause-evidence`, pauseEvidenceSchema),
  });
  const { data } = read;
  return (
    <Page title={t('evidence.title')} lead={t('evidence.lead')}>
      {read.isError && <ProblemNotice error={read.error} onRetry={() => void read.refetch()} />}
      {read.isPending && <p className="muted">{t('app.loading')}</p>}
      {data !== undefined && <Evidence evidence={data} />}
    </Page>
  );
}

function Evidence({ evidence }: { evidence: PauseEvidence }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const { call_reference: reference, entries, gaps, head } = evidence;
  const emptied = entries.filter((entry) => entry.position !== null && entry.personal_state === 'emptied').length;
  const isAltered = entries.some((entry) => entry.position !== null && entry.personal_state === 'altered');
  return (
    <>
      <p>{t('evidence.call', { reference })}</p>
      <div className="evidence-choices">
        <Button onPress={() => print()}>{t('evidence.print')}</Button>
        <Button onPress={() => download(evidence)}>{t('evidence.download')}</Button>
      </div>
      {isAltered && <Notice kind="caution">{t('evidence.altered')}</Notice>}
      {emptied > 0 && <p className="muted">{t('evidence.emptied')}</p>}
      <Section title={t('evidence.gaps')}>
        {gaps.length === 0 ? (
          <p>{t('evidence.noGaps')}</p>
        ) : (
          <ul>
            {gaps.map(({ kind, at, position, companion }) => (
              <li key={`${kind} ${at} ${position} ${companion}`}>
                {t(`evidence.gap.${kind}`, { at: dateTime(at), position: position ?? '' })}
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title={t('evidence.entries')}>
        <table className="data-table" aria-label={t('evidence.entries')}>
          <thead>
            <tr>
              {(['position', 'at', 'kind', 'sequence', 'companion', 'digest'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`evidence.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.digest}>
                <td data-column={t('evidence.column.position')}>{entry.position ?? '–'}</td>
                <td data-column={t('evidence.column.at')}>{dateTime(entry.at)}</td>
                <td data-column={t('evidence.column.kind')}>{t(kindWords[entry.kind])}</td>
                <td data-column={t('evidence.column.sequence')}>{entry.sequence ?? '–'}</td>
                <td data-column={t('evidence.column.companion')}>{'companion' in entry ? entry.companion : '–'}</td>
                <td className="evidence-digest" data-column={t('evidence.column.digest')}>
                  {entry.digest}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="evidence-digest">{t('evidence.head', { head })}</p>
      </Section>
    </>
  );
}

function download(evidence: PauseEvidence): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(evidence, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `pause-evidence-${evidence.call_reference}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
