import type { CompanionClientEvents, CompanionServerEvents, RepClientEvents, RepServerEvents } from '@callside/schemas';
import type { Namespace, Server, Socket } from 'socket.io';

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
  /** Companions: the protocol that it declared. */
  protocol?: number;
  /** Companions: the highest recording sequence sent. */
  deliveredSequence?: number;
  /** Companions: called when it has applied a sequence sent on this connection; that includes all earlier ones. */
  onAcknowledged?: (sequence: number) => void;
  /** Companions: called for each recording state, to measure. */
  onRecordingAnswer?: (answer: RecordingAnswer) => void;
  tokenExpiresAt?: Date;
  /** What it ends with: the session of the cookie that it was opened with, or the API key that its token was issued to. */
  grantId?: string | undefined;
  /** The expiry that `token.expiring` was sent for. */
  warnedExpiry?: Date;
  /** Companions: heartbeat ticks since the last packet. */
  quietTicks?: number;
}

/** Messages between instances. They may get lost: Redis is only speed. */
export interface ServerEvents {
  /** Announcements as JSON: the instance that sent them would parse them, too. */
  announcements: (json: string) => void;
  /** Something of these reps has changed that is no event: look at them. */
  changed: (userIds: string[]) => void;
}

type PushedEvents = RepServerEvents & CompanionServerEvents;
type SentEvents = RepClientEvents & CompanionClientEvents;

export type SocketServer = Server<SentEvents, PushedEvents, ServerEvents, SocketData>;
export type PushNamespace = Namespace<SentEvents, PushedEvents, ServerEvents, SocketData>;
export type PushSocket = Socket<SentEvents, PushedEvents, ServerEvents, SocketData>;

/** The Engine.IO connection below the sockets of a client: one transport at a time. */
export type Connection = PushSocket['conn'];
