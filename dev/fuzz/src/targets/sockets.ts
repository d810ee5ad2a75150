import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { io, type Socket } from 'socket.io-client';
import { z } from 'zod';
import { type SocketSteps, socketSteps, socketStepsSchema } from '../arbitraries/socket-steps.ts';
import { oddValue } from '../arbitraries/texts.ts';
import { defineTarget, type FuzzTarget } from '../fuzz-target.ts';
import type { SystemUnderTest } from '../system-under-test.ts';

/** Requests that are always acknowledged when the sender asks for it; other names are unknown to the service. */
const requests = {
  '/rep': new Set<string>(),
  '/companion': new Set(['session.open', 'session.resume', 'session.close', 'session.chunk', 'session.frame']),
};
const patienceMs = 10_000;

/** Messages of tabs and companions on their sockets, and handshakes of clients. */
export function socketTargets(system: SystemUnderTest): FuzzTarget[] {
  const { callEvents, host, tokens } = system;
  const connectTo = (namespace: string, auth: object) =>
    io(`http://${host}:${callEvents.port}${namespace}`, {
      auth,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    });

  const playing = (name: string, namespace: '/rep' | '/companion', greeting: string) =>
    defineTarget({
      name,
      schema: socketStepsSchema,
      cases: socketSteps,
      check: async (steps) => {
        const token = namespace === '/rep' ? tokens.tab : tokens.companion;
        const socket = connectTo(namespace, { token });
        try {
          await greeted(socket, greeting);
          await play(socket, steps, requests[namespace]);
        } finally {
          socket.disconnect();
        }
      },
    });

  return [
    playing('tab-socket', '/rep', 'call.state'),
    playing('companion-socket', '/companion', 'recording.state'),
    defineTarget({
      name: 'socket-handshake',
      schema: z.object({ namespace: z.string(), auth: z.record(z.string(), z.unknown()) }),
      cases: fc.record({
        namespace: fc.oneof(
          fc.constantFrom('/rep', '/companion', '/', '/admin'),
          fc.stringMatching(/^\/[a-z?=&]{0,20}$/),
        ),
        auth: fc.oneof(
          fc.record({ token: oddValue }, { requiredKeys: [] }),
          fc.dictionary(fc.string(), oddValue, { maxKeys: 3 }),
        ),
      }),
      check: async ({ namespace, auth }) => {
        const socket = connectTo(namespace, auth);
        try {
          await refused(socket);
        } finally {
          socket.disconnect();
        }
      },
    }),
  ];
}

function greeted(socket: Socket, greeting: string): Promise<void> {
  return within(`no ${greeting} after connecting`, (resolve, reject) => {
    socket.once(greeting, () => resolve());
    socket.once('connect_error', ({ message }) => reject(new Error(`refused: ${message}`)));
  });
}

function refused(socket: Socket): Promise<void> {
  return within('neither accepted nor refused', (resolve, reject) => {
    socket.once('connect', () => reject(new Error('accepted without a token')));
    socket.once('connect_error', () => resolve());
    socket.once('disconnect', () => resolve());
  });
}

/** Emits the steps. Each request of the contract must be acknowledged, unless the server closes the connection. */
async function play(socket: Socket, steps: SocketSteps, acknowledged: ReadonlySet<string>): Promise<void> {
  let session = '';
  for (const step of steps) {
    if (!socket.connected) return;
    const args = step.arguments.map((argument) => toPayload(argument, session));
    if (!step.acknowledged || !acknowledged.has(step.event)) {
      socket.emit(step.event, ...args);
      continue;
    }
    await within(`${step.event} was not acknowledged`, (resolve) => {
      socket.once('disconnect', () => resolve());
      socket.emit(step.event, ...args, (answer: unknown) => {
        const id: unknown = Object(answer).session_id;
        if (typeof id === 'string') session = id;
        resolve();
      });
    });
  }
}

/** `$session` stands for the session that was opened last, `$bytes` for binary data. */
function toPayload(argument: unknown, session: string): unknown {
  if (argument === '$session') return session;
  if (typeof argument !== 'object' || argument === null || Array.isArray(argument)) return argument;
  if ('$bytes' in argument && typeof argument.$bytes === 'string') return Buffer.from(argument.$bytes, 'base64');
  return Object.fromEntries(
    Object.entries(argument).map(([name, value]) => [name, value === '$session' ? session : value]),
  );
}

function within(complaint: string, work: (resolve: () => void, reject: (error: Error) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${complaint} within ${patienceMs} ms`)), patienceMs);
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      settle();
    };
    work(end(resolve), (error) => end(() => reject(error))());
  });
}
