import { currentConfirmation } from '@callside/client';
import type { RepDesk } from './rep-desk-model.ts';
import { timeOfDay } from './time-text.ts';
import './recording-panel.css';

type Confirmed = 'confirmed' | 'waiting';

/** Whether the call is being recorded. A pause is told by words, shape and pattern, not by colour alone. */
export function RecordingPanel({ desk }: { desk: RepDesk }) {
  const { call, recording } = desk;
  if (call === null) return null;
  const confirmation = currentConfirmation(desk);
  const confirmed: Confirmed = confirmation === null ? 'waiting' : 'confirmed';
  return (
    <section
      className="recording"
      data-paused={recording.paused}
      data-confirmed={confirmed}
      aria-labelledby="recording-heading"
    >
      <RecordingMark paused={recording.paused} />
      <div className="recording-words">
        <h2 id="recording-heading">{recording.paused ? 'Recording paused' : 'Recording'}</h2>
        <p className="recording-confirmation">
          <ConfirmationMark confirmed={confirmed} />
          {confirmation === null
            ? waitingText(recording.paused)
            : `Companion confirmed at ${timeOfDay(confirmation.confirmed_at)}`}
        </p>
      </div>
      <p className="recording-sequence" title="Rises with every recording control; the companion gets the same number">
        <span>Sequence</span> <span className="number">{recording.sequence}</span>
      </p>
    </section>
  );
}

function waitingText(paused: boolean): string {
  return paused
    ? 'Waiting for the desktop companion. It may still be listening.'
    : 'Waiting for the desktop companion to confirm';
}

function ConfirmationMark({ confirmed }: { confirmed: Confirmed }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      {confirmed === 'confirmed' ? (
        <path d="M2.5 8.5l3.5 3.500l7.5-8" fill="none" stroke="currentColor" strokeWidth="2.2" />
      ) : (
        <circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="3 2.76" />
      )}
    </svg>
  );
}

function RecordingMark({ paused }: { paused: boolean }) {
  return (
    <svg className="recording-mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {paused ? (
        <path d="M8 4v16M16 4v16" stroke="currentColor" strokeWidth="5" />
      ) : (
        <circle cx="12" cy="12" r="7" fill="currentColor" />
      )}
    </svg>
  );
}
