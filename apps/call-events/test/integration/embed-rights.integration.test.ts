// What a token of an embed key, a lead and an auditor may do, for every route and namespace: a new one must be placed here.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createAsyncApiDocument } from '@callside/schemas/documents';
import { type HttpAnswer, writtenRoutes } from '@callside/test-kit';
import { addCall, type FiledCall } from '../support/calls-on-file.ts';
import { addBrand, addKey, addUser, type TestBrand, type TestUser } from '../support/organisations.ts';
import { tokenFor } from '../support/reader.ts';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';
import { refusal } from '../support/socket-client.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let key: string;

beforeAll(async () => {
  service = await startService({ settings: { TEST_CALLS: true } });
  brand = await addBrand(service);
  ({ key } = await addKey(service, brand, { feature: 'embed' }));
});
afterAll(() => service.close());

interface DeskRoute {
  query?: string;
  body?: object;
  /** For a call of the user of the token. */
  own: number;
  /** For a call of another rep. */
  others?: number;
}

const sale = { recommendation_id: randomUUID(), sku: '401', outcome: 'sold', unit_price: 99_999 };

/** The own desk, and nothing of another rep. */
const deskRoutes: Record<string, DeskRoute> = {
  'GET /:brand/desk': { own: 200 },
  'GET /:brand/desk/customers': { query: '?q=ada', own: 200 },
  'GET /:brand/desk/follow-ups': { own: 200 },
  'GET /:brand/desk/me': { own: 200 },
  'GET /:brand/desk/products': { query: '?q=ring', own: 200 },
  'GET /:brand/desk/words': { own: 200 },
  'GET /:brand/desk/calls/:reference': { own: 200, others: 404 },
  'GET /:brand/desk/calls/:reference/transcript': { own: 200, others: 404 },
  'PUT /:brand/desk/calls/:reference/notes': {
    body: { note: 'Calls back.', disposition: null },
    own: 200,
    others: 404,
  },
  'PUT /:brand/desk/calls/:reference/follow-up': {
    body: { text: 'Call back.', due_at: '2026-11-29T09:00:00Z' },
    own: 200,
    others: 404,
  },
  'PUT /:brand/desk/calls/:reference/customer': { body: { customer_id: null }, own: 200, others: 404 },
  // Nothing can be offered here: no recommender is connected.
  'POST /:brand/calls/:reference/offers': { body: {}, own: 422, others: 403 },
  'POST /:brand/calls/:reference/outcomes': { body: sale, own: 422, others: 403 },
  // No offers were made here.
  'GET /:brand/calls/:reference/why-not': {
    query: `?sku=401&recommendation_id=${randomUUID()}`,
    own: 404,
    others: 403,
  },
  'GET /:brand/calls/:reference/objection': { own: 200, others: 403 },
  'POST /:brand/calls/:reference/objection': { body: { objects: true }, own: 200, others: 403 },
  'DELETE /:brand/calls/:reference/outcomes/:outcome_id': { own: 404, others: 403 },
};

