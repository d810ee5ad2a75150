import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../app/use-formats.ts';
import { callEventWords } from '../texts/call-event-words.ts';
import type { LogEntry } from './event-log.ts';
import { formatPhoneNumber } from './phone-number.ts';
import './event-list.css';

/** An event only reports a pause: whether it is confirmed is shown in the part Recording. */
const eventWords = {
  ...callEventWords,
  'recording-paused': 'desk.eventPauseReported',
  'recording-resumed': 'desk.eventResumeReported',
} as const;

/** The rep's last events, newest first. */
export function EventList({ log }: { log: readonly LogEntry[] }) {
  const { t } = useTranslation();
  return (
    // A part that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
    <section className="events" aria-labelledby="events-heading" tabIndex={0}>
      <h2 id="events-heading">{t('desk.recentEvents')}</h2>
      {log.length === 0 ? (
        <p className="muted">{t('desk.noEvents')}</p>
      ) : (
        <ol reversed aria-labelledby="events-heading">
          {log.map((entry, index) => (
            // The key is the position: a new event changes the texts of the rows, and no row moves.
            <Event key={index} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  );
}

const Event = memo(function Event({ entry }: { entry: LogEntry }) {
  const { event, receivedAt, phoneNumber, applied, superseded } = entry;
  const { t } = useTranslation();
  const { time } = useFormats();
  return (
    <li data-event={event} data-applied={applied}>
      <time dateTime={receivedAt}>{time(receivedAt)}</time>
      <span>
        {t(eventWords[event])}
        {phoneNumber !== null && <small className="number">{formatPhoneNumber(phoneNumber)}</small>}
        {superseded && <small>{t('desk.byNextCall')}</small>}
        {!applied && <small>{t('desk.noLiveCall')}</small>}
      </span>
    </li>
  );
});
