import fc from 'fast-check';
import { addCall } from '../support/calls-on-file.ts';
import { addBrand, addUser } from '../support/organisations.ts';
import { Reader } from '../support/reader.ts';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';

let service: ServiceUnderTest;
let reader: Reader;

beforeAll(async () => {
  service = await startService();
  const brand = await addBrand(service);
  const owner = await addUser(service, brand, { role: 'owner' });
  await addCall(service, brand, owner);
  reader = await Reader.of(service.clients[0], brand, owner);
});
afterAll(() => service.close());

const names = [
  'limit',
  'cursor',
  'phone',
  'agent_email',
  'event',
  'resolved',
  'from',
  'to',
  'format',
  '__proto__',
  'x',
];

const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '1',
    '200',
    'true',
    'csv',
    'call-started',
    '2026-01-01',
    '+14155550134',
    '0001-01-01',
    '\0',
    '\ud800',
  ),
  fc.integer().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc
    .tuple(fc.integer(), fc.oneof(fc.uuid(), fc.bigInt().map(String)))
    .map(([at, id]) => Buffer.from(`${at} ${id}`).toString('base64url')),
);

/** As a form or a script would send it: well formed, whatever it says. */
const query = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 5 }).map((pairs) => {
  const parameters = new URLSearchParams();
  for (const [name, text] of pairs) parameters.append(name, text);
  return `?${parameters}`;
});

const rawQuery = fc.string({ unit: fc.constantFrom(...'abc=&%+[]0?/\\"\'') }).map((text) => `?${text}`);

it.each(['/chats', '/events', '/calls/export', '/settings/api-keys', '/me'])(
  'whatever is asked of %s is answered or named as wrong',
  async (path) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 4, arbitrary: query }, rawQuery), async (text) => {
        const answer = await reader.send('GET', path + text);
        expect([200, 422]).toContain(answer.status);
        if (answer.status === 422) expect(answer.text).toMatch(/"loc":\["query","/);
      }),
      { numRuns: 150 },
    );
  },
);

it('whatever stands where an id belongs is 404', async () => {
  const segment = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1 }).map((text) => encodeURIComponent(text)),
    fc.string({ unit: fc.constantFrom(...'ab0%2f-.~'), minLength: 1 }),
  );
  await fc.assert(
    fc.asyncProperty(segment, async (id) => {
      fc.pre(!['.', '..', 'export'].includes(id));
      for (const [method, path] of [
        ['GET', '/chats'],
        ['GET', '/calls'],
        ['DELETE', '/settings/api-keys'],
      ] as const) {
        expect((await reader.send(method, `${path}/${id}`)).status).toBe(404);
      }
    }),
    { numRuns: 100 },
  );
});

it('whatever is sent for a key order is met or named as wrong', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), async (body) => {
      const answer = await reader.send('POST', '/settings/api-keys', body);
      expect(answer.status).toBe(422);
    }),
    { numRuns: 100 },
  );
});
