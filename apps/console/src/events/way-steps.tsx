import type { EventStep, EventWay } from '@callside/schemas';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../app/use-formats.ts';
import { keyEnds } from '../settings/api-keys/key-status.ts';
import { refusalInWords } from './refusal-words.ts';

/** The steps of an event in their order. The sign repeats the meaning of the text. */
export function WaySteps({ way }: { way: EventWay }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <ol className="events-steps">
      {way.steps.map((step) => (
        <li key={step.step} data-state={step.state}>
          <span className="events-step-sign" aria-hidden="true">
            {signs[step.state]}
          </span>
          <span className="events-step-name">{t(stepKeys[step.step])}</span>
          <span>
            {wordsOf(way, step, t)}
            {step.step === 'rep' && step.state === 'failed' && (
              <>
                {' '}
                <Link to="/settings/agents">{t('events.toAgents')}</Link>
              </>
            )}
          </span>
          {step.at !== null && <time dateTime={step.at}>{formats.time(step.at)}</time>}
        </li>
      ))}
    </ol>
  );
}

const signs = { done: '✓', failed: '✗', open: '…', not_needed: '–' } as const;

const stepKeys = {
  received: 'events.step.received',
  key: 'events.step.key',
  brand: 'events.step.brand',
  rep: 'events.step.rep',
  call: 'events.step.call',
  committed: 'events.step.committed',
  painted: 'events.step.painted',
  companion: 'events.step.companion',
} as const;

const plainKeys = {
  'received done': 'events.said.received',
  'key open': 'events.said.keyNotChecked',
  'key not_needed': 'events.said.keyNotNeeded',
  'call done': 'events.said.callApplied',
  'call failed': 'events.said.callNone',
  'call not_needed': 'events.said.callNoRep',
  'committed done': 'events.said.committed',
  'painted open': 'events.said.paintedOpen',
  'painted not_needed': 'events.said.noRep',
  'companion not_needed': 'events.said.companionNotNeeded',
} as const;

const recordingKeys = {
  confirmed: 'events.said.recording.confirmed',
  waiting: 'events.said.recording.waiting',
  unacknowledged: 'events.said.recording.unacknowledged',
  too_late: 'events.said.recording.tooLate',
  cut_off: 'events.said.recording.cutOff',
  may_have_recorded: 'events.said.recording.mayHaveRecorded',
  later_companion: 'events.said.recording.laterCompanion',
  no_companion: 'events.said.recording.noCompanion',
  reported: 'events.said.recording.reported',
} as const;

/** In the language of the page. */
function wordsOf(way: EventWay, { step, state }: EventStep, t: TFunction): string {
  const { item, rep, key, recording } = way;
  if (step === 'brand') return way.brand;
  if (step === 'rep') {
    return rep === null
      ? t('events.said.repUnknown', { agent: item.agent_email ?? '–' })
      : `${rep.name} (${rep.email})`;
  }
  if (state === 'failed' && item.outcome === 'refused') return refusalInWords(item.reason);
  if (step === 'key' && state === 'done' && key !== null) {
    return t('events.said.key', { label: key.label ?? t('events.said.noLabel'), end: keyEnds(key) });
  }
  if (step === 'painted' && state === 'done') {
    return t('events.said.painted', { ms: way.painted_after_ms ?? 0, count: way.painted_tabs });
  }
  if (step === 'companion' && recording !== null) {
    const { outcome, connected, acknowledged } = recording;
    return t(recordingKeys[outcome], { connected, missing: connected - acknowledged });
  }
  const plain = plainKeys[`${step} ${state}` as keyof typeof plainKeys];
  return plain === undefined ? '' : t(plain);
}
