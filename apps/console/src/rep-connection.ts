import { type RepServerEvents, repServerEventSchemas } from '@callside/schemas';
import { io, type Socket } from 'socket.io-client';
import type { z } from 'zod';
import type { PageLife } from './page-life.ts';
import type { RepDeskAction } from './rep-desk-state.ts';

export type RepSocket = Socket<RepServerEvents, Record<string, never>>;

export interface RepConnectionDependencies {
  /** Of the namespace `/rep`, not connected yet. */
  socket: RepSocket;
  page: PageLife;
  /** Milliseconds since 1970. */
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
  dispatch: (action: RepDeskAction) => void;
  /** The service does not take the token (any more). */
  onUnauthorized: () => void;
}

export interface RepConnection {
  start: () => void;
  stop: () => void;
}

/** The service pings every 25 s: silent for longer, the connection may have died while the page slept. */
const quietMs = 30_000;
const longestDelayMs = 10_000;

/** The socket of one tab; `origin` only where there is no page of the service. */
export function openRepSocket(token: string, origin = ''): RepSocket {
  return io(`${origin}/rep`, {
    auth: { token },
    autoConnect: false,
    forceNew: true,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelayMax: longestDelayMs,
    randomizationFactor: 0.5,
  });
}

/** Keeps one tab connected and turns what it hears into actions of the desk. */
export function createRepConnection(dependencies: RepConnectionDependencies): RepConnection {
  const { socket, page, now, random, dispatch, onUnauthorized } = dependencies;
  let heardAt = now();
  let refusals = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let stopListening: (() => void) | undefined;

  const noteHeard = () => {
    heardAt = now();
    dispatch({ type: 'heard', at: heardAt });
  };

  const noteLost = () => dispatch({ type: 'link', link: page.isOnline() ? 'reconnecting' : 'offline' });

  /** Also ends the client's waiting between two attempts, which connect() alone does not. */
  const connectNow = () => {
    clearTimeout(retry);
    socket.disconnect().connect();
  };

  /** The client retries a lost connection by itself, but not one that the service refused or closed. */
  const retryLater = () => {
    clearTimeout(retry);
    const delayMs = Math.min(longestDelayMs, 1000 * 2 ** refusals) * (0.5 + random());
    refusals += 1;
    retry = setTimeout(() => socket.connect(), delayMs);
  };

  const wake = () => {
    if (!socket.connected || now() - heardAt > quietMs) connectNow();
  };

  function read<Schema extends z.ZodType>(schema: Schema, toAction: (payload: z.output<Schema>) => RepDeskAction) {
    return (payload: unknown) => {
      noteHeard();
      const result = schema.safeParse(payload);
      dispatch(result.success ? toAction(result.data) : { type: 'unreadable' });
    };
  }

  const listenToService = () => {
    const { 'call.state': stateSchema, 'call.event': eventSchema } = repServerEventSchemas;
    const confirmationSchema = repServerEventSchemas['recording.confirmation'];
    socket.on(
      'call.state',
      read(stateSchema, (state) => ({ type: 'call.state', state })),
    );
    socket.on(
      'call.event',
      read(eventSchema, (message) => ({ type: 'call.event', message })),
    );
    socket.on(
      'recording.confirmation',
      read(confirmationSchema, (confirmation) => ({ type: 'recording.confirmation', confirmation })),
    );
  };

  const listenToConnection = () => {
    socket.io.on('ping', noteHeard);
    socket.on('connect', () => {
      refusals = 0;
      noteHeard();
      dispatch({ type: 'link', link: 'live' });
    });
    socket.on('disconnect', (reason) => {
      noteLost();
      if (reason === 'io server disconnect') retryLater();
    });
    socket.on('connect_error', (error) => {
      if (error.message === 'unauthorized') {
        onUnauthorized();
        return;
      }
      noteLost();
      if (!socket.active) retryLater();
    });
  };

  return {
    start: () => {
      listenToService();
      listenToConnection();
      stopListening = page.listen({ onWake: wake, onNetworkChange: connectNow });
      socket.connect();
    },
    stop: () => {
      clearTimeout(retry);
      stopListening?.();
      socket.io.off('ping', noteHeard);
      socket.off();
      socket.disconnect();
    },
  };
}
