import { createCheckProducer } from './check-producer.ts';
import type { Producer } from './leases/take-lease.ts';

const producer: Producer = { id: 'socket', userId: 'user', brandId: 'brand', isConnected: () => true };

/** A producer that holds the session `session` with the first token; PostgreSQL names the second one as its owner. */
function start(held: string | null, onFile: string | null, whileReading = () => {}) {
  const state = { held, reads: 0 };
  const check = createCheckProducer({
    sessions: {
      find: async () => {
        state.reads += 1;
        whileReading();
        return { leaseToken: onFile, finalizedAt: null };
      },
    },
    producers: {
      tokenOf: () => state.held,
      forget: () => {
        state.held = null;
      },
    },
  });
  return { state, isProducer: () => check(producer, 'session') };
}

test('a producer holds the session while PostgreSQL names it as the owner', async () => {
  const { state, isProducer } = start('token', 'token');
  expect(await isProducer()).toBe(true);
  expect(state.held).toBe('token');
});

test.each([['another owner'], [null]])('a producer is forgotten when the owner on file is %j', async (onFile) => {
  const { state, isProducer } = start('token', onFile);
  expect(await isProducer()).toBe(false);
  expect(await isProducer()).toBe(false);
  expect(state).toEqual({ held: null, reads: 1 });
});

test('a producer that takes the session again during the check keeps it', async () => {
  const { state, isProducer } = start('token', 'another owner', () => {
    state.held = 'its second token';
  });
  expect(await isProducer()).toBe(true);
  expect(state.held).toBe('its second token');
});
