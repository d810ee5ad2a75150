import type { RecordingState } from '@callside/schemas';
import fc from 'fast-check';
import { CompanionCapture, type RecordedFrame } from './companion-capture.ts';

// Simulates a service, a companion and the connection between them, with a simulated clock. The service keeps the history of what
// it allowed. No recorded frame may overlap a time at which recording was not allowed.

const frameMs = 20;
const bytes = new Uint8Array(0);

type Message = { kind: 'state'; state: RecordingState } | { kind: 'answer'; sentAt: number } | { kind: 'alive' };

interface Truth {
  from: number;
  allowed: boolean;
}

class World {
  now = 0;
  readonly capture = new CompanionCapture();
  readonly recorded: RecordedFrame[] = [];
  readonly truth: Truth[] = [{ from: 0, allowed: false }];
  taken = 0;
  #state: RecordingState = { paused: false, sequence: 1, call_reference: null };
  #calls = 0;
  /** null: no connection. The companion may not have detected it yet. */
  #wire: { up: number[]; down: Message[] } | null = null;

  /** The service's side. */
  control(what: 'start' | 'end' | 'pause' | 'resume'): void {
    const isLive = this.#state.call_reference !== null;
    if (isLive === (what === 'start')) return;
    if (what === 'start') this.#calls += 1;
    this.#state = {
      paused: what === 'pause',
      sequence: this.#state.sequence + 1,
      call_reference: what === 'end' ? null : `call ${this.#calls}`,
    };
    this.truth.push({ from: this.now, allowed: what === 'start' || what === 'resume' });
    this.tellAgain();
  }

  tellAgain(): void {
    this.#wire?.down.push({ kind: 'state', state: this.#state });
  }

  proves(): void {
    this.#wire?.down.push({ kind: 'alive' });
  }

  serviceReads(): void {
    const sentAt = this.#wire?.up.shift();
    if (sentAt !== undefined) this.#wire?.down.push({ kind: 'answer', sentAt });
  }

  /** The companion's side. */
  readsAll(): void {
    while (this.#wire !== null && this.#wire.down.length > 0) this.companionReads();
  }

  companionReads(): void {
    const message = this.#wire?.down.shift();
    if (message?.kind === 'state') this.#occurred({ type: 'state received', state: message.state });
    if (message?.kind === 'alive') this.#occurred({ type: 'alive' });
    if (message?.kind === 'answer') this.recorded.push(...this.capture.answered(message.sentAt, this.now));
  }

  probe(): void {
    this.#wire?.up.push(this.now);
  }

  /** `meanwhile` runs in the middle of the frame. */
  frame(meanwhile = () => {}): void {
    const startedAt = this.now;
    this.now += frameMs / 2;
    meanwhile();
    this.now += frameMs / 2;
    if (this.capture.take({ bytes, startedAt, endedAt: startedAt + frameMs }, this.now)) this.taken += 1;
  }

  /** The connection is lost. The companion detects it now or never. */
  cut(isNoticed: boolean): void {
    this.#wire = null;
    if (isNoticed) this.#occurred({ type: 'became unknown', reason: 'connection lost' });
  }

  connect(): void {
    this.#wire = { up: [], down: [] };
    this.#occurred({ type: 'connected' });
    this.tellAgain();
  }

  look(): void {
    this.#occurred({ type: 'time passed' });
  }

  /** Messages of two instances overtake each other. */
  shuffle(): void {
    this.#wire?.down.reverse();
  }

  #occurred(occurrence: Parameters<CompanionCapture['occurred']>[0]): void {
    this.recorded.push(...this.capture.occurred(occurrence, this.now));
  }
}

type Step = (world: World) => void;

function resumeAndRead(world: World): void {
  world.control('resume');
  world.readsAll();
}

const orderlyStep: fc.Arbitrary<[string, Step]> = fc.oneof(
  ...(['start', 'end', 'pause', 'resume', 'resume', 'start'] as const).map((what) =>
    fc.constant<[string, Step]>([what, (world) => world.control(what)]),
  ),
  fc.constant<[string, Step]>(['tell again', (world) => world.tellAgain()]),
  fc.constant<[string, Step]>(['alive', (world) => world.proves()]),
  { weight: 6, arbitrary: fc.constant<[string, Step]>(['frame', (world) => world.frame()]) },
  {
    weight: 2,
    arbitrary: fc.constant<[string, Step]>(['frame, read', (world) => world.frame(() => world.companionReads())]),
  },
  fc.constant<[string, Step]>(['frame, pause', (world) => world.frame(() => world.control('pause'))]),
  fc.constant<[string, Step]>(['frame, resume', (world) => world.frame(() => resumeAndRead(world))]),
  { weight: 4, arbitrary: fc.constant<[string, Step]>(['probe', (world) => world.probe()]) },
  { weight: 6, arbitrary: fc.constant<[string, Step]>(['service reads', (world) => world.serviceReads()]) },
  { weight: 9, arbitrary: fc.constant<[string, Step]>(['companion reads', (world) => world.companionReads()]) },
  fc.constant<[string, Step]>(['look', (world) => world.look()]),
  fc.constant<[string, Step]>(['cut', (world) => world.cut(true)]),
  fc.constant<[string, Step]>(['cut unnoticed', (world) => world.cut(false)]),
  { weight: 2, arbitrary: fc.constant<[string, Step]>(['connect', (world) => world.connect()]) },
  fc.constantFrom(1, 7, 200, 4999, 6000).map((ms): [string, Step] => [
    `${ms} ms`,
    (world) => {
      world.now += ms;
    },
  ]),
);

