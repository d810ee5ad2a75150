import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { readEnvironment } from './environment.ts';
import { databaseUrl, logLevel, port, sessionSecrets } from './settings.ts';

const schema = z.object({
  DATABASE_URL: databaseUrl,
  PORT: port(4100),
  LOG_LEVEL: logLevel,
  SESSION_SECRET: sessionSecrets,
  NOTE: z.string().optional(),
});

const good = { DATABASE_URL: 'postgres://u:p@h/d', SESSION_SECRET: 'x'.repeat(32) };

describe('readEnvironment', () => {
  it('returns the parsed settings with their defaults, and no other variables', () => {
    expect(readEnvironment(schema, { ...good, PATH: '/bin' })).toEqual({
      ok: true,
      value: { ...good, SESSION_SECRET: [good.SESSION_SECRET], PORT: 4100, LOG_LEVEL: 'info' },
    });
  });

  it.each(['', '   '])('treats %p as not set', (blank) => {
    expect(readEnvironment(schema, { ...good, PORT: blank, NOTE: blank })).toMatchObject({
      ok: true,
      value: { PORT: 4100 },
    });
    expect(readEnvironment(schema, { ...good, SESSION_SECRET: blank })).toMatchObject({
      ok: false,
      problems: [expect.stringMatching(/^SESSION_SECRET is not set\. Example: SESSION_SECRET=/)],
    });
  });

  describe('for a setting in a file', () => {
    const directory = mkdtempSync(join(tmpdir(), 'callside-settings-'));
    const secret = 'y'.repeat(32);
    const file = (name: string, text: string) => {
      const path = join(directory, name);
      writeFileSync(path, text);
      return path;
    };
    afterAll(() => rmSync(directory, { recursive: true, force: true }));

    it('removes the white space around the value', () => {
      const env = { ...good, SESSION_SECRET: '', SESSION_SECRET_FILE: file('secret', `${secret}\n`) };
      expect(readEnvironment(schema, env)).toMatchObject({ ok: true, value: { SESSION_SECRET: [secret] } });
    });

    it.each([
      ['cannot be read', { SESSION_SECRET_FILE: join(directory, 'absent') }, 'the file cannot be read'],
      ['is empty', { SESSION_SECRET_FILE: file('empty', ' \n') }, 'the file is empty'],
      [
        'is too large',
        { SESSION_SECRET_FILE: file('large', 'x'.repeat(65_537)) },
        'the file is larger than 65536 bytes',
      ],
      ['never ends', { SESSION_SECRET_FILE: '/dev/zero' }, 'the file is larger than 65536 bytes'],
      ['is a directory', { SESSION_SECRET_FILE: directory }, 'the file cannot be read'],
      [
        'is set together with a value',
        { SESSION_SECRET: secret, SESSION_SECRET_FILE: file('second', secret) },
        'only one of SESSION_SECRET and SESSION_SECRET_FILE can be set',
      ],
    ])('refuses a file that %s, with an example', (_name, set, problem) => {
      const example = 'SESSION_SECRET_FILE=/run/secrets/session_secret';
      expect(readEnvironment(schema, { DATABASE_URL: good.DATABASE_URL, ...set })).toEqual({
        ok: false,
        problems: [`SESSION_SECRET_FILE is not valid: ${problem}. Example: ${example}`],
      });
    });
  });

  it('keeps an empty setting when its schema allows it', () => {
    const emptiable = z.object({ TYPES: z.string().default('ring').meta({ emptyIsValue: true, example: 'ring' }) });
    const optional = z.object({ TYPES: emptiable.shape.TYPES.optional() });
    for (const one of [emptiable, optional]) {
      expect(readEnvironment(one, { TYPES: ' ' })).toEqual({ ok: true, value: { TYPES: '' } });
      expect(readEnvironment(one, {})).toEqual({ ok: true, value: { TYPES: 'ring' } });
    }
  });

  it('names every bad variable at once, one line each, with an example', () => {
    expect(readEnvironment(schema, { DATABASE_URL: 'mysql://h', PORT: '70000', LOG_LEVEL: 'loud' })).toEqual({
      ok: false,
      problems: [
        'DATABASE_URL is not valid: must be a postgres:// URL. Example: DATABASE_URL=postgresql://callside:password@localhost:5432/callside',
        'PORT is not valid: must be a port number from 0 to 65535. Example: PORT=4100',
        'LOG_LEVEL is not valid: must be one of fatal, error, warn, info, debug, trace, silent. Example: LOG_LEVEL=info',
        'SESSION_SECRET is not set. Example: SESSION_SECRET=<the output of: openssl rand -hex 32>',
      ],
    });
  });

  it('never shows a value', () => {
    const result = readEnvironment(schema, {
      DATABASE_URL: 'hunter2',
      PORT: 'hunter2',
      LOG_LEVEL: 'hunter2',
      SESSION_SECRET: 'hunter2',
    });
    expect(result).toMatchObject({ ok: false, problems: { length: 4 } });
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });

  it('reports everything that an empty environment needs', () => {
    const paired = schema.refine((env) => env.NOTE !== undefined, { path: ['NOTE'], message: 'is needed here' });
    expect(readEnvironment(paired, good)).toMatchObject({ ok: false, problems: [expect.stringContaining('NOTE')] });
  });
});