/** Refused with 401 like no token at all. */
const closedRoutes = [
  'ALL /call-events/:event',
  'ALL /integrations/:platform',
  'DELETE /:brand/recommender/rules/:name',
  'DELETE /:brand/settings/agent-aliases/:alias',
  'DELETE /:brand/settings/api-keys/:id',
  'DELETE /:brand/settings/endpoints/:id',
  'DELETE /:brand/settings/words/:word',
  'GET /:brand/calls/:reference',
  'GET /:brand/calls/:reference/pause-evidence',
  'GET /:brand/calls/export',
  'GET /:brand/chats',
  'GET /:brand/chats/:chat_id',
  'GET /:brand/chats/:chat_id/transcript',
  'GET /:brand/events',
  'GET /:brand/events/:id',
  'GET /:brand/first-steps',
  'GET /:brand/me',
  'GET /:brand/recommender',
  'GET /:brand/recommender/rules',
  'GET /:brand/experiments',
  'GET /:brand/pause-evidence',
  'GET /:brand/results',
  'GET /:brand/team',
  'GET /:brand/settings/agent-aliases',
  'GET /:brand/settings/api-keys',
  'GET /:brand/settings/audit',
  'GET /:brand/settings/brand',
  'GET /:brand/settings/endpoints',
  'GET /:brand/settings/endpoints/:id/deliveries',
  'GET /:brand/settings/people',
  'GET /:brand/settings/refused-keys',
  'GET /:brand/settings/unresolved-agents',
  'GET /:brand/test-calls',
  'GET path',
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: as the routes are written
  ...['DELETE ${path}/:platform', 'POST ${path}/:platform/address', 'PUT ${path}/:platform'],
  ...['POST ${models}/:version/evaluate', 'POST ${models}/:version/publish', 'POST ${models}/rollback'],
  'POST ${models}/train',
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: as the routes are written
  'POST /:brand/embed-tokens',
  'POST /:brand/events/refused/:id/resend',
  'POST /:brand/recommender/preview',
  'POST /:brand/recommender/rules',
  'POST /:brand/settings/agent-aliases',
  'POST /:brand/settings/api-keys',
  'POST /:brand/settings/api-keys/:id/replace',
  'POST /:brand/settings/customers/erase',
  'POST /:brand/settings/endpoints',
  'POST /:brand/settings/endpoints/:id/resend',
  'POST /:brand/settings/people',
  'POST /:brand/sign-in',
  'POST /:brand/test-calls',
  'PUT /:brand/recommender/imports/:kind',
  'PUT /:brand/settings/brand',
  'PUT /:brand/settings/people/:id',
  'PUT /:brand/settings/words',
];

/** For anybody, and without data of the brand: the token adds nothing. */
const openRoutes = [
  'ALL /docs/guide{/*path}',
  'GET /*path',
  'GET /console/brand',
  'GET /docs/guide{/*path}',
  'GET /settings',
  'GET /sign-in',
  'GET /sign-in/callback',
  "GET ['/sign-in', '/sign-in/callback']",
  'GET [...pages, embeddedPage]',
  'GET auditPages',
  'GET leadPages',
  'GET ownerPages',
  'GET textPageStylePath',
  'POST /:brand/sign-out',
];

it('each route of the service is placed', () => {
  const placed = [...Object.keys(deskRoutes), ...closedRoutes, ...openRoutes];
  expect(writtenRoutes(join(import.meta.dirname, '../../src'))).toEqual(placed.sort());
});

async function embedTokenOf({ email }: TestUser): Promise<string> {
  const answer = await service.clients[0].send({
    path: `/${brand.slug}/embed-tokens`,
    headers: { host: brand.host, 'x-api-key': key },
    body: JSON.stringify({ email }),
  });
  return Object(answer.json).token;
}

interface Sent {
  token: string;
  reference?: string;
  query?: string | undefined;
  body?: object | undefined;
  as?: (token: string) => Record<string, string>;
}

const integrations = '/:brand/settings/integrations';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function send(route: string, { token, reference = randomUUID(), query = '', body = {}, as = bearer }: Sent) {
  const [method = '', pattern = ''] = route.replace('ALL', 'POST').split(' ');
  const parameters: Record<string, string> = {
    brand: brand.slug,
    reference,
    event: 'call-ended',
    kind: 'stock',
    platform: 'vicidial',
    version: '20260101T000000-0a1b2c3d',
  };
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as the routes are written
  const path = pattern.replace('${models}', '/:brand/recommender/models').replace(/^(\$\{path\}|path)/, integrations);
  return service.clients[0].send({
    method,
    path: path.replaceAll(/:(\w+)/g, (_all, name: string) => parameters[name] ?? '1') + query,
    headers: { host: brand.host, ...as(token) },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  });
}

