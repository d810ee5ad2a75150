import type { RecordingKnowledge } from '@callside/schemas';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../app/use-formats.ts';
import { recordingWords } from './recording-words.ts';
import type { RepDesk } from './rep-desk-model.ts';
import './recording-panel.css';

/** Whether the call is being recorded; nothing where nobody records. A pause is shown by text, shape and pattern, not by colour alone. */
export function RecordingPanel({ desk }: { desk: RepDesk }) {
  const { t } = useTranslation();
  const { time } = useFormats();
  const { call, recording } = desk;
  if (call === null) return null;
  const words = recordingWords(desk, time);
  if (words === null) return null;
  const { state, heading, detail } = words;
  return (
    <section className="recording" data-paused={recording.paused} data-state={state} aria-label={t('desk.recording')}>
      <RecordingMark paused={recording.paused} state={state} />
      <div className="recording-words">
        <h2>{heading}</h2>
        <p className="recording-confirmation">
          <StateMark state={state} />
          {detail}
        </p>
      </div>
    </section>
  );
}

function StateMark({ state }: { state: RecordingKnowledge }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      {state === 'confirmed' ? (
        <path d="M2.5 8.5l3.5 3.500l7.5-8" fill="none" stroke="currentColor" strokeWidth="2.2" />
      ) : (
        <circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="3 2.76" />
      )}
    </svg>
  );
}

/** The dot is filled only if recording is confirmed, and a whole ring if the dialler reports it. */
function RecordingMark({ paused, state }: { paused: boolean; state: RecordingKnowledge }) {
  return (
    <svg className="recording-mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {state === 'unknown' && (
        <path
          d="M8.5 9a3.5 3.5 0 1 1 5 3.200c-1 .6-1.500 1.200-1.500 2.300M12 18.200v.3"
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
        />
      )}
      {state !== 'unknown' && paused && <path d="M8 4v16M16 4v16" stroke="currentColor" strokeWidth="5" />}
      {state === 'confirmed' && !paused && <circle cx="12" cy="12" r="7" fill="currentColor" />}
      {state === 'requested' && !paused && (
        <circle cx="12" cy="12" r="6" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="4 2.280" />
      )}
      {state === 'dialler' && !paused && (
        <circle cx="12" cy="12" r="6" fill="none" stroke="currentColor" strokeWidth="3" />
      )}
    </svg>
  );
}
