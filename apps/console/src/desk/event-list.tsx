import type { CallEventName } from '@callside/schemas';
import type { LogEntry } from './event-log.ts';
import { formatPhoneNumber } from './phone-number.ts';
import { timeOfDay } from './time-text.ts';
import './event-list.css';

const words: Record<CallEventName, string> = {
  'call-started': 'Call started',
  'call-ended': 'Call ended',
  'hold-started': 'Hold started',
  'hold-ended': 'Hold ended',
  'recording-paused': 'Recording paused',
  'recording-resumed': 'Recording resumed',
};

/** The events received since the page was opened, newest first. */
export function EventList({ log }: { log: readonly LogEntry[] }) {
  return (
    <section className="events" aria-labelledby="events-heading">
      <h2 id="events-heading">Recent events</h2>
      {log.length === 0 ? (
        <p className="muted">None since this page was opened.</p>
      ) : (
        <ol reversed>
          {log.map((entry) => (
            <Event key={entry.key} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Event({ entry: { event, receivedAt, phoneNumber, applied, superseded } }: { entry: LogEntry }) {
  return (
    <li data-event={event} data-applied={applied}>
      <time dateTime={receivedAt}>{timeOfDay(receivedAt)}</time>
      <span>
        {words[event]}
        {phoneNumber !== null && <small className="number">{formatPhoneNumber(phoneNumber)}</small>}
        {superseded && <small>by the next call</small>}
        {!applied && <small>no live call</small>}
      </span>
    </li>
  );
}
