import type { EventStep, EventWay, WouldChange } from '@callside/schemas';
import { type ChangeRefusal, callStateView, type RepSnapshot } from '../../calls/index.ts';
import { logItemView } from '../views.ts';
import type { EventWayOnFile } from './rules/event-on-file.ts';
import { judgeRecording, type RecordingEvidence, type RecordingOutcome } from './rules/recording-evidence.ts';
import type { RefusedDetails, RefusedOnFile } from './rules/refused-request.ts';

interface Place {
  brand: string;
  /** The beginning of all keys of the deployment. */
  keyPrefix: string;
}

/** The metadata in it is sent as its original text: use `stringifyJson`. */
export function eventWayView(way: EventWayOnFile, { brand, keyPrefix }: Place): EventWay {
  const { event, paintedAt, paintedTabs, recording } = way;
  const evidence = recording && judgeRecording(recording.asked, recording.companions);
  return {
    item: logItemView({ outcome: 'accepted', event }),
    brand,
    key: way.key && { label: way.key.label, prefix: keyPrefix, last_four: way.key.lastFour },
    rep: way.rep,
    request_id: way.requestId,
    painted_after_ms: paintedAt && millisecondsAfter(event.receivedAt, paintedAt),
    painted_tabs: paintedTabs,
    recording: evidence && {
      outcome: evidence.outcome,
      connected: evidence.connected,
      acknowledged: evidence.acknowledged,
    },
    body: null,
    steps: [
      step('received', 'done', event.receivedAt, 'The service received the request.'),
      way.key === null
        ? step('key', 'not_needed', null, 'No API key: an owner sent it, or the key is not known.')
        : step('key', 'done', null, `The API key ${way.key.label ?? '(no label)'} was accepted.`),
      step('brand', 'done', null, `The host belongs to ${brand}.`),
      repStep(way),
      callStep(way),
      step('committed', 'done', null, 'The event was on disk before the answer.'),
      ...afterCommit(way, evidence),
    ],
  };
}

export function refusedWayView({ request, body, key }: RefusedDetails, { brand, keyPrefix }: Place): EventWay {
  const refused = `Refused with status ${request.status}: ${request.reason}`;
  const isKeyRefused = request.status === 401;
  return {
    item: logItemView({ outcome: 'refused', request }),
    brand,
    key: key && { label: key.label, prefix: keyPrefix, last_four: key.lastFour },
    rep: null,
    request_id: request.requestId,
    painted_after_ms: null,
    painted_tabs: 0,
    recording: null,
    body,
    steps: [
      step('received', 'done', request.receivedAt, 'The service received the request.'),
      step('brand', 'done', null, `The host belongs to ${brand}.`),
      isKeyRefused
        ? step('key', 'failed', null, refused)
        : step('key', request.apiKeyId === null ? 'open' : 'done', null, keyText(request)),
      step('committed', 'failed', null, isKeyRefused ? 'Nothing was recorded.' : refused),
    ],
  };
}

function keyText({ apiKeyId }: RefusedOnFile): string {
  return apiKeyId === null ? 'The request was refused before the key was checked.' : 'The API key was accepted.';
}

function repStep({ event, rep }: EventWayOnFile): EventStep {
  if (rep !== null) return step('rep', 'done', null, `${event.agentEmail} is ${rep.name} (${rep.email}).`);
  return step('rep', 'failed', null, `${event.agentEmail} is no active user of the brand.`);
}

function callStep({ event }: EventWayOnFile): EventStep {
  if (event.callActive) return step('call', 'done', null, 'The event was applied to a live call.');
  if (!event.agentResolved) return step('call', 'not_needed', null, 'Without a rep there is no call.');
  return step(
    'call',
    'failed',
    null,
    'The event was recorded only: the rep was on no live call, or the event is of another one.',
  );
}

function afterCommit(
  { event, paintedAt, paintedTabs }: EventWayOnFile,
  evidence: RecordingEvidence | null,
): EventStep[] {
  if (!event.agentResolved) {
    return (['painted', 'companion'] as const).map((name) => step(name, 'not_needed', null, 'No rep is informed.'));
  }
  return [
    paintedAt
      ? step(
          'painted',
          'done',
          paintedAt,
          `Painted after ${millisecondsAfter(event.receivedAt, paintedAt)} ms in ${paintedTabs} tabs.`,
        )
      : step('painted', 'open', null, 'No visible tab has reported it.'),
    companionStep(evidence),
  ];
}

function companionStep(evidence: RecordingEvidence | null): EventStep {
  if (evidence === null) return step('companion', 'not_needed', null, 'It does not change the recording.');
  const { outcome, connected, acknowledged, confirmedAt } = evidence;
  const missing = `${connected - acknowledged} of ${connected} connected companions`;
  const known: Record<RecordingOutcome, [EventStep['state'], string]> = {
    confirmed: ['done', `Acknowledged while it was in force by every companion that was connected (${connected}).`],
    waiting: ['open', `Not confirmed yet: no acknowledgement of ${missing} is on file.`],
    unacknowledged: ['failed', `Not confirmed: no acknowledgement of ${missing} came on file while it was in force.`],
    too_late: [
      'failed',
      `Not confirmed: the acknowledgement of ${missing} came on file only after it had been replaced.`,
    ],
    cut_off: ['open', 'Not confirmed: unknown, because the instance of a connected companion was cut off.'],
    may_have_recorded: [
      'open',
      'Not confirmed: unknown, because a companion had been lost shortly before and may have been recording.',
    ],
    later_companion: [
      'open',
      'Not confirmed: no companion was connected. One that connected later has acknowledged it.',
    ],
    reported: ['not_needed', 'Reported by the dialler. No confirmation was due.'],
    no_companion: ['open', 'Not confirmed: no companion was connected.'],
  };
  const [state, text] = known[outcome];
  return step('companion', state, confirmedAt, text);
}

function step(name: EventStep['step'], state: EventStep['state'], at: Date | null, text: string): EventStep {
  return { step: name, state, at: at?.toISOString() ?? null, text };
}

function millisecondsAfter(begin: Date, end: Date): number {
  return Math.max(0, end.getTime() - begin.getTime());
}

/** The live call that an event would change, before it is recorded. */
export function wouldChangeView({ rep, refusal }: { rep: RepSnapshot; refusal: ChangeRefusal }): WouldChange {
  const { call } = callStateView(rep);
  if (call === null || refusal === 'real call') throw new Error('the event changes no live call');
  const detail =
    'The event would change the live call of the rep. Send it with the reference of that call as confirm_call to do that.';
  return { detail, would_change: { call, effect: refusal } };
}
