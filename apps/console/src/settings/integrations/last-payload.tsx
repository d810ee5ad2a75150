import type { PlatformPayload } from '@callside/schemas';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../app/use-formats.ts';
import { refusalInWords } from '../../events/refusal-words.ts';
import { callEventWords } from '../../texts/call-event-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Words } from '../../ui/words.tsx';

/** What a platform sent last, and what came of it. */
export function LastPayload({ payload: { at, reason, events, fields } }: { payload: PlatformPayload }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const outcome = reason === null ? 'taken' : 'refused';
  return (
    <div className="last-payload">
      <p>
        <Badge tone={reason === null ? 'good' : 'bad'}>{t(`integrations.outcome.${outcome}`)}</Badge>{' '}
        {t(`integrations.last.${outcome}`, { when: dateTime(at) })}
      </p>
      {reason !== null && (
        <p>
          <Words>{refusalInWords(reason)}</Words>
        </p>
      )}
      {reason === null && events.length === 0 && <p className="muted">{t('integrations.meansNothing')}</p>}
      {events.length > 0 && (
        <ul>
          {events.map((event, index) => (
            // The events have no id, and their order is fixed.
            <li key={index}>
              {t('integrations.event', { event: t(callEventWords[event.event]), agent: event.agent })}{' '}
              <span className="muted">{t(`integrations.eventOutcome.${outcomeOf(event)}`)}</span>
            </li>
          ))}
        </ul>
      )}
      {fields !== null && (
        <details>
          <summary>{t('integrations.fields')}</summary>
          <p className="muted">{t('integrations.fieldsHelp')}</p>
          <pre>{JSON.stringify(fields, null, 2)}</pre>
        </details>
      )}
    </div>
  );
}

function outcomeOf({ agent_resolved, call_active, duplicate }: PlatformPayload['events'][number]) {
  if (duplicate) return 'duplicate';
  if (!agent_resolved) return 'unknownAgent';
  return call_active ? 'applied' : 'noCall';
}
