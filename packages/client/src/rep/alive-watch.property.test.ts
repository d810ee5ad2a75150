import fc from 'fast-check';
import { StandingClock } from '../../test/support/standing-clock.ts';
import { AliveWatch } from './alive-watch.ts';

/** A tab on a live call, and the times at which its server sent proofs. */
class World {
  now = 0;
  provenAt = 0;
  isSilent = false;
  readonly #clock = new StandingClock();
  readonly #watch = new AliveWatch({
    onSilent: () => {
      this.isSilent = true;
    },
  });

  constructor() {
    this.#watch.connected();
    this.nextCall();
  }

  nextCall(): void {
    this.#watch.stop();
    this.isSilent = false;
    this.provenAt = this.now;
    this.#watch.start();
  }

  hear(sentAt = this.now): void {
    this.provenAt = sentAt;
    if (this.#watch.prove()) this.isSilent = false;
  }

  pass(ms: number): void {
    this.now += ms;
    this.#clock.tick(ms);
  }

  /** The server goes on for some time and sends a proof each second. They arrive at the end. */
  pause(how: 'standStill' | 'sleep', ms: number, sentForMs: number): void {
    const from = this.now;
    this.now += ms;
    this.#clock[how](ms);
    for (let sent = 0; sent < Math.min(ms, sentForMs); sent += 1000) this.hear(from + sent);
  }

  claims(): boolean {
    this.#watch.look();
    return !this.isSilent;
  }

  close(): void {
    this.#watch.disconnected();
    this.#clock.uninstall();
  }
}

type Step = (world: World) => void;

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Step>((world) => world.hear()) },
  fc.constant<Step>((world) => world.nextCall()),
  {
    weight: 4,
    arbitrary: fc.nat(3000).map(
      (ms): Step =>
        (world) =>
          world.pass(ms),
    ),
  },
  fc
    .tuple(
      fc.constantFrom('standStill' as const, 'sleep' as const),
      fc.integer({ min: 1500, max: 60_000 }),
      fc.nat(60_000),
    )
    .map(
      (taken): Step =>
        (world) =>
          world.pause(...taken),
    ),
);

/** A message counts as old when the page stood still for more than 4 s before it arrived. */
const longestClaimMs = 5000 + 4000;

test('nothing is claimed long after the server sent its last proof, whatever stood still or slept', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const world = new World();
      try {
        for (const take of steps) {
          take(world);
          if (world.claims()) expect(world.now - world.provenAt).toBeLessThan(longestClaimMs);
        }
        for (let looks = 0; looks < 5; looks += 1) {
          world.pass(500);
          world.hear();
        }
        expect(world.claims()).toBe(true);
      } finally {
        world.close();
      }
    }),
  );
});
