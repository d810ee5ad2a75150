import type { CompanionClientEvents, CompanionServerEvents, RepServerEvents } from '@callside/schemas';
import type { Namespace, Server, Socket } from 'socket.io';
import type { Announcement } from '../domain/announcement.ts';
import type { CompanionKnowledge } from '../domain/recording-knowledge.ts';

export interface SocketUser {
  id: string;
  brandId: string;
}

interface SocketData {
  user?: SocketUser;
  /** Of a tab that was greeted: the highest version that it was sent. */
  versionTold?: number;
  /** Of a tab that was greeted: the recording sequence of that version. */
  sequenceShown?: number;
  /** Of a tab that was greeted: what it shows of the companions. */
  shown?: CompanionKnowledge;
  /** Of a companion that was greeted: the highest recording sequence that it was sent. */
  sequenceTold?: number;
  tokenExpiresAt?: Date;
  /** The expiry that the client was told of. */
  toldExpiry?: Date;
  /** Of a companion: how often the heartbeat looked since anything was heard from it. */
  quietTicks?: number;
}

/** Between servers. Of another `format` only the fact counts that something was announced. */
export interface ServerEvents {
  announcements: (format: number, announcements: Announcement[]) => void;
  /** Announcements were lost on their way from the sender. */
  missed: () => void;
  /** Companions of these reps came or went: look at them. */
  companions: (userIds: string[]) => void;
}

type PushedEvents = RepServerEvents & CompanionServerEvents;

export type SocketServer = Server<CompanionClientEvents, PushedEvents, ServerEvents, SocketData>;
export type PushNamespace = Namespace<CompanionClientEvents, PushedEvents, ServerEvents, SocketData>;
export type PushSocket = Socket<CompanionClientEvents, PushedEvents, ServerEvents, SocketData>;

/** What is below the sockets of a client: one transport at a time. */
export type Connection = PushSocket['conn'];
