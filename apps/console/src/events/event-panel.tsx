import type { EventWay } from '@callside/schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ProblemNotice } from '../app/problem-notice.tsx';
import { useSession } from '../app/session.tsx';
import { SessionEnded } from '../app/session-ended.tsx';
import { useFormats } from '../app/use-formats.ts';
import { useLastingProblem } from '../app/use-lasting-problem.ts';
import { Button } from '../ui/button.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Words } from '../ui/words.tsx';
import { curlOf } from './curl.ts';
import { readWay } from './event-requests.ts';
import { Outcome } from './event-table.tsx';
import { eventName, requestOf } from './event-words.ts';
import { ResendForm } from './resend-form.tsx';
import { WaySteps } from './way-steps.tsx';

/** Marks and receipts of an event arrive within seconds. */
const lookEveryMs = 2_000;

/** An event and its processing steps, above the log. */
export function EventPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { api, isExpired } = useSession();
  const [isResending, setResending] = useState(false);
  const way = useQuery({
    queryKey: ['event', id],
    queryFn: () => readWay(api, id),
    refetchInterval: isResending ? false : lookEveryMs,
  });
  const { data } = way;
  const problem = useLastingProblem(way);
  return (
    <ModalDialog title={t('events.panelTitle', { id })} onClose={onClose} isDismissable={!isResending}>
      {/* That of the page is behind the dialog, out of reach. */}
      {isExpired && <SessionEnded />}
      {problem !== null && <ProblemNotice error={problem} />}
      {data === undefined && problem === null && <p className="muted">{t('app.loading')}</p>}
      {data !== undefined && !isResending && <EventDetails way={data} />}
      {data !== undefined && isResending && <ResendForm way={data} onClose={() => setResending(false)} />}
      {!isResending && (
        <div className="dialog-choices">
          {data?.item.outcome === 'refused' && (
            <Button variant="primary" onPress={() => setResending(true)}>
              {t('events.resend.open')}
            </Button>
          )}
          <Button onPress={onClose}>{t('events.close')}</Button>
        </div>
      )}
    </ModalDialog>
  );
}

function EventDetails({ way }: { way: EventWay }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { item } = way;
  const request = requestOf(way);
  const facts: [string, string | null][] = [
    [t('events.column.event'), item.event && `${eventName(item.event, t)} (${item.event})`],
    [t('events.column.received'), formats.dateTime(item.received_at)],
    [t('events.column.agent'), item.agent_email],
    [t('events.column.number'), item.outcome === 'refused' ? null : item.phone_number],
    [t('events.fact.eventId'), item.outcome === 'refused' ? null : item.event_id],
    [t('events.fact.requestId'), way.request_id],
    [t('events.fact.address'), item.outcome === 'refused' ? item.address : null],
    [t('events.fact.resentFrom'), item.outcome === 'refused' ? null : (item.resent_from ?? null)],
  ];
  return (
    <>
      <Outcome item={item} />
      {item.outcome !== 'refused' && item.reused && <Notice kind="caution">{t('events.reused')}</Notice>}
      <dl className="events-facts">
        {facts.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Words>{value}</Words>
              </dd>
            </div>
          ),
        )}
      </dl>
      {item.outcome !== 'refused' && item.call_reference !== null && (
        <p>
          <Link to={`/evidence/${item.call_reference}`}>{t('evidence.link')}</Link>
        </p>
      )}
      <h3>{t('events.way')}</h3>
      <WaySteps way={way} />
      {item.outcome === 'refused' && way.body !== null && (
        <>
          <h3>{t('events.body')}</h3>
          <p className="muted">{t('events.bodyHint')}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <pre className="events-code" tabIndex={0}>
            {JSON.stringify(way.body, null, 2)}
          </pre>
        </>
      )}
      {request !== null && (
        <div className="events-curl">
          <Copyable value={curlOf(location.origin, request.event, request.body)} what={t('events.asCurl')} />
        </div>
      )}
    </>
  );
}
