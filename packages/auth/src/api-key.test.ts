import { digestApiKey, generateApiKey, isApiKey, shownKey } from './api-key.ts';

describe('generateApiKey', () => {
  it('generates keys of the prefix, _live_ and 40 lower-case hex characters', () => {
    expect(generateApiKey('cs')).toMatch(/^cs_live_[0-9a-f]{40}$/);
  });

  it('generates no key twice', () => {
    expect(new Set(Array.from({ length: 100 }, () => generateApiKey('cs'))).size).toBe(100);
  });
});

describe('digestApiKey', () => {
  it('is the SHA-256 of the whole key', () => {
    expect(digestApiKey('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});

describe('isApiKey', () => {
  const key = generateApiKey('cs');

  it('accepts a generated key', () => expect(isApiKey('cs', key)).toBe(true));

  it.each([
    '',
    'cs_live_',
    key.slice(0, -1),
    `${key}0`,
    `${key}\n`,
    ` ${key}`,
    key.toUpperCase(),
    key.replace('cs', 'xx'),
    key.replace('live', 'test'),
    `cs_live_${'g'.repeat(40)}`,
  ])('does not accept %p', (text) => expect(isApiKey('cs', text)).toBe(false));
});

describe('shownKey', () => {
  it.each([
    ['a key', `cs_live_${'0'.repeat(36)}ab12`, 'cs_live_…ab12'],
    ['a key that was cut short', `cs_live_${'0'.repeat(36)}`, 'cs_live_…'],
    ['a key of another kind', 'cs_test_0123456789', 'cs_…'],
    ['a secret of something else', 'sk_live_0123456789', '…'],
    ['a key in quotes', `"cs_live_${'0'.repeat(40)}"`, '…'],
    ['nothing', '', ''],
  ])('shows of %s no more than how it begins and ends', (_what, presented, shown) => {
    expect(shownKey('cs', presented)).toBe(shown);
  });
});
