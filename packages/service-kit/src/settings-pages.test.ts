import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { callEventsSettings } from './call-events-settings.ts';
import { readEnvironment } from './environment.ts';
import { createRecommenderSettings } from './recommender-settings.ts';

const projectRoot = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');
const required = { DATABASE_URL: 'postgresql://localhost/callside', SESSION_SECRET: 'x'.repeat(32) };

const services = { 'call-events': callEventsSettings, recommender: createRecommenderSettings({ projectRoot }) };

/** The settings of a service, with the default as it would be written; null: there is none. */
function defaultsOf(schema: (typeof services)[keyof typeof services]): [string, string | null][] {
  const result = readEnvironment(schema, required);
  if (!result.ok) throw new Error(result.problems.join('; '));
  const values: Record<string, unknown> = result.value;
  return Object.keys(schema.shape).map((name) => [name, name in required ? null : asWritten(values[name])]);
}

function asWritten(value: unknown): string | null {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return null;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const text = String(value);
  return text.startsWith(projectRoot) ? path.relative(projectRoot, text) : text;
}

const settings = Object.entries(services).flatMap(([service, schema]) =>
  defaultsOf(schema).map(([name, byDefault]) => ({ service, name, byDefault })),
);
const names = new Set(settings.map(({ name }) => name));

/** Rows of the page's tables of settings, by name. Their columns: setting, of, default, meaning, example. */
const rows = new Map(
  read('docs/operations/environment.md')
    .split('\n')
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .flatMap(([, name, of = '', byDefault = '', meaning, example, ...rest]) => {
      const setting = /^`([A-Z0-9_]+)`$/.exec(name ?? '')?.[1];
      return setting && rest.length === 1 ? [[setting, { of, byDefault, meaning, example }] as const] : [];
    }),
);

test('the page of environment variables has every setting of the services, and no others', () => {
  expect([...rows.keys()].sort()).toEqual([...names].sort());
});

test.each(settings)('the page says what $name of $service is, with its default and an example', (setting) => {
  const row = rows.get(setting.name);
  expect(row).toMatchObject({ meaning: expect.stringMatching(/\w/), example: expect.stringMatching(/\w/) });
  expect(row?.of).toMatch(new RegExp(`both|${setting.service}`));
  if (setting.byDefault !== null) expect(row?.byDefault).toContain(`\`${setting.byDefault}\``);
});

test('.env.example has every setting of the services, and their defaults', () => {
  const example = parseEnv(read('.env.example'));
  expect(Object.keys(example).sort()).toEqual([...names].sort());
  for (const name of names) {
    const defaults = settings.filter((one) => one.name === name).map(({ byDefault }) => byDefault);
    if (!defaults.includes(null)) expect(defaults).toContain(example[name]);
  }
});
