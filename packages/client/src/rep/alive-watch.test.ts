import { StandingClock } from '../../test/support/standing-clock.ts';
import { AliveWatch } from './alive-watch.ts';

let clock: StandingClock;
let silences: number;
let watch: AliveWatch;

beforeEach(() => {
  clock = new StandingClock();
  silences = 0;
  watch = new AliveWatch({
    onSilent: () => {
      silences += 1;
    },
  });
  watch.connected();
});
afterEach(() => {
  watch.disconnected();
  clock.uninstall();
});

test('is silent 5 s after the last proof, once, and until the next one', () => {
  watch.start();
  clock.tick(3000);
  expect(watch.prove()).toBe(false);
  clock.tick(4999);
  expect(silences).toBe(0);
  clock.tick(1);
  clock.tick(60_000);
  expect(silences).toBe(1);
  expect(watch.prove()).toBe(true);
  clock.tick(5000);
  expect(silences).toBe(2);
});

test('counts from the start of a call, and only during one', () => {
  clock.tick(60_000);
  expect(watch.prove()).toBe(false);
  watch.start();
  clock.tick(4000);
  watch.start();
  clock.tick(1000);
  expect(silences).toBe(1);
  watch.stop();
  watch.start();
  clock.tick(4999);
  watch.stop();
  clock.tick(60_000);
  expect(silences).toBe(1);
});

test('is silent after the process stood still, also when a message comes before the timer', () => {
  watch.start();
  clock.standStill(4500);
  watch.look();
  expect(silences).toBe(1);
});

test('is not ended by messages that waited while the process stood still', () => {
  watch.start();
  clock.standStill(60_000);
  for (let waiting = 0; waiting < 60; waiting += 1) expect(watch.prove()).toBe(false);
  expect(silences).toBe(1);
  clock.tick(1000);
  expect(watch.prove()).toBe(true);
});

test('is silent in a call that began in messages that waited while the process stood still', () => {
  watch.start();
  clock.standStill(60_000);
  watch.look();
  watch.stop();
  watch.start();
  expect(silences).toBe(2);
  clock.tick(1000);
  expect(watch.prove()).toBe(true);
});

test('is silent in such a call also when no call was live before', () => {
  clock.standStill(60_000);
  watch.look();
  watch.start();
  expect(silences).toBe(1);
  clock.tick(1000);
  expect(watch.prove()).toBe(true);
});

test('is not silent in a call of a new connection, whose messages have not waited', () => {
  clock.standStill(60_000);
  watch.look();
  watch.connected();
  watch.start();
  expect(silences).toBe(0);
});

test('is silent after the computer slept, while the monotonic clock stood still', () => {
  watch.start();
  clock.sleep(60_000);
  watch.look();
  expect(silences).toBe(1);
  clock.tick(1000);
  expect(watch.prove()).toBe(true);
});

test('does not lengthen the time when the wall clock is set back', () => {
  watch.start();
  clock.sleep(-3_600_000);
  clock.tick(5000);
  expect(silences).toBe(1);
});

test('stays quiet while a browser runs its timers once a minute, as long as proofs arrive', () => {
  watch.start();
  for (let seconds = 0; seconds < 120; seconds += 2) {
    clock.standStill(2000);
    expect(watch.prove()).toBe(false);
  }
  expect(silences).toBe(0);
});

test('is not silent when a call begins in a page whose timers the browser runs once a minute', () => {
  for (let pings = 0; pings < 4; pings += 1) {
    clock.standStill(25_000);
    watch.look();
  }
  watch.start();
  expect(silences).toBe(0);
});
