import { chainStart, headOf, mergeChains } from '@callside/auth';
import type { ChainedEvent, ChainedReport, PauseEvidence } from '@callside/schemas';
import type { EvidenceStore, StoredEvent, StoredReport } from './evidence.store.ts';
import { fieldsOf, hmacOf } from './link-events.ts';
import { findGaps } from './rules/find-gaps.ts';

/** The evidence of a call's pauses; null: the brand has no such call. */
export async function readEvidence(
  store: EvidenceStore,
  brandId: string,
  reference: string,
): Promise<PauseEvidence | null> {
  const call = await store.findCall(brandId, reference);
  if (call === null) return null;
  const stored: ReadEvent[] = [];
  for await (const page of store.readEvents(call)) stored.push(...page.map(toRead));
  const since = stored.filter(({ position }) => call.first !== null && position >= call.first);
  const isOwn = ({ callId, callActive }: ReadEvent) => (call.isDeleted ? callActive : callId === call.id);
  const own = since.filter(isOwn);
  const reports = await store.readReports(call.id);
  const gaps = findGaps({
    events: own,
    endedAt: call.endedAt,
    connections: call.isDeleted ? null : await store.readConnections(call.userId, own),
    acknowledgements: reports.flatMap(({ sequence, ...report }) =>
      sequence === null ? [] : [{ ...report, sequence }],
    ),
    cards: await store.readCards(call.id),
    now: call.now,
  });
  const [events, chained] = [own.map(({ entry }) => entry), reports.map(toReport)];
  return {
    call_reference: reference,
    entries: mergeChains(events, chained),
    gaps,
    head: headOf(events, chained),
    previous: stored.find(({ position }) => position + 1 === call.first)?.digest ?? chainStart,
    between: since.filter((event) => !isOwn(event)).map(({ entry }) => entry),
  };
}

type ReadEvent = ReturnType<typeof toRead>;

/** Without its content, which is large and only compared with its HMAC. */
function toRead(stored: StoredEvent) {
  const { position, event, receivedAt, recordingSequence, recordingBy, openedPaused } = stored;
  const { callId, callActive, digest } = stored;
  const read = { position, event, receivedAt, recordingSequence, recordingBy, openedPaused };
  return { ...read, callId, callActive, digest, entry: toEntry(stored) };
}

function toEntry(event: StoredEvent): ChainedEvent {
  return {
    ...fieldsOf(event),
    digest: event.digest ?? chainStart,
    personal: event.hmac ?? chainStart,
    personal_state: stateOf(event),
  };
}

/** The content and its key go together. */
function stateOf({ key, isEmpty, hmac, ...event }: StoredEvent): ChainedEvent['personal_state'] {
  if (key === null) return isEmpty ? 'emptied' : 'altered';
  return hmacOf(key, event) === hmac ? 'kept' : 'altered';
}

function toReport({ number, at, kind, sequence, companion, digest }: StoredReport): ChainedReport {
  return {
    position: null,
    at: at.toISOString(),
    kind,
    ...(sequence !== null && { sequence }),
    companion,
    digest,
    number,
  };
}
