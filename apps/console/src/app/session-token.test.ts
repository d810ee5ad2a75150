import { forgetToken, keepToken, readToken, tokenInText } from './session-token.ts';

function place(hash: string, kept: Record<string, string> = {}) {
  const storage = new Map(Object.entries(kept));
  const addresses: unknown[] = [];
  return {
    addresses,
    location: { hash, pathname: '/desk', search: '?x=1' },
    history: { replaceState: (_data: unknown, _unused: string, url?: string | URL | null) => void addresses.push(url) },
    storage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    },
  };
}

describe('readToken', () => {
  test('removes the token from the address at once and keeps it for this tab', () => {
    const here = place('#token=abc.def');
    expect(readToken(here)).toBe('abc.def');
    expect(here.addresses).toEqual(['/desk?x=1']);
    expect(readToken({ ...here, location: { ...here.location, hash: '' } })).toBe('abc.def');
  });

  test('does not change an address without a token', () => {
    const here = place('#elsewhere');
    expect(readToken(here)).toBeNull();
    expect(here.addresses).toEqual([]);
  });

  test('removes an empty token from the address without a sign-out', () => {
    const here = place('#token=');
    keepToken(here, 'kept');
    expect(readToken(here)).toBe('kept');
    expect(here.addresses).toEqual(['/desk?x=1']);
  });

  test('finds nothing after the token is forgotten', () => {
    const here = place('');
    keepToken(here, 'kept');
    forgetToken(here);
    expect(readToken(here)).toBeNull();
  });
});

describe('tokenInText', () => {
  test.each([
    ['abc.def', 'abc.def'],
    ['  abc.def\n', 'abc.def'],
    ['Bearer abc.def', 'abc.def'],
    ['"abc.def"', 'abc.def'],
    ['{"token":"abc.def","expires_at":"2026-11-20T09:30:00.000Z"}', 'abc.def'],
  ])('finds the token in %j', (text, token) => {
    expect(tokenInText(text)).toBe(token);
  });

  test.each(['', '   ', 'two words'])('finds no token in %j', (text) => {
    expect(tokenInText(text)).toBeNull();
  });
});
