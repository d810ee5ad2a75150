import { isDeepStrictEqual } from 'node:util';
import { createSecretBox } from '@callside/auth';
import { signTwilio } from '@callside/dialler-adapters';
import { type HttpAnswer, until } from '@callside/test-kit';
import { createDialler, createRepsDialler } from '../support/dialler.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../support/organisations.ts';
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
    rates: { reads: 20, handshakes: 4, failedKeys: 10, signIns: 6 },
  });
});
afterAll(() => service.close());

const statusesOf = (answers: readonly HttpAnswer[]) => answers.map(({ status }) => status);
const countOf = (answers: readonly HttpAnswer[], status: number) =>
  statusesOf(answers).filter((one) => one === status).length;

/**
 * Repeats a round until it has these answers, each time with other keys. On a busy machine Redis may be late for one request, and the
 * instances then count separately; or the round takes longer than a minute. Separate counts never give these answers.
 */
async function playUntil(expected: Record<number, number>, round: () => Promise<HttpAnswer[]>): Promise<HttpAnswer[]> {
  let answers: HttpAnswer[] = [];
  const counted = () =>
    Object.fromEntries(Object.keys(expected).map((status) => [status, countOf(answers, Number(status))]));
  await until(
    `a round has the answers ${JSON.stringify(expected)}`,
    async () => {
      answers = await round();
      return isDeepStrictEqual(counted(), expected);
    },
    90_000,
  );
  return answers;
}

/** Sends again after a 503: on a busy machine the database may be late. */
async function available(send: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  let answer = await send();
  await until('the service is available', async () => {
    if (answer.status === 503) answer = await send();
    return answer.status !== 503;
  });
  return answer;
}

it('a refused key gets 429 after too many failures of its address, across instances; a valid key never does', async () => {
  let brand: TestBrand;
  let rep: TestUser;
  const post = (n: number, key: string, address: string) =>
    available(() =>
      createDialler(service.clients[n % 2] ?? service.clients[0], brand).post(
        'hold-started',
        { agent_email: rep.email },
        { 'x-api-key': key, 'x-forwarded-for': address },
      ),
    );
  const answers = await playUntil({ 401: 10, 429: 6 }, async () => {
    brand = await addBrand(service);
    rep = await addUser(service, brand);
    const ofRound: HttpAnswer[] = [];
    for (let n = 0; n < 16; n += 1) {
      ofRound.push(await post(n, unknownKey, '203.0.113.1'));
      expect((await post(n, brand.key, '203.0.113.1')).status).toBe(200);
    }
    return ofRound;
  });
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.json).toEqual(tooMany);
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await post(0, unknownKey, '203.0.113.2')).status).toBe(401);
});

it.each([
  ['on', true],
  ['off', false],
])(
  'an invalid signature of a platform that is %s gets 429 after too many failures of its address; a valid signature never does',
  async (_what, isOn) => {
    const form = new URLSearchParams('CallSid=CA1&CallStatus=ringing');
    let brand: TestBrand;
    const post = (n: number, signature: string, address = '203.0.113.3') =>
      available(() =>
        (service.clients[n % 2] ?? service.clients[0]).send({
          path: '/integrations/twilio',
          headers: { host: brand.host, 'x-twilio-signature': signature, 'x-forwarded-for': address },
          body: form.toString(),
        }),
      );
    await playUntil({ 401: 10, 429: 6 }, async () => {
      brand = await addBrand(service);
      if (isOn) await switchOnTwilio(brand);
      const right = signTwilio(authToken, `http://${brand.host}/integrations/twilio`, form);
      const answers: HttpAnswer[] = [];
      for (let n = 0; n < 16; n += 1) {
        answers.push(await post(n, 'wrong'));
        if (isOn) expect((await post(n, right)).status).toBe(200);
      }
      return answers;
    });
    expect((await post(0, 'wrong', '203.0.113.4')).status).toBe(401);
  },
);

async function switchOnTwilio(brand: TestBrand): Promise<void> {
  const sealed = createSecretBox({ secrets: [sessionSecret] }).seal(authToken);
  await service.query(`INSERT INTO integrations (brand_id, platform, secret_sealed) VALUES ($1, 'twilio', $2)`, [
    brand.id,
    sealed,
  ]);
}

it('reads and settings are limited by user, across instances', async () => {
  const brand = await addBrand(service);
  let owner: TestUser;
  const answers = await playUntil({ 200: 20, 429: 6 }, async () => {
    owner = await addUser(service, brand, { role: 'owner' });
    const readers = await Promise.all(service.clients.map((client) => Reader.of(client, brand, owner)));
    const ofRound: HttpAnswer[] = [];
    for (let n = 0; n < 26; n += 1) {
      const path = ['/chats', '/settings/api-keys', '/me'][n % 3] ?? '';
      // A 503 of a busy server is counted like an answer.
      const answer = await readers[n % 2]?.send('GET', path);
      if (answer) ofRound.push(answer);
    }
    return ofRound;
  });
  const other = await addUser(service, brand);
  expect(answers.at(-1)?.json).toEqual(tooMany);
  expect((await (await Reader.of(service.clients[0], brand, other)).send('GET', '/me')).status).toBe(200);
  const webhook = () => createRepsDialler(createDialler(service.clients[0], brand), other).send('call-started');
  expect((await available(webhook)).status).toBe(200);
});

it('sockets of a user above the limit are refused until later; those of another user are admitted', async () => {
  const brand = await addBrand(service);
  const at = async (user: { id: string }) => ({
    port: service.clients[0].port,
    host: brand.host,
    token: await tokenFor(user, brand, { audience: 'tab' }),
  });
  /** Whether a fifth socket is not admitted, however often it tries, after four were. */
  async function fifthIsRefused(): Promise<boolean> {
    const rep = await addUser(service, brand);
    for (let n = 0; n < 4; n += 1) expect(await refusal('/rep', await at(rep))).toBeNull();
    const late = new SocketClient('/rep', {}, await at(rep));
    let attempts = 0;
    late.socket.io.on('reconnect_attempt', () => {
      attempts += 1;
    });
    await until('it tries again, or is admitted', () => attempts > 1 || late.socket.connected);
    const isRefused = !late.socket.connected;
    late.close();
    return isRefused;
  }
  // As in playUntil: Redis may be late on a busy machine.
  await until('a round with a refused fifth socket', fifthIsRefused, 90_000);
  expect(await refusal('/rep', await at(await addUser(service, brand)))).toBeNull();
});

it('sign-ins of an address above the limit get a page that shows when to try again; other addresses do not', async () => {
  let brand: TestBrand;
  const signIn = (path: string, address: string, server: number) =>
    (service.clients[server] ?? service.clients[0]).send({
      method: 'GET',
      path,
      headers: { host: brand.host, 'x-forwarded-for': address, 'accept-language': 'de' },
    });
  const answers = await playUntil({ 429: 2 }, async () => {
    brand = await addBrand(service);
    const ofRound: HttpAnswer[] = [];
    for (let n = 0; n < 8; n += 1) {
      const path = n % 2 === 0 ? '/sign-in?return_to=/results' : '/sign-in/callback?state=x';
      ofRound.push(await signIn(path, '203.0.113.7', n % 2));
    }
    return ofRound;
  });
  expect(statusesOf(answers).slice(6)).toEqual([429, 429]);
  const [refused] = answers.slice(6);
  expect(refused?.text).toContain('zu viele Anmeldungen');
  expect(refused?.text).toContain('/sign-in?return_to=%2Fresults');
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await signIn('/sign-in', '203.0.113.8', 0)).status).toBe(302);
});
