import type { CallEventName } from '@callside/schemas';

/** A request of a platform. The names of headers are in lower case. */
export interface PlatformRequest {
  headers: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
  /** Decoded, see `decodeText`. */
  body: string;
}

export interface SignedRequest extends PlatformRequest {
  /** The address as the platform called it: scheme, Host and the raw request target. */
  url: string;
  /** The body as it was sent. */
  bytes: Uint8Array;
}

/** An event in the form of the body of its webhook. */
export interface TranslatedEvent {
  event: CallEventName;
  /** The platform's own number of the event: it grows within a call. Absent: times are all that tells which event is late. */
  order?: number;
  /** An end after which no event of the call brings it back. */
  isFinal?: boolean;
  /** The start of a call that came off hold, which may be live already. */
  isOffHold?: boolean;
  /** A `+` of the agent's address came as a space. */
  hasLostPlus?: boolean;
  body: {
    agent_email: string;
    phone_number?: string;
    /** Absent: nothing in the request tells the event from another one of the same kind. */
    event_id?: string;
    /** ISO 8601. */
    occurred_at?: string;
    metadata: Readonly<{ platform: string; call_id: string; direction?: string }>;
  };
}

/** `problem`: the payload is not one of the platform, or lacks something. A sentence that quotes nothing of it. */
export type Translation = { ok: true; events: readonly TranslatedEvent[] } | { ok: false; problem: string };

export type Authentication =
  /** The platform signs nothing: it sends a Callside key. */
  | { kind: 'key' }
  | {
      kind: 'signature';
      /** What the stored secret is, in the words of the platform. */
      secret: string;
      /** Never throws. */
      verify: (request: SignedRequest, secret: string) => boolean;
      /** Otherwise `agent` and `customer` of the address need a token: see `isAddressSigned`. */
      coversQuery: boolean;
      /** null: what the platform sends is the secret itself, which signs no time. */
      signedTime: SignedTime | null;
    };

/** How old a request may be that is not on file; an end may be older. */
export interface SignedTime {
  /** The times that the signature covers, in ISO 8601; undefined: one that this request lacks. Never throws. */
  of: (request: PlatformRequest) => readonly (string | undefined)[];
  /** For how long the platform sends a request again, by its documentation. */
  retryPeriodMs: number;
}

export interface Adapter {
  /** The segment of the path. */
  platform: string;
  name: string;
  /** experimental: the form of the payload or the signature was not checked against the platform's own documentation. */
  support: 'verified' | 'experimental';
  methods: readonly ('GET' | 'POST')[];
  authentication: Authentication;
  /** Pure; never throws, for any request. No event: one of the platform's types that means nothing here. */
  translate: (request: PlatformRequest) => Translation;
  /**
   * A call of an agent has one id from its start to its end. So an end with another id than that of the live call does not end it: it may
   * be of a call that the agent did not answer, or whose start is delayed.
   */
  callIdLasts?: boolean;
  /** The end of an id is final: a start of it that comes later was overtaken, also one of the same second or without a time. */
  endIsFinal?: boolean;
  /** Headers that answer a registration of the address; null for any other request. Answered without authentication. */
  answerRegistration?: (request: PlatformRequest) => Record<string, string> | null;
}

export const noEvents: Translation = { ok: true, events: [] };
