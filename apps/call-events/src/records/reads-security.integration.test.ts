// The same access tests for every path of signed-in users.

import { randomUUID } from 'node:crypto';
import type { HttpAnswer } from '@callside/test-kit';
import { addCall, type FiledCall } from '../../test/support/calls-on-file.ts';
import { addBrand, addHost, addKey, addUser, type TestBrand, type TestUser } from '../../test/support/organisations.ts';
import { tokenFor } from '../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let other: TestBrand;
let rep: TestUser;
let owner: TestUser;
let call: FiledCall;
let keyId: string;
let replaceableId: string;

beforeAll(async () => {
  service = await startService();
  brand = await addBrand(service);
  other = await addBrand(service);
  rep = await addUser(service, brand);
  owner = await addUser(service, brand, { role: 'owner' });
  call = await addCall(service, brand, rep);
  keyId = (await addKey(service, brand)).id;
  replaceableId = (await addKey(service, brand)).id;
});
afterAll(() => service.close());

interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the brand; the resource exists. */
  path: () => string;
  allow: string;
  /** The status for an owner. */
  status: number;
  ownersOnly?: true;
  body?: object;
}

const reads = { method: 'GET', allow: 'GET, HEAD', status: 200 } as const;
const forwarded = { method: 'POST', allow: 'POST', status: 404, ownersOnly: true } as const;
const routes: [string, Route][] = [
  ['chats', { ...reads, path: () => '/chats' }],
  ['a chat', { ...reads, path: () => `/chats/${call.chatId}` }],
  ['a call', { ...reads, path: () => `/calls/${call.reference}` }],
  ['export', { ...reads, path: () => '/calls/export' }],
  ['events', { ...reads, path: () => '/events' }],
  ['results', { ...reads, path: () => '/results', ownersOnly: true }],
  ['recommender', { ...reads, path: () => '/recommender', ownersOnly: true }],
  // No recommender is connected here.
  ['publish a model', { ...forwarded, path: () => '/recommender/models/20260101T000000-0a1b2c3d/publish', body: {} }],
  ['measure a model', { ...forwarded, path: () => '/recommender/models/20260101T000000-0a1b2c3d/evaluate' }],
  ['roll a model back', { ...forwarded, path: () => '/recommender/models/rollback' }],
  ['rules', { ...reads, path: () => '/recommender/rules', allow: 'GET, HEAD, POST', ownersOnly: true }],
  ['me', { ...reads, path: () => '/me' }],
  ['unresolved agents', { ...reads, path: () => '/settings/unresolved-agents', ownersOnly: true }],
  ['aliases', { ...reads, path: () => '/settings/agent-aliases', allow: 'GET, HEAD, POST', ownersOnly: true }],
  ['test calls', { ...reads, path: () => '/test-calls', allow: 'GET, HEAD, POST', ownersOnly: true }],
  ['keys', { ...reads, path: () => '/settings/api-keys', allow: 'GET, HEAD, POST', ownersOnly: true }],
  [
    'issue a key',
    {
      method: 'POST',
      path: () => '/settings/api-keys',
      allow: 'GET, HEAD, POST',
      status: 201,
      ownersOnly: true,
      body: { feature: 'call-events' },
    },
  ],
  [
    'revoke a key',
    { method: 'DELETE', path: () => `/settings/api-keys/${keyId}`, allow: 'DELETE', status: 200, ownersOnly: true },
  ],
  [
    'replace a key',
    {
      method: 'POST',
      path: () => `/settings/api-keys/${replaceableId}/replace`,
      allow: 'POST',
      status: 201,
      ownersOnly: true,
      body: { overlap: '24h' },
    },
  ],
  ['refused keys', { ...reads, path: () => '/settings/refused-keys', ownersOnly: true }],
  ['people', { ...reads, path: () => '/settings/people', allow: 'GET, HEAD, POST', ownersOnly: true }],
  [
    'change a person',
    {
      method: 'PUT',
      path: () => `/settings/people/${rep.id}`,
      allow: 'PUT',
      status: 200,
      ownersOnly: true,
      body: { name: 'Robin' },
    },
  ],
  ['the settings of the brand', { ...reads, path: () => '/settings/brand', allow: 'GET, HEAD, PUT', ownersOnly: true }],
  [
    'change the brand',
    {
      method: 'PUT',
      path: () => '/settings/brand',
      allow: 'GET, HEAD, PUT',
      status: 200,
      ownersOnly: true,
      body: { currency: 'EUR' },
    },
  ],
  ['first steps', { ...reads, path: () => '/first-steps', ownersOnly: true }],
  ['audit log', { ...reads, path: () => '/settings/audit', ownersOnly: true }],
  ['sign in', { method: 'POST', path: () => '/sign-in', allow: 'POST', status: 200 }],
];

