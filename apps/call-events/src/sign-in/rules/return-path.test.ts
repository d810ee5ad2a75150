import fc from 'fast-check';
import { landingPath, returnPath } from './return-path.ts';

describe('returnPath', () => {
  it.each(['/', '/events', '/settings/api-keys?tab=2', '/events#latest', '/a//b', `/${'a'.repeat(499)}`])(
    'keeps %s',
    (path) => {
      expect(returnPath(path)).toBe(path);
    },
  );

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a list', ['/events']],
    ['an empty text', ''],
    ['a relative path', 'events'],
    ['another origin', 'https://evil.example/'],
    ['another origin without a scheme', '//evil.example/'],
    ['a backslash that browsers read as a slash', '/\\evil.example/'],
    ['a backslash later', '/a\\..\\..//evil.example'],
    ['dots before two slashes', '/..//evil.example'],
    ['dots in the path before two slashes', '/a/..//evil.example'],
    ['encoded dots before two slashes', '/%2e%2e//evil.example'],
    ['a tab that browsers drop', '/\t/evil.example'],
    ['a line end that browsers drop', '/\n/evil.example'],
    ['a carriage return', '/events\r\nSet-Cookie: a=b'],
    ['a leading space', ' /events'],
    ['a script', 'javascript:alert(1)'],
    ['a path of 501 characters', `/${'a'.repeat(500)}`],
  ])('ignores %s', (_name, asked) => {
    expect(returnPath(asked)).toBeNull();
  });

  it('never returns another origin', () => {
    const parts = fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '@',
      ':',
      '?',
      '#',
      '\t',
      '\n',
      'evil.example',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string({ maxLength: 5 })), { maxLength: 8 }), (texts) => {
        const page = new URL('https://calls.example/sign-in/callback');
        expect(new URL(returnPath(texts.join('')) ?? '/', page).origin).toBe(page.origin);
        expect(new URL(returnPath(`/${texts.join('')}`) ?? '/', page).origin).toBe(page.origin);
      }),
    );
  });
});

it.each([
  [null, 'owner', '/results'],
  [null, 'rep', '/'],
  [null, 'lead', '/team'],
  [null, 'auditor', '/settings/audit'],
  ['/', 'owner', '/'],
  ['/events', 'owner', '/events'],
])('who asked for %p and is a %s begins at %s', (returnTo, role, landing) => {
  expect(landingPath(returnTo, role)).toBe(landing);
});
