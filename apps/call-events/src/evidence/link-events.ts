import { chainStart, eventDigest, personalHmac } from '@callside/auth';
import type { CallEventName } from '@callside/schemas';

/** An event of a rep, as it is stored. */
export interface EventToLink {
  userId: string;
  position: number;
  event: CallEventName;
  /** It is of the call that is live. */
  callActive: boolean;
  receivedAt: Date;
  occurredAt: Date;
  recordingSequence: number | null;
  /** null: companions, or no recording state. */
  recordingBy: 'dialler' | 'nobody' | null;
  /** A start of a call that came back with its pause. */
  openedPaused: boolean;
  eventId: string | null;
  agentEmail: string;
  phoneNumber: string | null;
  customerId: string | null;
  /** JSON text. */
  metadata: string;
}

/** In hexadecimal. */
export interface EventLink {
  digest: string;
  hmac: string;
  key: string;
}

/** The fields that the digest covers. What erasure changes is not among them. */
export function fieldsOf({
  position,
  receivedAt,
  event,
  callActive,
  recordingSequence,
  occurredAt,
  recordingBy,
  openedPaused,
}: EventToLink) {
  return {
    position,
    at: receivedAt.toISOString(),
    kind: event,
    applied: callActive,
    ...(recordingSequence !== null && { sequence: recordingSequence }),
    occurred_at: occurredAt.toISOString(),
    ...(recordingBy !== null && { recording_by: recordingBy }),
    ...(openedPaused && { opened_paused: true }),
  } as const;
}

/** The HMAC of the texts about people. Lone surrogates are stored as U+FFFD, as they are hashed. */
export function hmacOf(
  key: Uint8Array,
  { eventId, agentEmail, phoneNumber, customerId, metadata }: Omit<EventToLink, 'userId'>,
): string {
  return personalHmac(key, [eventId, agentEmail, phoneNumber, customerId, metadata]);
}

const keyBytes = 16;

/**
 * Links the events of a batch, each to the one before of its rep. `heads`: the last digest of each rep, by user id; those of the batch
 * replace them. An event without a rep (null) has no link. `random`: so many random bytes.
 */
export function linkEvents(
  events: readonly (EventToLink | null)[],
  heads: Map<string, string>,
  random: (bytes: number) => Uint8Array,
): (EventLink | null)[] {
  const keys = random(events.length * keyBytes);
  return events.map((event, index) => {
    if (event === null) return null;
    const key = keys.subarray(index * keyBytes, (index + 1) * keyBytes);
    const hmac = hmacOf(key, event);
    const digest = eventDigest(heads.get(event.userId) ?? chainStart, { ...fieldsOf(event), personal: hmac });
    heads.set(event.userId, digest);
    return { digest, hmac, key: Buffer.from(key).toString('hex') };
  });
}
