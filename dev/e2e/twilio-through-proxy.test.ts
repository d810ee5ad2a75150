import { createHash, randomUUID, X509Certificate } from 'node:crypto';
import { createSecretBox } from '@callside/auth';
import { signTwilio } from '@callside/dialler-adapters';
import { describeWith, until } from '@callside/test-kit';
import type { Page } from 'playwright-core';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../apps/call-events/test/support/deployment.ts';
import { ProxyProcess } from '../../apps/call-events/test/support/proxy-process.ts';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';

const secret = randomUUID();
const authToken = 'the auth token of the account';

describeWith({ haproxy: 'haproxy', openssl: 'openssl' })('haproxy with TLS before two instances', () => {
  describeInBrowser('with a page of a rep', () => {
    let deployment: Deployment;
    let proxy: ProxyProcess;
    let desk: RepAtWork;
    let browser: TestBrowser;
    let page: Page;
    /** The address that Twilio, the browser and the companion use. */
    let address: string;
    let calls = 0;

    beforeAll(async () => {
      deployment = await deploy({ secret });
      desk = await newRepOf(deployment);
      const sealed = createSecretBox({ secrets: [secret] }).seal(authToken);
      await deployment.query(`INSERT INTO integrations (brand_id, platform, secret_sealed) VALUES ($1, 'twilio', $2)`, [
        desk.brand.id,
        sealed,
      ]);
      const [first, second] = await Promise.all([startInstance(), startInstance()]);
      proxy = await ProxyProcess.haproxy({ callEvents: [first.port, second.port] });
      address = `https://${desk.brand.host}:${proxy.port}`;
      browser = await openBrowser(switchesFor(desk.brand.host, proxy.ca));
      page = await browser.openPage();
      await page.goto(`${address}/#token=${await deployment.token(desk.rep, desk.brand, 'tab')}`);
      await page.getByRole('status', { name: 'Connection' }).getByText('Live').waitFor();
    });

    afterAll(async () => {
      await browser?.close();
      await proxy?.stop();
      await deployment?.close();
    });

    const startInstance = () =>
      deployment.start({ settings: { TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://callside.example' } });

    const sees = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor();

    const recording = (state: string, paused: boolean) =>
      page.locator(`section[aria-label="Recording"][data-state="${state}"][data-paused="${paused}"]`).waitFor();

    /** The status callback of a call, signed over `signed`: by default the public address with its port. */
    async function callback(call: { sid: string; from: string }, CallStatus: string, signed = address) {
      const form = new URLSearchParams({
        CallSid: call.sid,
        From: call.from,
        To: '+18005550100',
        Direction: 'inbound',
        CallStatus,
      });
      const target = `/integrations/twilio?agent=${encodeURIComponent(desk.rep.email)}`;
      const { status, json } = await proxy.client.send({
        path: target,
        headers: {
          host: new URL(address).host,
          'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
          'x-twilio-signature': signTwilio(authToken, `${signed}${target}`, form),
        },
        body: form.toString(),
      });
      return { status, json };
    }

    function newCall() {
      calls += 1;
      return {
        sid: `CA${randomUUID().replaceAll('-', '')}`,
        from: `+1415555${2000 + calls}`,
        shown: `415 555 ${2000 + calls}`,
      };
    }

    const tookCallback = (instance: 1 | 2) =>
      new RegExp(`POST /integrations/twilio 200 .* call_events/call-events-${instance} `).test(proxy.log);

    it('shows a call of Twilio on the page from its start to its end, whichever instance receives the form', async () => {
      await sees(/No call right now/);
      do {
        const call = newCall();
        expect(await callback(call, 'ringing')).toEqual({ status: 200, json: { events: [] } });
        expect(await callback(call, 'in-progress')).toMatchObject({
          status: 200,
          json: { events: [{ event: 'call-started', agent_resolved: true, call_active: true, duplicate: false }] },
        });
        await sees(new RegExp(call.shown));
        expect(await callback(call, 'completed')).toMatchObject({
          status: 200,
          json: { events: [{ event: 'call-ended', call_active: true, duplicate: false }] },
        });
        await sees(/No call right now/);
      } while (calls < 20 && !(tookCallback(1) && tookCallback(2)));
      expect([tookCallback(1), tookCallback(2)]).toEqual([true, true]);
    });

    it('refuses a form that was signed for another address, and the page shows no call', async () => {
      const call = newCall();
      for (const signed of [address.replace('https:', 'http:'), 'https://events.example']) {
        expect(await callback(call, 'in-progress', signed)).toMatchObject({ status: 401 });
      }
      // The next call takes the same path, so its arrival shows that no earlier message was pending.
      const next = newCall();
      await callback(next, 'in-progress');
      await sees(new RegExp(next.shown));
      expect(await page.getByText(call.shown).count()).toBe(0);
      await callback(next, 'completed');
      await sees(/No call right now/);
    });

    it('pauses and resumes the recording on the page and at the companion, and the next call begins without a pause', async () => {
      const companion = await desk.companion(proxy);
      const call = newCall();
      await callback(call, 'in-progress');
      await sees(new RegExp(call.shown));
      await recording('confirmed', false);
      expect((await desk.on(proxy).send('recording-paused')).status).toBe(200);
      await recording('confirmed', true);
      await until('the companion is paused', () => companion.recordingStates.at(-1)?.paused === true);
      expect((await desk.on(proxy).send('recording-resumed')).status).toBe(200);
      await recording('confirmed', false);
      await desk.on(proxy).send('recording-paused');
      await recording('confirmed', true);
      await callback(call, 'completed');
      await sees(/No call right now/);
      await until('the companion receives the end', () => companion.names.at(-1) === 'call.ended');
      expect(companion.recordingStates.at(-1)).toMatchObject({ paused: false });
      const next = newCall();
      await callback(next, 'in-progress');
      await sees(new RegExp(next.shown));
      await recording('confirmed', false);
      await callback(next, 'completed');
      await sees(/No call right now/);
      expect(companion.faults).toEqual([]);
    });
  });
});

/** The browser resolves the host to this machine, and accepts this certificate, but no other untrusted one. */
function switchesFor(host: string, certificate: string): string[] {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
  const digest = createHash('sha256').update(key).digest('base64');
  return [`--host-resolver-rules=MAP ${host} 127.0.0.1`, `--ignore-certificate-errors-spki-list=${digest}`];
}
