import { digestApiKey, generateApiKey, isApiKey } from './api-key.ts';

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
