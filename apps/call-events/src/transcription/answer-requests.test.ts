import { createLogger } from '@callside/service-kit';
import { z } from 'zod';
import { createRequestAnswerer } from './answer-requests.ts';
import { BytesInFlight } from './bytes-in-flight.ts';

const schema = z.object({ name: z.string() });
const logger = createLogger({ service: 'test', level: 'silent' });

function start(perSocket = 1_000_000) {
  const bytes = new BytesInFlight({ perSocket, perRep: 10_000_000, perInstance: 10_000_000 });
  const answering = createRequestAnswerer({ account: bytes.accountOf('rep'), logger });
  const handled: string[] = [];
  const ask = answering(schema, async (payload) => {
    handled.push(JSON.stringify(payload));
    return { answer: payload.name };
  });
  const answerOf = (payload: unknown) => new Promise((resolve) => ask(payload, resolve));
  return { bytes, answering, ask, handled, answerOf };
}

test('the queue continues, and leaks nothing, when an acknowledgement throws', async () => {
  const { bytes, ask, answerOf } = start();
  ask({ name: 'first' }, () => {
    throw new Error('the transport is gone');
  });
  expect(await answerOf({ name: 'second' })).toBe('second');
  expect(await answerOf({ name: 'third' })).toBe('third');
  expect(bytes.total).toBeLessThan(2_100);
});

test('only the fields of the schema of a waiting request are kept', async () => {
  const { bytes, answerOf, handled } = start();
  const padded = answerOf({ name: 'padded', more: 'x'.repeat(900_000) });
  expect(bytes.total).toBeLessThan(2_000);
  expect(await padded).toBe('padded');
  expect(handled).toEqual(['{"name":"padded"}']);
});

test('requests over the byte limit are refused as unavailable, and served again when there is room', async () => {
  const { answerOf } = start(10_000);
  const first = answerOf({ name: 'x'.repeat(4_000) });
  expect(await answerOf({ name: 'x'.repeat(4_000) })).toMatchObject({ error: { code: 'unavailable' } });
  expect(await first).toHaveLength(4_000);
  await new Promise((resolve) => setImmediate(resolve));
  await expect(answerOf({ name: 'x'.repeat(4_000) })).resolves.toHaveLength(4_000);
});

test('requests are answered in order of arrival, including invalid ones', async () => {
  const { ask } = start();
  const said: unknown[] = [];
  await new Promise<void>((resolve) => {
    ask({ name: 'first' }, (answer: unknown) => said.push(answer));
    ask({ name: 5 }, () => said.push('invalid'));
    ask({ name: 'last' }, (answer: unknown) => {
      said.push(answer);
      resolve();
    });
  });
  expect(said).toEqual(['first', 'invalid', 'last']);
});
