import * as argument from './arguments.ts';

describe('slug', () => {
  it.each(['a', 'acme', 'acme-2', '0', 'a'.repeat(63), '-a-'])('accepts %s', (value) =>
    expect(argument.slug(value)).toBe(value),
  );

  it.each(['', 'Acme', 'a b', 'a_b', 'a.b', 'ä', 'a'.repeat(64), 'a\n', ' a'])('refuses %j', (value) =>
    expect(() => argument.slug(value)).toThrow('lower-case letters'),
  );

  it.each(['health', 'metrics', 'docs', 'call-events', 'assets', 'api', 'recommend'])(
    'refuses %s, which the services use in paths',
    (value) => expect(() => argument.slug(value)).toThrow('in their own paths'),
  );
});

describe('country', () => {
  it('accepts a code in any case', () => {
    expect(argument.country('us')).toBe('US');
    expect(argument.country(' GB ')).toBe('GB');
  });

  it.each(['', 'U', 'USA', 'ZZ', '12', 'constructor'])('refuses %j', (value) =>
    expect(() => argument.country(value)).toThrow('alpha-2'),
  );
});

describe('hosts', () => {
  it.each([
    ['Calls.ACME.example', 'calls.acme.example'],
    ['calls.acme.example:8443', 'calls.acme.example'],
    ['calls.acme.example.', 'calls.acme.example'],
    ['localhost', 'localhost'],
    ['127.0.0.1:4100', '127.0.0.1'],
    ['[::1]:4100', '[::1]'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['acme_calls.internal', 'acme_calls.internal'],
  ])('normalises %s', (value, host) => expect(argument.hosts(value)).toEqual([host]));

  it('collects hosts, each once', () => {
    expect(argument.hosts('B.example', ['a.example'])).toEqual(['a.example', 'b.example']);
    expect(argument.hosts('A.example', ['a.example'])).toEqual(['a.example']);
  });

  it.each([
    '',
    ' ',
    '.',
    'https://acme.example',
    'acme.example/path',
    'a b',
    'user@acme.example',
    '-a.example',
    'a..b',
    '*.acme.example',
    `${'a.'.repeat(127)}aa`,
  ])('refuses %j', (value) => expect(() => argument.hosts(value)).toThrow('host name alone'));
});

describe('email', () => {
  it('normalises', () => expect(argument.email('  Rep@ACME.example ')).toBe('rep@acme.example'));

  it.each(['', 'rep', '@acme.example', 'rep@', '  @ ', `${'a'.repeat(320)}@b`])('refuses %j', (value) =>
    expect(() => argument.email(value)).toThrow('must be an address'),
  );
});

describe('alias', () => {
  it('may be as long as on the page of agents', () => {
    const longest = `${'a'.repeat(300)}@a.example`.padEnd(320, 'x');
    expect(argument.alias(` ${longest} `)).toBe(longest);
    expect(() => argument.alias(`${longest}x`)).toThrow('at most 320 characters');
  });
});

describe('text', () => {
  it('is trimmed and not empty', () => {
    expect(argument.text(' Acme Inc. ')).toBe('Acme Inc.');
    expect(() => argument.text('  ')).toThrow('must not be empty');
  });
});

describe('duration', () => {
  it('is in seconds', () => expect(argument.duration('2m')).toBe(120));
  it('names the longest one when it is too long', () => {
    for (const text of ['36501d', `${'9'.repeat(13)}s`])
      expect(() => argument.duration(text)).toThrow('at most 36500d');
  });
  it('refuses a text that is not a duration', () => expect(() => argument.duration('soon')).toThrow('such as 90d'));
});

describe('seed', () => {
  it('is a whole number', () => expect(argument.seed('007')).toBe(7));
  it.each(['', '-1', '1.5', '1e3', '1000000000'])('refuses %j', (value) =>
    expect(() => argument.seed(value)).toThrow('whole number'),
  );
});
