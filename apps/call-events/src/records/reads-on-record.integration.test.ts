// Reads of chats and transcripts, and exports, in the audit log.

import { randomUUID } from 'node:crypto';
import { auditLogOf, withoutAuditLog } from '../../test/support/audit-log.ts';
import { addCall, type FiledCall } from '../../test/support/calls-on-file.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../test/support/organisations.ts';
import { Reader } from '../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let owner: TestUser;
let reader: Reader;
let calls: FiledCall[];

const noon = new Date('2026-03-01T12:00:00Z');

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  brand = await addBrand(service);
  owner = await addUser(service, brand, { role: 'owner' });
  reader = await Reader.of(service.clients[0], brand, owner);
  const rep = await addUser(service, brand);
  calls = [];
  for (let hour = 0; hour < 4; hour += 1) {
    const startedAt = new Date(noon.getTime() + hour * 3_600_000);
    calls.push(await addCall(service, brand, rep, { startedAt, endedAt: hour === 3 ? null : startedAt }));
  }
});
afterAll(() => service.close());

const entry = (action: string, subject: string, detail: object) => ({
  ...{ action, actor: owner.email, actor_user_id: owner.id, origin: '127.0.0.1' },
  ...{ subject, detail },
});

it('reading a chat or its transcript is an entry each', async () => {
  const { chatId, reference } = calls[0]!;
  await reader.read(`/chats/${chatId.toUpperCase()}`);
  await reader.read(`/chats/${chatId}/transcript`);
  expect(await auditLogOf(service, brand)).toEqual([
    entry('transcript.read', chatId, { read: 'chat', call_reference: reference, pieces: 0 }),
    entry('transcript.read', chatId, { read: 'transcript', pieces: 0 }),
  ]);
});

it('a list, a call without its transcript and what does not exist are no entries', async () => {
  await reader.read('/chats');
  await reader.read(`/calls/${calls[0]!.reference}`);
  expect((await reader.send('GET', `/chats/${randomUUID()}`)).status).toBe(404);
  expect((await reader.send('GET', `/chats/${randomUUID()}/transcript`)).status).toBe(404);
  expect((await reader.send('GET', '/calls/export?from=yesterday')).status).toBe(422);
  expect((await reader.send('HEAD', '/calls/export')).status).toBe(200);
  expect(await auditLogOf(service, brand)).toEqual([]);
});

const [from, to] = ['2026-03-01T13:00:00Z', '2026-03-01T15:00:00Z'];
const iso = (text: string) => new Date(text).toISOString();

it.each<[string, Record<string, string>, (until: string) => object]>([
  ['of everything', {}, (until) => ({ format: 'ndjson', ended: false, from: null, to: null, until, rows: 4 })],
  [
    'of a range',
    { from, to },
    () => ({ format: 'ndjson', ended: false, from: iso(from), to: iso(to), until: iso(to), rows: 2 }),
  ],
  [
    'as CSV',
    { from, format: 'csv' },
    (until) => ({ format: 'csv', ended: false, from: iso(from), to: null, until, rows: 3 }),
  ],
  [
    'from the beginning',
    { since: '' },
    (until) => ({ format: 'ndjson', ended: false, since: '', from: null, until, rows: 4 }),
  ],
  [
    'of the ended calls, as CSV',
    { since: '', ended: 'true', format: 'csv' },
    (until) => ({ format: 'csv', ended: true, since: '', from: null, until, rows: 3 }),
  ],
])('an export %s is an entry with its range and the number of its calls', async (_name, query, detail) => {
  const answer = await reader.send('GET', `/calls/export?${new URLSearchParams(query)}`);
  const [found] = await auditLogOf(service, brand);
  const { rows, ...expected } = detail(String(answer.headers['x-complete-until'])) as { rows: number };
  expect(found).toEqual(entry('calls.export', brand.id, { ...expected, rows }));
  expect(answer.text.trim().split('\n').length - (query.format === 'csv' ? 1 : 0)).toBe(rows);
});

it('an export since a cursor is an entry with that cursor and its instant', async () => {
  const first = await reader.send('GET', '/calls/export?since=');
  const since = String(first.headers['x-next-cursor']);
  const second = await reader.send('GET', `/calls/export?since=${since}`);
  expect((await auditLogOf(service, brand)).at(-1)?.detail).toEqual({
    ...{ format: 'ndjson', ended: false, since, rows: 0 },
    ...{ from: first.headers['x-complete-until'], until: second.headers['x-complete-until'] },
  });
});

it('what cannot be put on record is not given out', async () => {
  const { chatId } = calls[0]!;
  await withoutAuditLog(service, async () => {
    for (const path of [`/chats/${chatId}`, `/chats/${chatId}/transcript`, '/calls/export']) {
      const { status, text } = await reader.send('GET', path);
      expect({ path, status, leaks: text.includes('+1415') }).toEqual({ path, status: 500, leaks: false });
    }
    expect((await reader.send('GET', '/chats')).status).toBe(200);
  });
});