describe.each(['rep', 'lead', 'owner'] as const)('a token for a user who is %s', (role) => {
  let user: TestUser;
  let token: string;
  let own: FiledCall;
  let others: FiledCall;

  beforeAll(async () => {
    user = await addUser(service, brand, { role });
    token = await embedTokenOf(user);
    own = await addCall(service, brand, user);
    others = await addCall(service, brand, await addUser(service, brand));
  });

  const filed = async () =>
    service.query(
      `SELECT (SELECT count(*)::int FROM call_notes) AS notes, (SELECT count(*)::int FROM offer_outcomes) AS outcomes,
              (SELECT count(*)::int FROM call_offers) AS offers, (SELECT count(*)::int FROM objections) AS objections`,
    );

  it.each(Object.entries(deskRoutes))('%s is for their own calls', async (route, { query, body, ...expected }) => {
    expect((await send(route, { token, query, body, reference: own.reference })).status).toBe(expected.own);
    if (expected.others === undefined) return;
    const before = await filed();
    expect((await send(route, { token, query, body, reference: others.reference })).status).toBe(expected.others);
    expect(await filed()).toEqual(before);
  });

  it('the desk names the user as a rep', async () => {
    expect((await send('GET /:brand/desk/me', { token })).json).toMatchObject({ email: user.email, role: 'rep' });
  });

  it.each(closedRoutes)('%s is closed', async (route) => {
    const answers: HttpAnswer[] = [await send(route, { token, reference: own.reference })];
    answers.push(await send(route, { token, reference: own.reference, as: (key) => ({ 'x-api-key': key }) }));
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  });

  it('their tabs are open, companions are not', async () => {
    const { channels } = createAsyncApiDocument({ version: '1.0.0' });
    expect(Object.values(channels).map(({ address }) => address)).toEqual(['/rep', '/companion']);
    const at = { port: service.clients[0].port, host: brand.host, token };
    expect(await refusal('/rep', at)).toBeNull();
    expect(await refusal('/companion', at)).toBe('unauthorized');
  });
});

/** Of the routes that are closed to an embed token, with the answer: 404 for an id that is none. */
const openTo = {
  lead: {
    'GET /:brand/calls/:reference': 200,
    'GET /:brand/chats': 200,
    'GET /:brand/chats/:chat_id': 404,
    'GET /:brand/chats/:chat_id/transcript': 404,
    'GET /:brand/me': 200,
    'GET /:brand/results': 200,
    'GET /:brand/team': 200,
    'POST /:brand/sign-in': 200,
  },
  auditor: {
    'GET /:brand/calls/:reference/pause-evidence': 200,
    'GET /:brand/me': 200,
    'GET /:brand/pause-evidence': 200,
    'GET /:brand/settings/audit': 200,
    'POST /:brand/sign-in': 200,
  },
} satisfies Record<string, Record<string, number>>;
/** Their callers have keys. */
const keyRoutes = ['ALL /call-events/:event', 'ALL /integrations/:platform', 'POST /:brand/embed-tokens'];

describe.each(['lead', 'auditor'] as const)('a signed-in %s', (role) => {
  let token: string;
  let ofTeam: FiledCall;

  beforeAll(async () => {
    const user = await addUser(service, brand, { role, team: 'North' });
    token = await tokenFor(user, brand);
    ofTeam = await addCall(service, brand, await addUser(service, brand, { team: 'North' }));
  });

  it.each(closedRoutes)('%s is open or closed to them as listed', async (route) => {
    const open: Record<string, number> = openTo[role];
    const expected = open[route] ?? (keyRoutes.includes(route) ? 401 : 403);
    expect((await send(route, { token, reference: ofTeam.reference })).status).toBe(expected);
  });

  it.each(Object.entries(deskRoutes))('%s is not for calls of others', async (route, { query, body, others }) => {
    const open = others ?? 200;
    const { status } = await send(route, { token, query, body, reference: ofTeam.reference });
    expect(status).toBe(role === 'lead' ? open : 403);
  });
});

it('an auditor has no desk: neither an embed token nor their own opens one', async () => {
  const auditor = await addUser(service, brand, { role: 'auditor' });
  const embedToken = await embedTokenOf(auditor);
  expect((await send('GET /:brand/desk', { token: embedToken })).status).toBe(403);
  const { port } = service.clients[0];
  expect(await refusal('/rep', { port, host: brand.host, token: embedToken })).toBe('unauthorized');
  const token = await tokenFor(auditor, brand, { audience: 'companion' });
  expect(await refusal('/companion', { port, host: brand.host, token })).toBe('unauthorized');
});
