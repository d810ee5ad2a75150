import type { EvidenceGap } from '@callside/schemas';

/** How long a companion has to acknowledge a pause. */
const deadlineMs = 5_000;

interface RecordingEvent {
  position: number;
  event: string;
  receivedAt: Date;
  recordingSequence: number | null;
  /** null: companions record. */
  recordingBy: string | null;
}

interface EvidenceOfCall {
  /** The events of the call, in order. */
  events: readonly RecordingEvent[];
  endedAt: Date | null;
  /** Connections of the rep's companions, by the recording sequences that they were there for; null: they are no longer on file. */
  connections: readonly { companion: string; since: number; until: number | null }[] | null;
  acknowledgements: readonly { companion: string; sequence: number; at: Date }[];
  /** Pieces of the transcript in which card numbers were masked, by the companion's clock. */
  cards: readonly { speaker: string; from: Date; to: Date }[];
  now: Date;
}

/** What the evidence of a call's pauses lacks. */
export function findGaps(evidence: EvidenceOfCall): EvidenceGap[] {
  const { events, endedAt } = evidence;
  const pauses = events.flatMap((event, index) => pauseOf(event, events.slice(index + 1), endedAt) ?? []);
  const gaps = [
    ...pauses.flatMap((pause) => unacknowledged(pause, evidence)),
    ...forgottenResume(events, endedAt),
    ...outsidePauses(pauses, evidence),
  ];
  return gaps.sort((one, other) => one.at.localeCompare(other.at));
}

interface Pause {
  position: number;
  sequence: number;
  at: Date;
  /** A pause needs no companion where something else records. */
  needsCompanion: boolean;
  /** By a resume or the end of the call: another pause replaces none. null: not yet. */
  replacedAt: Date | null;
  endedAt: Date | null;
}

function pauseOf(
  { event, position, receivedAt: at, recordingSequence: sequence, recordingBy }: RecordingEvent,
  later: readonly RecordingEvent[],
  callEndedAt: Date | null,
): Pause | null {
  if (event !== 'recording-paused' || sequence === null) return null;
  const resumed = later.find((next) => next.event === 'recording-resumed');
  const replacedBy = later.find((next) => next.recordingSequence !== null && next.event !== 'recording-paused');
  return {
    position,
    sequence,
    at,
    needsCompanion: recordingBy === null,
    replacedAt: replacedBy?.receivedAt ?? callEndedAt,
    endedAt: resumed?.receivedAt ?? callEndedAt,
  };
}

function unacknowledged(pause: Pause, { connections, acknowledgements, now }: EvidenceOfCall): EvidenceGap[] {
  const { position, sequence, at, replacedAt } = pause;
  const due = at.getTime() + deadlineMs;
  const isReplaced = replacedAt !== null && replacedAt.getTime() <= due;
  if (!pause.needsCompanion || isReplaced || now.getTime() < due) return [];
  const inTime = acknowledgements.filter((one) => one.sequence >= sequence && one.at.getTime() <= due);
  const gap = { at: at.toISOString(), position, sequence };
  if (connections === null) return inTime.length > 0 ? [] : [{ kind: 'not_acknowledged', ...gap }];
  const present = connections.filter(({ since, until }) => since < sequence && (until === null || until >= sequence));
  if (present.length === 0) return inTime.length > 0 ? [] : [{ kind: 'no_companion', ...gap }];
  return present
    .filter(({ companion }) => !inTime.some((one) => one.companion === companion))
    .map(({ companion }) => ({ kind: 'not_acknowledged', ...gap, companion }));
}

/** The call ended while it was paused. */
function forgottenResume(events: readonly RecordingEvent[], endedAt: Date | null): EvidenceGap[] {
  const last = events.findLast(({ event }) => event === 'recording-paused' || event === 'recording-resumed');
  if (endedAt === null || last?.event !== 'recording-paused') return [];
  const { position, recordingSequence: sequence } = last;
  return [{ kind: 'resume_forgotten', at: endedAt.toISOString(), position, ...(sequence !== null && { sequence }) }];
}

/** A piece that is not wholly inside a pause may have been spoken outside. */
function outsidePauses(pauses: readonly Pause[], { cards }: EvidenceOfCall): EvidenceGap[] {
  const isInside = ({ from, to }: { from: Date; to: Date }) =>
    pauses.some(({ at, endedAt }) => at <= from && (endedAt === null || to <= endedAt));
  return cards
    .filter((card) => !isInside(card))
    .map(({ from, speaker }) => ({ kind: 'card_number', at: from.toISOString(), speaker }));
}