const plans = (step: fc.Arbitrary<[string, Step]>) =>
  fc.array(step, { minLength: 20, maxLength: 150, size: 'max' }).map((steps) => ({
    steps,
    toString: () => steps.map(([name]) => name).join(', '),
  }));

function run(steps: [string, Step][], check: (world: World, name: string) => void): World {
  const world = new World();
  world.connect();
  for (const [name, step] of steps) {
    step(world);
    check(world, name);
  }
  return world;
}

/** Whether the service allowed recording during all of a frame. */
function wasAllowed(truth: readonly Truth[], { startedAt, endedAt }: RecordedFrame): boolean {
  const spans = truth.map(({ from, allowed }, index) => ({ from, allowed, to: truth[index + 1]?.from ?? Infinity }));
  return spans.every(({ from, to, allowed }) => allowed || from >= endedAt || to <= startedAt || from === to);
}

test('no frame is recorded for a time when the service did not allow it, even when the companion is informed late', () => {
  fc.assert(
    fc.property(plans(orderlyStep), ({ steps }) => {
      const { recorded, truth } = run(steps, () => {});
      expect(recorded.filter((frame) => !wasAllowed(truth, frame))).toEqual([]);
    }),
    { numRuns: 1500 },
  );
});

test('recorded frames keep their order, and each is recorded once', () => {
  fc.assert(
    fc.property(plans(orderlyStep), ({ steps }) => {
      const starts = run(steps, () => {}).recorded.map(({ startedAt }) => startedAt);
      expect(starts).toEqual([...new Set(starts)].sort((one, other) => one - other));
    }),
  );
});

test('no frame is accepted while the state is unknown, while paused or without a call, also when messages overtake each other', () => {
  const step = fc.oneof(
    { weight: 12, arbitrary: orderlyStep },
    fc.constant<[string, Step]>(['shuffle', (world) => world.shuffle()]),
  );
  fc.assert(
    fc.property(plans(step), ({ steps }) => {
      let taken = 0;
      run(steps, (world, name) => {
        const { unknownReason, lastState } = world.capture.recording;
        const knows =
          unknownReason === null && lastState !== null && !lastState.paused && lastState.call_reference !== null;
        if (name.startsWith('frame') && world.taken > taken) expect(knows).toBe(true);
        taken = world.taken;
      });
    }),
    { numRuns: 500 },
  );
});

test('the highest sequence stays applied when others arrive after it', () => {
  fc.assert(
    fc.property(plans(orderlyStep), ({ steps }) => {
      let highest = 0;
      run([...steps, ['shuffle', (world) => world.shuffle()]], ({ capture }) => {
        const sequence = capture.recording.lastState?.sequence ?? 0;
        expect(sequence).toBeGreaterThanOrEqual(highest);
        highest = sequence;
      });
    }),
  );
});

test('all frames of an allowed time are recorded when the service answers', () => {
  const world = new World();
  world.connect();
  world.control('start');
  while (world.capture.recording.allowedSince === null) world.companionReads();
  for (let frames = 0; frames < 100; frames += 1) {
    world.frame();
    world.probe();
    world.serviceReads();
    world.companionReads();
  }
  expect(world.recorded).toHaveLength(100);
  expect(world.capture.held).toBe(0);
});

test('frames captured before an unnoticed loss are recorded when the next first state shows that nothing had changed', () => {
  const world = new World();
  world.connect();
  world.control('start');
  while (world.capture.recording.allowedSince === null) world.companionReads();
  world.cut(false);
  for (let frames = 0; frames < 300; frames += 1) world.frame();
  expect(world.recorded).toEqual([]);
  // 5 s after the last proof the service counts as silent.
  const before = 5000 / frameMs - 1;
  expect(world.taken).toBe(before);
  world.connect();
  world.companionReads();
  expect(world.recorded).toHaveLength(before);
});

test('frames captured after an unnoticed loss are discarded when there was a pause meanwhile, ended or not', () => {
  for (const controls of [['pause'], ['pause', 'resume'], ['end'], ['end', 'start']] as const) {
    const world = new World();
    world.connect();
    world.control('start');
    while (world.capture.recording.allowedSince === null) world.companionReads();
    world.cut(false);
    for (let frames = 0; frames < 10; frames += 1) world.frame();
    for (const control of controls) world.control(control);
    world.connect();
    world.companionReads();
    expect(world.taken).toBe(10);
    expect(world.recorded).toEqual([]);
    expect(world.capture.held).toBe(0);
  }
});
