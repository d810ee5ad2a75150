import * as fakeTimers from '@sinonjs/fake-timers';
import fc from 'fast-check';
import { FakeCompanionLink } from '../../test/support/fake-companion-link.ts';
import { CompanionConnection } from './companion-connection.ts';
import type { CompanionView } from './companion-view.ts';

const calls = ['5a4c2f1e-9f3a-4f0e-8a3c-0123456789ab', '0d7c8a54-2b1f-4f0e-8a3c-0123456789ab', null];

type Step =
  | { do: 'state'; paused: boolean; call_reference: string | null }
  | { do: 'repeat' | 'unreadable' | 'lose' | 'connect' }
  | { do: 'wait'; ms: number };

/** How long a call of onChange takes; null: it returns no promise. */
interface Effort {
  ms: number | null;
  fails: boolean;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('state' as const),
      paused: fc.boolean(),
      call_reference: fc.constantFrom(...calls),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('repeat', 'unreadable', 'lose', 'connect') }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(1500) }) },
);
const effort: fc.Arbitrary<Effort> = fc.record({
  ms: fc.option(fc.nat(2000)),
  fails: fc.boolean(),
});

/** A recorder that onChange starts and stops, with a service that numbers the states. */
class World {
  readonly link = new FakeCompanionLink();
  readonly faults: string[] = [];
  readonly companion: CompanionConnection;
  readonly #efforts: Effort[];
  readonly #pausedOf = new Map<number, boolean>();
  #state = { sequence: 0, paused: false, call_reference: null as string | null };
  #applied: CompanionView | null = null;
  #isRunning = false;
  /** States sent on this connection that have no answer yet. */
  unanswered = 0;

  constructor(efforts: readonly Effort[]) {
    this.#efforts = [...efforts];
    this.companion = new CompanionConnection({
      baseUrl: '',
      token: '',
      link: this.link,
      onChange: (view) => this.#change(view),
    });
    this.link.onAcknowledged = (sequence, connection) => this.#note(sequence, connection);
    this.companion.start();
  }

  get applied(): CompanionView | null {
    return this.#applied;
  }

  async take(next: Step): Promise<void> {
    if (next.do === 'state') this.#say({ paused: next.paused, call_reference: next.call_reference });
    if (next.do === 'repeat') this.#send();
    if (next.do === 'unreadable') this.link.sayAnything({ paused: 'no' });
    if (next.do === 'lose') this.link.lose();
    if (next.do === 'connect') this.connect();
    await clock.tickAsync(next.do === 'wait' ? next.ms : 0);
    if (this.link.isConnected) this.link.prove();
  }

  connect(): void {
    this.unanswered = 0;
    this.link.connect();
    this.#send();
  }

  #say(change: { paused: boolean; call_reference: string | null }): void {
    this.#state = { ...change, sequence: this.#state.sequence + 1 };
    this.#send();
  }

  #send(): void {
    if (!this.link.isConnected) return;
    this.#pausedOf.set(this.#state.sequence, this.#state.paused);
    this.unanswered += 1;
    this.link.say(this.#state);
  }

  #change(view: CompanionView): void | Promise<void> {
    if (this.#isRunning) this.faults.push('two calls of onChange overlap');
    const { ms, fails } = this.#efforts.shift() ?? { ms: null, fails: false };
    if (ms === null) {
      if (fails) throw new Error('busy');
      this.#applied = view;
      return;
    }
    this.#isRunning = true;
    return new Promise((resolve, reject) => {
      setTimeout(() => {
        this.#isRunning = false;
        if (fails) return reject(new Error('busy'));
        this.#applied = view;
        resolve();
      }, ms);
    });
  }

  #note(sequence: number, connection: number): void {
    this.unanswered -= 1;
    const { faults, link, applied } = this;
    if (!link.isConnected || connection !== link.connection) faults.push('an answer to another connection');
    if (this.#isRunning) faults.push('an answer during a call of onChange');
    if (applied?.sequence !== sequence || applied.unknownReason !== null) faults.push('an answer before its view');
    const isPaused = this.#pausedOf.get(sequence);
    if (isPaused !== (applied?.recording === 'paused')) faults.push('an answer for another state');
    if (isPaused && applied?.mayRecord) faults.push('a pause was confirmed while the recorder ran');
  }
}

let clock: fakeTimers.Clock;

beforeEach(() => {
  clock = fakeTimers.install();
});
afterEach(() => clock.uninstall());

test('calls of onChange never overlap, a pause is acknowledged once it is applied and not before, and the newest view is applied last', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30, size: 'max' }),
      fc.array(effort, { maxLength: 8 }),
      async (steps, efforts) => {
        const world = new World(efforts);
        world.connect();
        for (const next of steps) await world.take(next);
        for (let seconds = 0; seconds < 20; seconds += 1) await world.take({ do: 'wait', ms: 1000 });
        const { companion, faults } = world;
        expect(faults).toEqual([]);
        expect(world.applied).toEqual(companion.view);
        if (companion.view.unknownReason === null) expect(world.unanswered).toBe(0);
        void companion.stop();
      },
    ),
    // Shrinking takes long.
    { numRuns: 300, interruptAfterTimeLimit: 60_000 },
  );
});
