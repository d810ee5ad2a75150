import type { CompanionClientEvents, CompanionServerEvents, RepServerEvents } from '@callside/schemas';
import type { Namespace, Server, Socket } from 'socket.io';
import type { Announcement } from '../domain/call-audience.ts';

export interface SocketUser {
  id: string;
  brandId: string;
}

interface SocketData {
  user?: SocketUser;
}

/** Between servers. Of another `format` only the fact counts that something was announced. */
export interface ServerEvents {
  announcements: (format: number, announcements: Announcement[]) => void;
  /** Announcements were lost on their way from the sender. */
  missed: () => void;
}

type PushedEvents = RepServerEvents & CompanionServerEvents;

export type SocketServer = Server<CompanionClientEvents, PushedEvents, ServerEvents, SocketData>;
export type PushNamespace = Namespace<CompanionClientEvents, PushedEvents, ServerEvents, SocketData>;
export type PushSocket = Socket<CompanionClientEvents, PushedEvents, ServerEvents, SocketData>;
