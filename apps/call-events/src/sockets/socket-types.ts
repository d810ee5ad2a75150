import type { CompanionClientEvents, CompanionServerEvents, RepClientEvents, RepServerEvents } from '@callside/schemas';
import type { Namespace, Server, Socket } from 'socket.io';
import type { OffersMark } from '../use-cases/refresh-audience.ts';
import type { Announcement } from '../views/messages.ts';
import type { CompanionKnowledge } from '../views/recording.ts';

export interface SocketUser {
  id: string;
  brandId: string;
}

/** `missed`: no valid acknowledgement while the connection waited for it. */
export interface RecordingAnswer {
  outcome: 'applied' | 'missed';
  /** From the sending of the state. */
  seconds: number;
}

interface SocketData {
  user?: SocketUser;
  /** Tabs: when it connected, by a monotonic clock. That of the handshake may be set back. */
  connectedAtMs?: number;
  /** Tabs: the highest version sent; set with the first snapshot. */
  deliveredVersion?: number;
  /** Tabs: the recording sequence of that version. */
  sequenceShown?: number;
  /** Tabs: the companion state that the tab shows. */
  shown?: CompanionKnowledge;
  /** Tabs: the offers last sent. */
  deliveredOffers?: OffersMark;
  /** Companions: the highest recording sequence sent. */
  deliveredSequence?: number;
  /** Companions: called when it has applied a sequence sent on this connection; that includes all earlier ones. */
  onAcknowledged?: (sequence: number) => void;
  /** Companions: called for each recording state, to measure. */
  onRecordingAnswer?: (answer: RecordingAnswer) => void;
  tokenExpiresAt?: Date;
  /** The session of the cookie that it was opened with. */
  sessionId?: string;
  /** The expiry that `token.expiring` was sent for. */
  warnedExpiry?: Date;
  /** Companions: heartbeat ticks since the last packet. */
  quietTicks?: number;
}

/** Messages between instances. The announcements of another `format` are ignored, but still trigger a refresh. */
export interface ServerEvents {
  announcements: (format: number, announcements: Announcement[]) => void;
  /** Offers; instances of releases without them have no listener. */
  offers: (announcement: Announcement) => void;
  /** Some announcements of the sender were lost, the first of them so many seconds ago; the release before sends no number. */
  missed: (secondsAgo?: number) => void;
  /** Companions of these reps connected or disconnected: read their presence. */
  companions: (userIds: string[]) => void;
}

type PushedEvents = RepServerEvents & CompanionServerEvents;
type SentEvents = RepClientEvents & CompanionClientEvents;

export type SocketServer = Server<SentEvents, PushedEvents, ServerEvents, SocketData>;
export type PushNamespace = Namespace<SentEvents, PushedEvents, ServerEvents, SocketData>;
export type PushSocket = Socket<SentEvents, PushedEvents, ServerEvents, SocketData>;

/** The Engine.IO connection below the sockets of a client: one transport at a time. */
export type Connection = PushSocket['conn'];
