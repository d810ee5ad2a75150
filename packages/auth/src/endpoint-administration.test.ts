import type { Prisma } from '@callside/database';
import { addAuditedEndpoint, mostEndpoints, problemOfAddress } from './endpoint-administration.ts';
import { createSecretBox } from './secret-box.ts';

it.each([
  ['https://crm.example.com/callside?token=1', null, null],
  ['http://crm.example.com/', /https/, null],
  ['https://127.0.0.1/', /private/, null],
  ['http://localhost:8080/', /https/, null],
  ['https://printer.localhost/', /private/, null],
  ['https://[::ffff:10.0.0.1]/', /private/, null],
  ['https://user:password@crm.example.com/', /password/, /password/],
  ['ftp://crm.example.com/', /https/, /https/],
  ['crm.example.com', /address/, /address/],
])('%s', (url, problem, problemIfPermitted) => {
  const expectProblem = (said: string | null, expected: RegExp | null) =>
    expected === null ? expect(said).toBeNull() : expect(said).toMatch(expected);
  expectProblem(problemOfAddress(url, { allowPrivate: false }), problem);
  expectProblem(problemOfAddress(url, { allowPrivate: true }), problemIfPermitted);
});

it.each([
  [mostEndpoints - 1, ['lock', 'count', 'create', 'audit']],
  [mostEndpoints, ['lock', 'count']],
])('a brand with %i endpoints: %j, counted while nobody else adds one', async (count, expected) => {
  const done: string[] = [];
  const step = (name: string, result: unknown) => async () => {
    done.push(name);
    return result;
  };
  const transaction = {
    $queryRaw: step('lock', []),
    endpoint: { count: step('count', count), create: step('create', {}) },
    auditEntry: { create: step('audit', {}) },
  } as unknown as Prisma.TransactionClient;
  const endpoint = { brandId: 'acme', url: 'https://crm.example.com/', events: ['sale.recorded'] as const };
  const acting = { actor: 'operator:ann', actorUserId: null, origin: null };
  const box = createSecretBox({ secrets: ['a secret that is only good for tests'] });
  const added = await addAuditedEndpoint(transaction, { ...endpoint, ...acting }, box);
  expect(done).toEqual(expected);
  expect(added === 'full').toBe(count === mostEndpoints);
});