interface Asked {
  headers?: Record<string, string>;
  host?: string;
  segment?: string;
  method?: string;
}

function ask({ method, path, body }: Route, { headers = {}, host, segment, ...asked }: Asked): Promise<HttpAnswer> {
  return service.clients[0].send({
    method: asked.method ?? method,
    path: `/${segment ?? brand.slug}${path()}`,
    headers: { host: host ?? brand.host, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const unauthorized = { status: 401, json: { detail: 'Session token is invalid or missing.' } };

describe.each(routes)('%s', (name, route) => {
  it('answers an owner, and forbids caching', async () => {
    const answer = await ask(route, { headers: bearer(await tokenFor(owner, brand)) });
    expect(answer.status).toBe(route.status);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it(route.ownersOnly ? 'is forbidden to reps' : 'answers reps', async () => {
    const answer = await ask(route, { headers: bearer(await tokenFor(rep, brand)) });
    expect(answer.status).toBe(route.ownersOnly ? 403 : route.status);
    const why = /^(Only owners of the brand may do this|Your role does not allow this)\.$/;
    if (route.ownersOnly) expect(answer.json).toEqual({ detail: expect.stringMatching(why) });
  });

  it.each<[string, () => Promise<Record<string, string>>]>([
    ['no credential', async () => ({})],
    ['a webhook key', async () => ({ 'x-api-key': brand.key })],
    ['a webhook key as a token', async () => bearer(brand.key)],
    ['a key of the recommender', async () => bearer((await addKey(service, brand, { feature: 'recommender' })).key)],
    ["a tab's token", async () => bearer(await tokenFor(owner, brand, { audience: 'tab' }))],
    ["a companion's token", async () => bearer(await tokenFor(owner, brand, { audience: 'companion' }))],
    ['an expired token', async () => bearer(await tokenFor(owner, brand, { now: new Date(Date.now() - 700_000) }))],
    ['a changed token', async () => bearer(`${(await tokenFor(owner, brand)).slice(0, -6)}AAAAAA`)],
    ['a token of an unknown user', async () => bearer(await tokenFor({ id: randomUUID() }, brand))],
    [
      'an invited user',
      async () => bearer(await tokenFor(await addUser(service, brand, { status: 'invited' }), brand)),
    ],
    ['a leaver', async () => bearer(await tokenFor(await addUser(service, brand, { status: 'deactivated' }), brand))],
    ['a user whose brand the token does not name', async () => bearer(await tokenFor(owner, other))],
  ])('refuses %s', async (_title, headersOf) => {
    expect(await ask(route, { headers: await headersOf() })).toMatchObject(unauthorized);
  });

  it('ignores a token in the URL', async () => {
    const token = await tokenFor(owner, brand);
    const inUrl: Route = { ...route, path: () => `${route.path()}?token=${token}&access_token=${token}` };
    expect(await ask(inUrl, {})).toMatchObject(unauthorized);
  });

  it('is forbidden to the owner of another brand', async () => {
    const token = await tokenFor(await addUser(service, other, { role: 'owner' }), other);
    expect(await ask(route, { headers: bearer(token) })).toMatchObject({
      status: 403,
      json: { detail: 'This is not a brand of yours.' },
    });
  });

  it('exists only below the brand of the host', async () => {
    const headers = bearer(await tokenFor(owner, brand));
    const elsewhere = [
      { segment: other.slug },
      { host: other.host },
      { segment: 'nobody' },
      { segment: brand.slug.toUpperCase() },
      { segment: '%00' },
      { segment: '%zz' },
    ];
    for (const where of elsewhere) {
      expect(await ask(route, { headers, ...where })).toMatchObject({ status: 404, json: { detail: 'Not Found' } });
    }
    expect(await ask(route, { headers, host: 'nobody.example' })).toMatchObject({
      status: 404,
      json: { detail: 'This host is not served here.' },
    });
  });

  it('another method is 405 with Allow', async () => {
    const headers = bearer(await tokenFor(owner, brand));
    const refused = ['PUT', 'PATCH', 'PROPFIND', ...(name === 'sign in' ? ['GET'] : [])];
    for (const method of refused.filter((one) => !route.allow.includes(one))) {
      const answer = await ask(route, { method, headers });
      expect([answer.status, answer.headers.allow]).toEqual([405, route.allow]);
    }
  });
});

it.each(['chats', 'calls', 'settings/api-keys'])(
  'an invalid id in %s is 404, like an id of another brand',
  async (list) => {
    const theirs = await addCall(service, other, await addUser(service, other));
    const theirKey = await addKey(service, other);
    const unknown = [
      'x',
      '%00',
      '%27%20OR%201=1',
      'null',
      randomUUID(),
      `${call.reference}x`,
      call.id,
      theirs.id,
      theirs.chatId,
      theirs.reference,
      theirKey.id,
    ];
    const headers = { host: brand.host, ...bearer(await tokenFor(owner, brand)) };
    const method = list === 'settings/api-keys' ? 'DELETE' : 'GET';
    for (const id of unknown) {
      const answer = await service.clients[0].send({ method, path: `/${brand.slug}/${list}/${id}`, headers });
      expect([id, answer.status, answer.json]).toEqual([
        id,
        404,
        { detail: expect.stringMatching(/^There is no such \w+\.$/) },
      ]);
    }
  },
);

it('HEAD gives the same answer as GET, without a body', async () => {
  const headers = bearer(await tokenFor(owner, brand));
  for (const [, route] of routes.filter(([, { method }]) => method === 'GET')) {
    const answer = await ask(route, { method: 'HEAD', headers });
    expect([answer.status, answer.text]).toEqual([200, '']);
  }
});

it('a user who loses the role or is deactivated is refused from the next request on', async () => {
  const leaver = await addUser(service, brand, { role: 'owner' });
  const headers = bearer(await tokenFor(leaver, brand));
  const keys = routes.find(([name]) => name === 'keys')?.[1];
  expect((await ask(keys!, { headers })).status).toBe(200);
  await service.query(`UPDATE users SET role = 'rep' WHERE id = $1`, [leaver.id]);
  expect((await ask(keys!, { headers })).status).toBe(403);
  await service.query(`UPDATE users SET status = 'deactivated' WHERE id = $1`, [leaver.id]);
  expect((await ask(keys!, { headers })).status).toBe(401);
});

it('a brand is available on each of its hosts', async () => {
  await addHost(service, brand, 'second.example');
  const answer = await ask(routes.find(([name]) => name === 'me')![1], {
    host: 'Second.Example.:443',
    headers: bearer(await tokenFor(rep, brand)),
  });
  expect(answer.json).toMatchObject({ brand: brand.slug });
});

it('no token and no key appears in the log', async () => {
  const token = await tokenFor(owner, brand);
  await ask(routes[0]![1], { headers: bearer(token) });
  expect(service.logged()).toContain('"route":"/:brand/chats"');
  expect(service.logged()).not.toContain(token.slice(-30));
  expect(service.logged()).not.toMatch(/cs_live_[0-9a-f]{40}/);
});
