import * as fakeTimers from '@sinonjs/fake-timers';
import fc from 'fast-check';
import { FakeCompanionLink } from '../../test/support/fake-companion-link.ts';
import { CompanionConnection } from './companion-connection.ts';

const call = '5a4c2f1e-9f3a-4f0e-8a3c-0123456789ab';
const session = '0d7c8a54-2b1f-4f0e-8a3c-0123456789ab';

/** Sessions as the service stores them: a connection holds each, and each chunk is stored once. */
class FakeService {
  readonly link = new FakeCompanionLink();
  readonly stored = new Map<unknown, unknown>();
  readonly faults: string[] = [];
  finalized = 0;
  #holder: number | null = null;

  /** Handles the oldest request; its answer may get lost. */
  serve({ isAnswerLost = false, isBusy = false } = {}): boolean {
    const request = this.link.requests.shift();
    if (request === undefined) return false;
    const { event, payload, connection, answer } = request;
    if (isBusy) {
      answer({ error: { code: 'unavailable', message: 'busy' } });
      return true;
    }
    const result = this.#do(event, payload, connection);
    if (isAnswerLost) this.link.lose();
    else answer(result);
    return true;
  }

  #do(event: string, { sequence, text }: Record<string, unknown>, connection: number): unknown {
    if (event === 'session.open' || event === 'session.resume') {
      this.#holder = connection;
      return { session_id: session };
    }
    if (this.#holder !== connection) this.faults.push(`${event} over a connection that does not hold the session`);
    if (event === 'session.close') {
      this.finalized += 1;
      return { session_id: session, finalized_at: '2026-03-01T12:00:00.000Z' };
    }
    const duplicate = this.stored.has(sequence);
    if (duplicate && this.stored.get(sequence) !== text) this.faults.push('a sequence was used twice');
    this.stored.set(sequence, text);
    return { sequence, duplicate };
  }
}

type Step = 'chunk' | 'connect' | 'lose' | 'serve' | 'serve, lose' | 'busy' | 'wait';

const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<Step>('chunk') },
    { weight: 5, arbitrary: fc.constant<Step>('serve') },
    fc.constantFrom<Step>('connect', 'connect', 'lose', 'serve, lose', 'serve, lose', 'busy', 'wait'),
  ),
  { minLength: 5, maxLength: 60, size: 'max' },
);

let clock: fakeTimers.Clock;

beforeEach(() => {
  clock = fakeTimers.install();
});
afterEach(() => clock.uninstall());

test('every chunk is stored and acknowledged once, and the session is resumed before other requests, under any loss', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      const service = new FakeService();
      const { link } = service;
      const companion = new CompanionConnection({ baseUrl: '', token: '', link });
      companion.start();
      link.connect();
      const opened = companion.open(call);
      await clock.tickAsync(0);
      service.serve();
      await opened;

      const chunks: Promise<unknown>[] = [];
      for (const step of plan) {
        if (step === 'chunk') {
          const text = `chunk ${chunks.length}`;
          chunks.push(companion.chunk({ speaker: 'rep', text, startedAt: new Date(0), endedAt: new Date(1) }));
        }
        if (step === 'connect') link.connect();
        if (step === 'lose') link.lose();
        if (step === 'serve') service.serve();
        if (step === 'serve, lose') service.serve({ isAnswerLost: true });
        if (step === 'busy') service.serve({ isBusy: true });
        link.prove();
        await clock.tickAsync(step === 'wait' ? 1000 : 0);
      }

      const closed = companion.close();
      if (!link.isConnected) link.connect();
      while (service.finalized === 0) {
        service.serve();
        link.answerProbes();
        link.prove();
        await clock.tickAsync(500);
      }
      await Promise.all([...chunks, closed]);
      expect([...service.stored.values()].sort()).toEqual(chunks.map((_chunk, index) => `chunk ${index}`).sort());
      expect(service.faults).toEqual([]);
      expect(service.finalized).toBe(1);
      expect(companion.waitingChunks).toBe(0);
      void companion.stop();
    }),
    { numRuns: 150 },
  );
});
