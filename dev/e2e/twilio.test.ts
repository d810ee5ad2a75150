import { createSecretBox } from '@callside/auth';
import { signTwilio } from '@callside/dialler-adapters';
import type { Page } from 'playwright-core';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { signInAt } from './support/console-pages.ts';
import { type Deployment, deploy, sessionSecret } from './support/deployment.ts';

const authToken = 'the auth token of the account';

describeInBrowser('a call at Twilio', () => {
  let deployment: Deployment;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    deployment = await deploy();
    const secret = createSecretBox({ secrets: [sessionSecret] }).seal(authToken);
    await deployment.query(`INSERT INTO integrations (brand_id, platform, secret_sealed) VALUES ($1, 'twilio', $2)`, [
      deployment.brand.id,
      secret,
    ]);
    browser = await openBrowser();
    page = await browser.openPage();
  });

  afterAll(async () => {
    await browser.close();
    await deployment.close();
  });

  const sees = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor();

  async function callback(CallStatus: string) {
    const form = new URLSearchParams({
      CallSid: 'CA1234567890abcdef1234567890abcdef',
      From: '+14155552671',
      To: '+18005550100',
      Direction: 'inbound',
      CallStatus,
    });
    const address = `${deployment.url}/integrations/twilio?agent=${encodeURIComponent(deployment.rep.email)}`;
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'x-twilio-signature': signTwilio(authToken, address, form) },
      body: form,
    });
    return { status: response.status, body: await response.json() };
  }

  it('appears on the page of the rep with its status callback, and disappears at its end', async () => {
    await signInAt('/', page, deployment, 'tab');
    await sees('Live');
    await sees(/No call right now/);
    expect(await callback('ringing')).toEqual({ status: 200, body: { events: [] } });
    expect(await callback('in-progress')).toMatchObject({
      status: 200,
      body: { events: [{ event: 'call-started', agent_resolved: true, delivered_sockets: 1 }] },
    });
    await sees('+1 415 555 2671');
    expect(await callback('completed')).toMatchObject({
      body: { events: [{ event: 'call-ended', call_active: true }] },
    });
    await sees(/No call right now/);
  });
});
