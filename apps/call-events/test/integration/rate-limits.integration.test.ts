import { createSecretBox } from '@callside/auth';
import { signTwilio } from '@callside/dialler-adapters';
import { type HttpAnswer, until } from '@callside/test-kit';
import { createDialler, createRepsDialler } from '../support/dialler.ts';
import { addBrand, addUser } from '../support/organisations.ts';
import { Reader, tokenFor } from '../support/reader.ts';
import { type ServiceUnderTest, sessionSecret, startService } from '../support/service-under-test.ts';
import { refusal, SocketClient } from '../support/socket-client.ts';

const redisUrl = process.env.REDIS_URL ?? '';
const unknownKey = `cs_live_${'0'.repeat(40)}`;
const authToken = 'the auth token of the account';
const tooMany = { detail: 'Too many requests; retry later.' };

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService({
    servers: 2,
    redisUrl,
    trustProxy: ['127.0.0.1'],
    settings: {
      RATE_LIMIT_READS_PER_MINUTE: 20,
      RATE_LIMIT_HANDSHAKES_PER_MINUTE: 4,
      RATE_LIMIT_FAILED_KEYS_PER_MINUTE: 10,
      RATE_LIMIT_SIGN_INS_PER_MINUTE: 6,
    },
  });
});
afterAll(() => service.close());

const statusesOf = (answers: readonly HttpAnswer[]) => answers.map(({ status }) => status);
const countOf = (answers: readonly HttpAnswer[], status: number) =>
  statusesOf(answers).filter((one) => one === status).length;

it('a refused key gets 429 after too many failures of its address, across instances; a valid key never', async () => {
  const brand = await addBrand(service);
  const rep = await addUser(service, brand);
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const post = (n: number, key: string, address: string) =>
    createDialler(service.clients[n % 2] ?? service.clients[0], brand).post(
      'hold-started',
      { agent_email: rep.email },
      { 'x-api-key': key, ...from(address) },
    );
  const answers: HttpAnswer[] = [];
  for (let n = 0; n < 16; n += 1) {
    answers.push(await post(n, unknownKey, '203.0.113.1'));
    expect((await post(n, brand.key, '203.0.113.1')).status).toBe(200);
  }
  expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([10, 6]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.json).toEqual(tooMany);
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await post(0, unknownKey, '203.0.113.2')).status).toBe(401);
});

it('a wrong signature of a platform gets 429 after too many failures of its address, whether it is on or not; a right one never', async () => {
  const [on, off] = [await addBrand(service), await addBrand(service)];
  const sealed = createSecretBox({ secrets: [sessionSecret] }).seal(authToken);
  await service.query(`INSERT INTO integrations (brand_id, platform, secret_sealed) VALUES ($1, 'twilio', $2)`, [
    on.id,
    sealed,
  ]);
  const post = (n: number, brand: { host: string }, signature: string, address = '203.0.113.3') =>
    (service.clients[n % 2] ?? service.clients[0]).send({
      path: '/integrations/twilio',
      headers: { host: brand.host, 'x-twilio-signature': signature, 'x-forwarded-for': address },
      body: 'CallSid=CA1&CallStatus=ringing',
    });
  const right = (brand: { host: string }) =>
    signTwilio(
      authToken,
      `http://${brand.host}/integrations/twilio`,
      new URLSearchParams('CallSid=CA1&CallStatus=ringing'),
    );
  for (const brand of [on, off]) {
    const answers: HttpAnswer[] = [];
    for (let n = 0; n < 16; n += 1) {
      answers.push(await post(n, brand, 'wrong'));
      if (brand === on) expect((await post(n, brand, right(brand))).status).toBe(200);
    }
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([10, 6]);
    expect((await post(0, brand, 'wrong', '203.0.113.4')).status).toBe(401);
  }
});

it('reads and settings are limited by user, across instances', async () => {
  const brand = await addBrand(service);
  const [first, second] = service.clients.slice(0, 2);
  const owner = await addUser(service, brand, { role: 'owner' });
  const other = await addUser(service, brand);
  const readers = await Promise.all(
    [first, second].map((client) => Reader.of(client ?? service.clients[0], brand, owner)),
  );
  const answers: HttpAnswer[] = [];
  for (let n = 0; n < 26; n += 1) {
    const paths = ['/chats', '/settings/api-keys', '/me'];
    const answer = await readers[n % 2]?.send('GET', paths[n % 3] ?? '');
    if (answer) answers.push(answer);
  }
  expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([20, 6]);
  expect(answers.at(-1)?.json).toEqual(tooMany);
  expect((await (await Reader.of(service.clients[0], brand, other)).send('GET', '/me')).status).toBe(200);
  expect((await createRepsDialler(createDialler(service.clients[0], brand), owner).send('call-started')).status).toBe(
    200,
  );
});

it('sockets of a user above the limit are refused until later; those of another user are admitted', async () => {
  const brand = await addBrand(service);
  const rep = await addUser(service, brand);
  const other = await addUser(service, brand);
  const at = async (user: { id: string }) => ({
    port: service.clients[0].port,
    host: brand.host,
    token: await tokenFor(user, brand, { audience: 'tab' }),
  });
  for (let n = 0; n < 4; n += 1) expect(await refusal('/rep', await at(rep))).toBeNull();
  const late = new SocketClient('/rep', {}, await at(rep));
  let attempts = 0;
  late.socket.io.on('reconnect_attempt', () => {
    attempts += 1;
  });
  await until('it tries again', () => attempts > 1);
  expect(late.socket.connected).toBe(false);
  late.close();
  expect(await refusal('/rep', await at(other))).toBeNull();
});

it('sign-ins of an address above the limit get a page that says when to try again; other addresses do not', async () => {
  const brand = await addBrand(service);
  const signIn = (path: string, address: string, server: number) =>
    (service.clients[server] ?? service.clients[0]).send({
      method: 'GET',
      path,
      headers: { host: brand.host, 'x-forwarded-for': address, 'accept-language': 'de' },
    });
  const answers: HttpAnswer[] = [];
  for (let n = 0; n < 8; n += 1) {
    const path = n % 2 === 0 ? '/sign-in?return_to=/results' : '/sign-in/callback?state=x';
    answers.push(await signIn(path, '203.0.113.7', n % 2));
  }
  expect(statusesOf(answers).slice(6)).toEqual([429, 429]);
  expect(countOf(answers, 429)).toBe(2);
  const [refused] = answers.slice(6);
  expect(refused?.text).toContain('zu viele Anmeldungen');
  expect(refused?.text).toContain('/sign-in?return_to=%2Fresults');
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await signIn('/sign-in', '203.0.113.8', 0)).status).toBe(302);
});
