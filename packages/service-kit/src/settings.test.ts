import type { z } from 'zod';
import {
  bind,
  databaseUrl,
  isIssuerUrl,
  keyPrefix,
  logLevel,
  port,
  publicUrl,
  redisUrl,
  seconds,
  sessionSecrets,
  trustProxy,
} from './settings.ts';

const table: [string, z.ZodType, [unknown, unknown][], unknown[]][] = [
  [
    'databaseUrl',
    databaseUrl,
    [
      ['postgres://u:p@h:5432/d', 'postgres://u:p@h:5432/d'],
      ['postgresql:///d?host=/tmp', 'postgresql:///d?host=/tmp'],
    ],
    ['mysql://h/d', 'h:5432', undefined],
  ],
  [
    'redisUrl',
    redisUrl,
    [
      ['redis://h:6379', 'redis://h:6379'],
      ['rediss://u:p@h', 'rediss://u:p@h'],
      ['redis+sentinel://h1,h2/main', 'redis+sentinel://h1,h2/main'],
      ['redis+cluster://h1:7000,h2', 'redis+cluster://h1:7000,h2'],
    ],
    ['http://h', 'h:6379', undefined],
  ],
  [
    'seconds(150)',
    seconds(150),
    [
      [undefined, 150],
      ['0.5', 0.5],
      ['86400', 86_400],
    ],
    ['0', '0.05', '86401', '-1', '1e3', '', 'soon', '1s'],
  ],
  [
    'port(4100)',
    port(4100),
    [
      [undefined, 4100],
      ['0', 0],
      ['65535', 65_535],
    ],
    ['65536', '-1', '1.5', '0x10', '1e3', 'http', '999999'],
  ],
  [
    'bind',
    bind,
    [
      [undefined, '127.0.0.1'],
      ['0.0.0.0', '0.0.0.0'],
      ['::', '::'],
      ['localhost', 'localhost'],
    ],
    ['a b', 'http://x'],
  ],
  [
    'logLevel',
    logLevel,
    [
      [undefined, 'info'],
      ['debug', 'debug'],
    ],
    ['verbose', 'INFO'],
  ],
  [
    'keyPrefix',
    keyPrefix,
    [
      [undefined, 'cs'],
      ['acme2', 'acme2'],
    ],
    ['Acme', 'a_b', 'a-b'],
  ],
  [
    'sessionSecrets',
    sessionSecrets,
    [
      ['s'.repeat(32), ['s'.repeat(32)]],
      [`${'n'.repeat(32)}, ${'o'.repeat(32)}`, ['n'.repeat(32), 'o'.repeat(32)]],
    ],
    ['s'.repeat(31), `${'n'.repeat(32)},`, `${'n'.repeat(32)},${'o'.repeat(31)}`, undefined],
  ],
  [
    'publicUrl',
    publicUrl,
    [
      ['https://a.example/', 'https://a.example'],
      ['http://a.example:81/x', 'http://a.example:81/x'],
    ],
    [
      'ftp://a',
      'a.example',
      'javascript:alert(1)',
      'https://u@a.example',
      'https://a.example?b',
      'https://a.example/#b',
    ],
  ],
  [
    'trustProxy',
    trustProxy,
    [
      [undefined, []],
      ['127.0.0.1', ['127.0.0.1']],
      ['10.0.0.0/8, fd00::/8,::1', ['10.0.0.0/8', 'fd00::/8', '::1']],
    ],
    ['true', '1', '*', '10.0.0.0/33', '::/129', '10.0.0.0/8/8', '10.0.0.0/', 'loopback'],
  ],
];

describe.each(table)('%s', (_name, schema, accepted, refused) => {
  it.each(accepted)('parses %p as %p', (text, value) => expect(schema.parse(text)).toEqual(value));
  it.each(refused.map((text) => [text]))('refuses %p', (text) => expect(schema.safeParse(text).success).toBe(false));
});

describe('the issuer of an identity provider', () => {
  it.each([
    'https://login.example.com',
    'https://login.example.com/realms/acme/',
    'http://localhost:4300',
    'http://127.0.0.1:4300',
    'http://[::1]:4300',
  ])('may be %s', (text) => {
    expect(isIssuerUrl(text)).toBe(true);
  });

  it.each([
    'login.example.com',
    'http://login.example.com',
    'http://localhost.example.com',
    'ftp://localhost',
    'https://login.example.com?tenant=1',
    'https://login.example.com#a',
    'https://user:password@login.example.com',
  ])('may not be %s', (text) => {
    expect(isIssuerUrl(text)).toBe(false);
  });
});
