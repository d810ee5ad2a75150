import { createLogger } from '@callside/service-kit';
import { BytesInFlight } from './bytes-in-flight.ts';
import type { NewChunk } from './chunk-view.ts';
import { type SessionDependencies, serveSessions } from './session-requests.ts';

const session_id = '0b8c7a52-4c1e-4d52-9a4b-6f5d1c7e2a10';
const never = () => {
  throw new Error('not part of this test');
};

test('the card numbers of a chunk are masked and counted in its text and in its speaker', async () => {
  const stored: NewChunk[] = [];
  const listeners = new Map<string, (...args: unknown[]) => void>();
  const dependencies: SessionDependencies = {
    ...{ openSession: never, resumeSession: never, closeSession: never, frame: never, isProducer: never },
    ...{ nextSequence: never, leave: never },
    storeChunk: async (_userId, chunk) => {
      stored.push(chunk);
      return { outcome: 'stored', callReference: null };
    },
    waitingBytes: new BytesInFlight({ perSocket: 1_000_000, perRep: 1_000_000, perInstance: 1_000_000 }),
    logger: createLogger({ service: 'test', level: 'silent' }),
  };
  const socket = {
    ...{ id: 'companion', connected: true, data: { user: { id: 'rep', brandId: 'brand' } } },
    on: (event: string, listener: (...args: unknown[]) => void) => listeners.set(event, listener),
  };
  serveSessions(socket, dependencies);
  const chunk = {
    ...{ session_id, sequence: 0, started_at: '2026-03-01T12:00:00Z', ended_at: '2026-03-01T12:00:01Z' },
    ...{ speaker: 'customer 5500000000000004', text: 'it is 4111 1111 1111 1111' },
  };
  const answer = await new Promise((resolve) => listeners.get('session.chunk')?.(chunk, resolve));
  expect(answer).toEqual({ sequence: 0, duplicate: false });
  expect(stored).toMatchObject([
    { speaker: 'customer ************0004', text: 'it is **** **** **** 1111', masked: 2 },
  ]);
});
