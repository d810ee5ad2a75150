import { openTabChannel, tabChannelName } from './tab-channel.ts';

const baseUrl = 'https://brand.example';

function tokenWith(claims: object): string {
  return `header.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
}
const nameFor = (claims: object, address = baseUrl) => tabChannelName({ token: tokenWith(claims), baseUrl: address });

const rep = { brand_id: 'b1', sub: 'u1' };

test('two tokens of one rep have one channel', () => {
  expect(nameFor({ ...rep, exp: 1 })).toBe(nameFor({ ...rep, exp: 2, name: 'Zoë ÿ?>' }));
  expect(nameFor(rep)).not.toBeNull();
});

test.each([
  ['another rep', { ...rep, sub: 'u2' }, baseUrl],
  ['a rep of another brand', { ...rep, brand_id: 'b2' }, baseUrl],
  ['a rep of another service', rep, 'https://other.example'],
])('%s has another channel', (_who, claims, address) => {
  expect(nameFor(claims, address)).not.toBe(nameFor(rep));
});

test.each(['', 'a-token', 'a.b.c', tokenWith({}), tokenWith({ brand_id: 1, sub: 'u1' })])(
  'a token without a rep (%j) has no channel',
  (token) => {
    expect(tabChannelName({ token, baseUrl })).toBeNull();
  },
);

test('a program without a page has no other tabs', () => {
  expect(openTabChannel('a channel')).toBeNull();
});
