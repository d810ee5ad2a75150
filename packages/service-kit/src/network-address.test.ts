import { addressToCount, plainAddress } from './network-address.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['2001:db8::1', '2001:db8::1'],
])('%s is %s', (address, expected) => {
  expect(plainAddress(address)).toBe(expected);
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  [undefined, ''],
])('%s is counted as %s', (address, expected) => {
  expect(addressToCount(address)).toBe(expected);
});
