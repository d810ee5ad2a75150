import type { CallView, ContinuedLine, CustomerMatch } from '@callside/schemas';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../app/use-formats.ts';
import { Badge } from '../ui/badge.tsx';
import { useDeskCall } from './use-desk-reads.ts';

const texts = {
  note: 'desk.continued.note',
  offered: 'desk.continued.offered',
  declined: 'desk.continued.declined',
  sold: 'desk.continued.sold',
  promised: 'desk.continued.promised',
} as const;

/** What the customer's calls of the last day left, for the rep who speaks with them now. */
export function ContinuedCall({ call, customer }: { call: CallView; customer: CustomerMatch | null }) {
  const { t } = useTranslation();
  const { data } = useDeskCall(call.reference, customer);
  if (data === undefined || data.continues.length === 0) return null;
  return (
    <section className="history" aria-labelledby="continued-heading">
      <h2 id="continued-heading">{t('desk.continued.title')}</h2>
      <ul>
        {data.continues.map((line) => (
          <Line key={`${line.call_reference} ${line.kind}`} line={line} />
        ))}
      </ul>
    </section>
  );
}

function Line({ line: { kind, at, rep_name, items, due_at, done_at } }: { line: ContinuedLine }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  return (
    <li>
      <span className="history-main">
        <span>
          {t(texts[kind])} <bdi className="history-note">{items.join(', ')}</bdi>
        </span>
        <small>
          <time dateTime={at}>{dateTime(at)}</time> · {t('desk.withRep', { name: rep_name })}
          {due_at !== null && <> · {t('desk.followUps.due', { time: dateTime(due_at) })}</>}
        </small>
      </span>
      {done_at !== null && <Badge tone="neutral">{t('desk.followUps.done')}</Badge>}
    </li>
  );
}
