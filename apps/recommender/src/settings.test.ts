import path from 'node:path';
import { readEnvironment } from '@callside/service-kit';
import { environmentSchema } from './settings.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const needed = { DATABASE_URL: 'postgres://u:p@h/d' };

function settings(env: Record<string, string>) {
  const result = readEnvironment(environmentSchema, { ...needed, ...env });
  return result.ok ? result.value : result.problems;
}

test('only the database is required', () => {
  expect(settings({})).toEqual({
    ...needed,
    PORT: 4200,
    BIND: '127.0.0.1',
    DRAIN_SECONDS: 0,
    LOG_LEVEL: 'info',
    KEY_PREFIX: 'cs',
    TRUST_PROXY: [],
    RATE_LIMIT_REQUESTS_PER_MINUTE: 300_000,
    STOCK_REFRESH_SECONDS: 60,
    STOCK_STALE_MINUTES: 30,
    SIZED_ARTICLE_TYPES: ['ring', 'bracelet', 'bangle'],
    ARTIFACT_DIR: path.join(root, '.data/artifacts'),
  });
});

test.each([
  ['ring, Toe Ring ,,anklet', ['ring', 'Toe Ring', 'anklet']],
  ['ring', ['ring']],
  ['', []],
  [' , ', []],
])('SIZED_ARTICLE_TYPES %j is %j', (text, types) => {
  expect(settings({ SIZED_ARTICLE_TYPES: text })).toMatchObject({ SIZED_ARTICLE_TYPES: types });
});

test.each([
  ['/srv/models', '/srv/models'],
  ['.data/artifacts', path.join(root, '.data/artifacts')],
  ['../models', path.resolve(root, '../models')],
])('ARTIFACT_DIR %s is %s', (text, directory) => {
  expect(settings({ ARTIFACT_DIR: text })).toMatchObject({ ARTIFACT_DIR: directory });
});

test('a digest of the service credential may be in either case', () => {
  for (const digest of ['0a'.repeat(32), '0A'.repeat(32)]) {
    expect(settings({ SERVICE_KEY_SHA256: digest })).toMatchObject({ SERVICE_KEY_SHA256: digest });
  }
});

test.each([
  ['SERVICE_KEY_SHA256', '0a'.repeat(31)],
  ['SERVICE_KEY_SHA256', `${'0a'.repeat(32)} -`],
  ['STOCK_REFRESH_SECONDS', '0'],
  ['STOCK_REFRESH_SECONDS', '-1'],
  ['STOCK_REFRESH_SECONDS', '90000'],
  ['STOCK_REFRESH_SECONDS', 'often'],
  ['STOCK_STALE_MINUTES', '-1'],
  ['STOCK_STALE_MINUTES', '525601'],
  ['STOCK_STALE_MINUTES', 'never'],
  ['PORT', '65536'],
])('%s=%s is refused with an example, and the value is not repeated', (name, text) => {
  const problems = settings({ [name]: text });
  expect(problems).toEqual([expect.stringMatching(`^${name} is not valid: .*Example: ${name}=`)]);
  if (Array.isArray(problems) && text.length > 3) expect(problems.join()).not.toContain(text);
});

test.each([
  ['0.5', 0.5],
  ['1', 1],
  ['86400', 86_400],
])('STOCK_REFRESH_SECONDS %s is %d', (text, seconds) => {
  expect(settings({ STOCK_REFRESH_SECONDS: text })).toMatchObject({ STOCK_REFRESH_SECONDS: seconds });
});

test.each([
  ['0', 0],
  ['0.05', 0.05],
  ['1440', 1440],
])('STOCK_STALE_MINUTES %s is %d', (text, minutes) => {
  expect(settings({ STOCK_STALE_MINUTES: text })).toMatchObject({ STOCK_STALE_MINUTES: minutes });
});
