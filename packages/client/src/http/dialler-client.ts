import {
  type CallEventBody,
  type CallEventName,
  type CallEventResponse,
  callEventResponseSchema,
} from '@callside/schemas';
import type { ClientOptions } from './client-options.ts';
import { eventIdOf } from './event-id.ts';
import { createPostJson, type PostJson } from './post-json.ts';

/** The service stops waiting for its database after about 6 s and answers 503. */
const usualTimeoutMs = 10_000;

/** Hold and recording events. Names with underscores are sent unchanged; the others are options of this client. */
export interface CallControlBody extends Omit<CallEventBody<'hold-started'>, 'event_id' | 'occurred_at'> {
  event_id?: string | null | undefined;
  /** By the dialler's clock. The same when the event is sent again after a restart. */
  occurred_at?: Date | string | null | undefined;
  /** The dialler's own reference of the call, unique in the brand. The `event_id` is made from it when none is given. */
  callReference?: string | undefined;
  /** A number that is counted up in the call, from 1. Required with `callReference` for holds and recording changes. */
  ordinal?: number | undefined;
}

export interface CallStartedBody extends CallControlBody {
  phone_number: CallEventBody<'call-started'>['phone_number'];
}

export interface CallEndedBody extends CallControlBody {
  phone_number?: string | null | undefined;
}

export interface CallEventBodies {
  'call-started': CallStartedBody;
  'call-ended': CallEndedBody;
  'hold-started': CallControlBody;
  'hold-ended': CallControlBody;
  'recording-paused': CallControlBody;
  'recording-resumed': CallControlBody;
}

/**
 * Posts the events of calls, as a telephony platform does. An answer means that the event is durably recorded; every other outcome
 * is a CallsideError. Retries after a timeout, a connection failure or a 5xx, by default after 1, 4 and 15 s. Each attempt carries
 * the same `event_id`, so the event counts once.
 */
export class DiallerClient {
  readonly #post: PostJson;

  /** @throws TypeError for an unusable address or key. */
  constructor(options: ClientOptions) {
    this.#post = createPostJson({ ...options, timeoutMs: options.timeoutMs ?? usualTimeoutMs });
  }

  callStarted(body: CallStartedBody): Promise<CallEventResponse> {
    return this.send('call-started', body);
  }

  callEnded(body: CallEndedBody): Promise<CallEventResponse> {
    return this.send('call-ended', body);
  }

  holdStarted(body: CallControlBody): Promise<CallEventResponse> {
    return this.send('hold-started', body);
  }

  holdEnded(body: CallControlBody): Promise<CallEventResponse> {
    return this.send('hold-ended', body);
  }

  recordingPaused(body: CallControlBody): Promise<CallEventResponse> {
    return this.send('recording-paused', body);
  }

  recordingResumed(body: CallControlBody): Promise<CallEventResponse> {
    return this.send('recording-resumed', body);
  }

  /** Rejects with a CallsideError, or with a RangeError when no `event_id` can be made from `callReference`. */
  async send<Event extends CallEventName>(event: Event, body: CallEventBodies[Event]): Promise<CallEventResponse> {
    const { callReference, ordinal, ...fields } = body;
    return this.#post({
      path: `/call-events/${event}`,
      body: { ...fields, event_id: fields.event_id || idFor(event, callReference, ordinal) },
      answer: callEventResponseSchema,
      mayArriveTwice: true,
    });
  }
}

function idFor(event: CallEventName, callReference: string | undefined, ordinal: number | undefined): string {
  return callReference == null ? randomId() : eventIdOf(callReference, event, ordinal);
}

/** Identifies the retries of one call of `send` only. randomUUID is not available on pages without https. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
