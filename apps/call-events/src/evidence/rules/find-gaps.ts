import type { EvidenceGap } from '@callside/schemas';
import { type ConnectionOnFile, type Pause, unacknowledged } from './unacknowledged.ts';

interface RecordingEvent {
  position: number;
  event: string;
  receivedAt: Date;
  recordingSequence: number | null;
  /** null: companions record. */
  recordingBy: string | null;
  /** A start of a call that came back paused. */
  openedPaused: boolean;
}

interface EvidenceOfCall {
  /** The events of the call, in order. */
  events: readonly RecordingEvent[];
  endedAt: Date | null;
  /** Of the rep's companions; null: they are no longer on file. */
  connections: readonly ConnectionOnFile[] | null;
  acknowledgements: readonly { companion: string; sequence: number; at: Date }[];
  /** Pieces of the transcript in which card numbers were masked, by the companion's clock. */
  cards: readonly { speaker: string; from: Date; to: Date }[];
  now: Date;
}

/** What the evidence of a call's pauses lacks. */
export function findGaps(evidence: EvidenceOfCall): EvidenceGap[] {
  const pauses = pausesOf(evidence);
  const gaps = [
    ...withoutAcknowledgement(pauses, evidence),
    ...forgottenResume(evidence),
    ...outsidePauses(pauses, evidence),
  ];
  return gaps.sort((one, other) => one.at.localeCompare(other.at));
}

interface PauseOfCall extends Pause {
  position: number;
  /** A pause needs no companion where something else records. */
  needsCompanion: boolean;
  endedAt: Date | null;
}

/** From the last event to the first, because what came after a pause ends it. */
function pausesOf({ events, endedAt: callEndedAt }: EvidenceOfCall): PauseOfCall[] {
  const pauses: PauseOfCall[] = [];
  let replacedAt = callEndedAt;
  let endedAt = callEndedAt;
  for (const event of events.toReversed()) {
    const { position, receivedAt: at, recordingSequence: sequence, recordingBy } = event;
    if (isPause(event)) {
      if (sequence !== null)
        pauses.push({ position, sequence, at, needsCompanion: recordingBy === null, replacedAt, endedAt });
    } else {
      if (sequence !== null) replacedAt = at;
      if (event.event === 'recording-resumed') endedAt = at;
    }
  }
  return pauses.reverse();
}

function isPause({ event, openedPaused }: RecordingEvent): boolean {
  return event === 'recording-paused' || openedPaused;
}

/** From the last pause to the first: an acknowledgement is one of all pauses before it. */
function withoutAcknowledgement(pauses: readonly PauseOfCall[], evidence: EvidenceOfCall): EvidenceGap[] {
  const left = evidence.acknowledgements.toSorted((one, other) => one.sequence - other.sequence);
  const acknowledgedAt = new Map<string, Date>();
  const gaps = pauses.toReversed().map(({ position, needsCompanion, ...pause }) => {
    for (let last = left.at(-1); last !== undefined && last.sequence >= pause.sequence; last = left.at(-1)) {
      acknowledgedAt.set(last.companion, last.at);
      left.pop();
    }
    const lacks = needsCompanion ? unacknowledged(pause, { ...evidence, acknowledgedAt }) : [];
    const place = { at: pause.at.toISOString(), position, sequence: pause.sequence };
    return lacks.map((lack) => ({ ...lack, ...place }));
  });
  return gaps.reverse().flat();
}

/** The call ended while it was paused. */
function forgottenResume({ events, endedAt }: EvidenceOfCall): EvidenceGap[] {
  const last = events.findLast((event) => isPause(event) || event.event === 'recording-resumed');
  if (endedAt === null || last === undefined || !isPause(last)) return [];
  const { position, recordingSequence: sequence } = last;
  return [{ kind: 'resume_forgotten', at: endedAt.toISOString(), position, ...(sequence !== null && { sequence }) }];
}

/** A piece that is not wholly inside a pause may have been spoken outside. */
function outsidePauses(pauses: readonly PauseOfCall[], { cards }: EvidenceOfCall): EvidenceGap[] {
  const isInside = ({ from, to }: { from: Date; to: Date }) =>
    pauses.some(({ at, endedAt }) => at <= from && (endedAt === null || to <= endedAt));
  return cards
    .filter((card) => !isInside(card))
    .map(({ from, speaker }) => ({ kind: 'card_number', at: from.toISOString(), speaker }));
}
