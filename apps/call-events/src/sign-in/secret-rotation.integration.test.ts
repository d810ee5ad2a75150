import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { createSecretBox } from '@callside/auth';
import { signTwilio } from '@callside/dialler-adapters';
import { inheritedEnvironment, type ServiceProcess, until } from '@callside/test-kit';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { refusal } from '../../test/support/socket-client.ts';

let deployment: Deployment;
let desk: RepAtWork;
const [oldSecret, newSecret] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  deployment = await deploy({ secret: oldSecret });
  desk = await newRepOf(deployment);
});
afterAll(() => deployment.close());

const startWith = (secrets: string): Promise<ServiceProcess> =>
  deployment.start({ settings: { SESSION_SECRET: secrets } });

test('instances with the old secret and with both serve the same tokens, until the old secret is removed', async () => {
  const [old, both] = await Promise.all([startWith(oldSecret), startWith(`${newSecret},${oldSecret}`)]);
  const tabs = [await desk.tab(old), await desk.tab(both)];
  await desk.on(both).send('call-started');
  for (const tab of tabs) expect((await tab.showsAfter(1)).call).not.toBeNull();
  const last = await startWith(newSecret);
  expect(await refusal('/rep', desk.tabAt(both))).toBeNull();
  expect(await refusal('/rep', desk.tabAt(last))).toBe('unauthorized');
  expect((await desk.on(last).send('call-ended')).status).toBe(200);
});

describe('SECRETS_KEY', () => {
  const authToken = 'the auth token of the account';
  const form = new URLSearchParams('CallSid=CA1&CallStatus=ringing');
  const statuses: number[] = [];
  let current: ServiceProcess;
  let isSending = false;

  /**
   * Requests whose signature is checked with the stored secret, one after another. A 503 is sent again once: on a busy machine,
   * the database can be late for an answer, which is unrelated to the secret.
   */
  async function keepSending(): Promise<void> {
    const target = '/integrations/twilio';
    const signature = signTwilio(authToken, `http://${desk.brand.host}${target}`, form);
    while (isSending) {
      const headers = { host: desk.brand.host, 'x-twilio-signature': signature };
      const send = () => current.client.send({ path: target, headers, body: form.toString() });
      const first = await send();
      statuses.push(first.status === 503 ? (await send()).status : first.status);
    }
  }

  /** Another instance takes over, and then the earlier one ends. */
  async function replaceBy(keys: string): Promise<void> {
    const earlier = current;
    current = await deployment.start({ settings: { SECRETS_KEY: keys } });
    const before = statuses.length;
    await until('it has answered', () => statuses.length > before + 20);
    await earlier.stop();
  }

  async function reencrypt(keys: string) {
    const callside = path.join(import.meta.dirname, '../../../../packages/operator-cli/bin/callside.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [callside, 'secrets', 'reencrypt', '--json'], {
      env: { ...inheritedEnvironment(), DATABASE_URL: deployment.databaseUrl, SECRETS_KEY: keys },
    });
    return JSON.parse(stdout);
  }

  const sealed = async () => {
    const rows = await deployment.query<{ secret_sealed: string }>('SELECT secret_sealed FROM integrations');
    return rows[0]?.secret_sealed ?? '';
  };

  test('is replaced while platforms send: no request fails, and the old key is not accepted at the end', async () => {
    const [old, next] = [randomUUID(), randomUUID()];
    await deployment.query(`INSERT INTO integrations (brand_id, platform, secret_sealed) VALUES ($1, 'twilio', $2)`, [
      desk.brand.id,
      createSecretBox({ secrets: [old] }).seal(authToken),
    ]);
    current = await deployment.start({ settings: { SECRETS_KEY: old } });
    isSending = true;
    const sending = keepSending();
    try {
      await replaceBy(`${old},${next}`);
      await replaceBy(`${next},${old}`);
      expect(await reencrypt(`${next},${old}`)).toMatchObject({ reencrypted: { integrations: 1 } });
      await replaceBy(next);
    } finally {
      isSending = false;
      await sending;
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(createSecretBox({ secrets: [old] }).open(await sealed())).toBeNull();
    expect(createSecretBox({ secrets: [next] }).open(await sealed())).toBe(authToken);
    await expect(reencrypt(old)).rejects.toMatchObject({ code: 78, stdout: expect.stringContaining('SECRETS_KEY') });
  });
});
