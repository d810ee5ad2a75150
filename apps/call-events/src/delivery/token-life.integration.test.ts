import { CompanionConnection, RepConnection } from '@callside/client';
import { type ServiceProcess, until } from '@callside/test-kit';
import { Companion } from '../../test/support/companion.ts';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { localAgent, refusal, type SocketClient, type Transport } from '../../test/support/socket-client.ts';
import { Tab } from '../../test/support/tab.ts';

const shortSeconds = 4;

let deployment: Deployment;
let server: ServiceProcess;
let desk: RepAtWork;

beforeAll(async () => {
  deployment = await deploy({ redisUrl: null });
  server = await deployment.start();
});
afterAll(() => deployment.close());
beforeEach(async () => {
  desk = await newRepOf(deployment);
});

type Audience = 'tab' | 'companion';

const tokenFor = (audience: Audience, ttlSeconds: number) =>
  deployment.token(desk.rep, desk.brand, audience, ttlSeconds);

async function open(audience: Audience, ttlSeconds: number, transport?: Transport): Promise<SocketClient> {
  const token = await tokenFor(audience, ttlSeconds);
  const address = { port: server.port, host: desk.brand.host, token, transport };
  const client = audience === 'tab' ? new Tab(address) : new Companion(address);
  deployment.clients.push(client);
  await client.hears(audience === 'tab' ? 'call.state' : 'recording.state');
  return client;
}

/** Resolves to the time at which the client is disconnected, in ms since 1970. */
function disconnected({ socket }: SocketClient): Promise<number> {
  return new Promise((resolve) => socket.once('disconnect', () => resolve(Date.now())));
}

function expirySentTo(client: SocketClient): number {
  const [sent] = client.named('token.expiring');
  return Date.parse(String(Object(sent).expires_at));
}

const renew = ({ socket }: SocketClient, payload: unknown): Promise<unknown> =>
  socket.timeout(5_000).emitWithAck('token.renew', payload);

describe.each<[Audience, '/rep' | '/companion']>([
  ['tab', '/rep'],
  ['companion', '/companion'],
])('a socket of a %s', (audience, namespace) => {
  test.each<Transport>(['websocket', 'polling'])(
    'a socket over %s gets token.expiring at once if less than a minute is left, and is closed within 5 s after expiry',
    async (transport) => {
      const client = await open(audience, shortSeconds, transport);
      const end = disconnected(client);
      await client.hears('token.expiring');
      const expiry = expirySentTo(client);
      const endedAt = await end;
      expect(endedAt).toBeGreaterThanOrEqual(expiry);
      expect(endedAt).toBeLessThan(expiry + 5_000);
      expect(client.faults).toEqual([]);
      client.close();
    },
  );

  test('gets no token.expiring if the token does not expire soon', async () => {
    const client = await open(audience, 3_600);
    expect(await renew(client, { token: await tokenFor(audience, 7_200) })).toEqual({ expires_at: expect.any(String) });
    expect(client.named('token.expiring')).toEqual([]);
    client.close();
  });

  test('stays connected when it renews its token', async () => {
    const client = await open(audience, shortSeconds);
    await client.hears('token.expiring');
    const expiry = expirySentTo(client);
    const { id } = client.socket;
    const answer = Object(await renew(client, { token: await tokenFor(audience, 3_600) }));
    expect(Date.parse(answer.expires_at)).toBeGreaterThan(expiry + 3_000_000);
    await until('the first token has been over for a while', () => Date.now() > expiry + 2_500);
    expect(client.socket.id).toBe(id);
    expect(await renew(client, { token: await tokenFor(audience, 3_600) })).toMatchObject({
      expires_at: expect.any(String),
    });
    client.close();
  });

  test('refuses to renew with a token of another user, audience or brand, and with an expired one', async () => {
    const client = await open(audience, 3_600);
    const colleague = await newRepOf(deployment, { brand: desk.brand });
    const stranger = await newRepOf(deployment);
    const bad = [
      await deployment.token(colleague.rep, desk.brand, audience),
      await deployment.token(desk.rep, desk.brand, audience === 'tab' ? 'companion' : 'tab'),
      await deployment.token(stranger.rep, stranger.brand, audience),
      await tokenFor(audience, -1),
      'nonsense',
    ];
    for (const token of bad) expect(await renew(client, { token })).toMatchObject({ error: { code: 'unauthorized' } });
    for (const payload of [{}, { token: 5 }, null]) {
      expect(await renew(client, payload)).toMatchObject({ error: { code: 'invalid' } });
    }
    expect(client.socket.connected).toBe(true);
    client.close();
  });

  test('is refused as unauthorized with a token whose subject is not a user id', async () => {
    const token = await deployment.token({ ...desk.rep, id: 'nobody' }, desk.brand, audience);
    const address = { port: server.port, host: desk.brand.host, token };
    expect(await refusal(namespace, address)).toBe('unauthorized');
  });
});

const socketOptions = { reconnectionDelay: 50, reconnectionDelayMax: 300, ...Object({ agent: localAgent }) };
const address = () => `http://${desk.brand.host}:${server.port}`;

test('CompanionConnection renews its token on the existing connection', async () => {
  const unknownReasons: string[] = [];
  // Longer than the time until it requests the next token.
  let ttlSeconds = 12;
  const companion = new CompanionConnection({
    baseUrl: address(),
    token: () => tokenFor('companion', ttlSeconds),
    socketOptions,
    onChange: ({ unknownReason }) => void (unknownReason !== null && unknownReasons.push(unknownReason)),
  });
  companion.start();
  await until('it is admitted', () => companion.view.unknownReason === null);
  const since = Date.now();
  unknownReasons.length = 0;
  ttlSeconds = 3_600;
  await until('the first token has been over for a while', () => Date.now() > since + 15_000);
  expect(companion.view.unknownReason).toBeNull();
  expect(unknownReasons).toEqual([]);
  await companion.stop();
});

test('CompanionConnection reports an unknown state after its token has expired', async () => {
  const token = await tokenFor('companion', 2);
  const companion = new CompanionConnection({ baseUrl: address(), token, socketOptions });
  companion.start();
  await until('it is admitted', () => companion.view.unknownReason === null);
  await until('it is refused', () => companion.view.unknownReason === 'token refused');
  expect(companion.view).toMatchObject({ recording: 'unknown', mayRecord: false });
  await companion.stop();
});

test('RepConnection renews its token if its page has a newer one, and reports when it is refused', async () => {
  let refused = 0;
  const links: string[] = [];
  const common = { baseUrl: address(), socketOptions };
  const first = await tokenFor('tab', shortSeconds);
  const renewing = new RepConnection({
    ...common,
    token: first,
    renewToken: () => tokenFor('tab', 3_600),
    onChange: ({ link }) => void links.push(link),
  });
  const left = new RepConnection({ ...common, token: first, onUnauthorized: () => (refused += 1) });
  renewing.start();
  left.start();
  await until('the one without a newer token is refused', () => refused === 1);
  expect(renewing.view.link).toBe('live');
  expect(links.filter((link) => link === 'reconnecting')).toEqual([]);
  renewing.stop();
});
