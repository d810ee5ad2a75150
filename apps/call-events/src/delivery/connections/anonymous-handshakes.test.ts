import { AnonymousHandshakes } from './anonymous-handshakes.ts';
import { socketLimits } from './socket-limits.ts';

const { burst, perSecond } = socketLimits.anonymousHandshakes;

function setUp() {
  const clock = { now: 0 };
  const handshakes = new AnonymousHandshakes({ now: () => clock.now });
  /** How many of `count` handshakes are taken. */
  const taken = (address: string, count: number) =>
    Array.from({ length: count }, () => handshakes.take(address)).filter(Boolean).length;
  return { handshakes, clock, taken };
}

test.each([
  ['one IPv4 address', () => '203.0.113.7'],
  ['an IPv4 address in both forms', (n: number) => (n % 2 === 0 ? '203.0.113.7' : '::ffff:203.0.113.7')],
  ['the addresses of a /64', (n: number) => `2001:db8:1:2::${n.toString(16)}`],
])('handshakes that nobody admits are limited for %s, and not for others', (_what, addressOf) => {
  const { handshakes, taken } = setUp();
  const outcomes = Array.from({ length: 3 * burst }, (_, n) => handshakes.take(addressOf(n)));
  expect(outcomes.filter(Boolean)).toHaveLength(burst);
  expect(taken('203.0.113.8', 1) + taken('2001:db8:1:3::1', 1)).toBe(2);
});

test('an address that has too many may try again at a limited rate', () => {
  const { clock, taken } = setUp();
  taken('203.0.113.7', burst);
  clock.now += 3_000;
  expect(taken('203.0.113.7', burst)).toBe(3 * perSecond);
});

test('admitted handshakes count no longer, however many there are', () => {
  const { handshakes, taken } = setUp();
  for (let round = 0; round < 10; round += 1) {
    expect(taken('203.0.113.7', burst)).toBe(burst);
    for (let n = 0; n < burst; n += 1) handshakes.giveBack('203.0.113.7');
  }
});

test('an address that has failed is remembered while many others fail', () => {
  const { taken } = setUp();
  taken('203.0.113.7', burst);
  for (let n = 0; n < 9_000; n += 1) taken(`10.1.${n >> 8}.${n & 255}`, 1);
  expect(taken('203.0.113.7', 1)).toBe(0);
});
