import { isAddressAllowed } from './allowed-addresses.ts';

it.each([
  [[], '203.0.113.7', true],
  [[], undefined, true],
  [['203.0.113.0/24'], '203.0.113.255', true],
  [['203.0.113.0/24'], '203.0.114.0', false],
  [['203.0.113.0/24'], '::ffff:203.0.113.9', true],
  [['203.0.113.0/24'], '::ffff:203.0.114.9', false],
  [['203.0.113.7'], '203.0.113.7', true],
  [['203.0.113.7'], '203.0.113.8', false],
  [['::ffff:203.0.113.0/120'], '203.0.113.9', true],
  [['::ffff:203.0.113.0/120'], '203.0.112.9', false],
  [['2001:db8::/32'], '2001:db8:1::5', true],
  [['2001:db8::/32'], '2001:db9::5', false],
  [['2001:db8::5'], '2001:0DB8::5', true],
  [['198.51.100.1', '2001:db8::/32'], '198.51.100.1', true],
  [['0.0.0.0/0'], '2001:db8::1', false],
  [['0.0.0.0/0'], '198.51.100.1', true],
  [['203.0.113.0/24'], undefined, false],
  [['203.0.113.0/24'], 'nonsense', false],
  [['nonsense'], '203.0.113.1', false],
])('the allow list %j allows %p: %p', (allowed, address, expected) => {
  expect(isAddressAllowed(allowed, address)).toBe(expected);
});
