import { until } from '@callside/test-kit';
import type { Page } from 'playwright-core';
import { io, type Socket } from 'socket.io-client';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { signInAt } from './support/console-pages.ts';
import { type Deployment, deploy } from './support/deployment.ts';

describeInBrowser('a rep on the rep page', () => {
  let deployment: Deployment;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    deployment = await deploy({ repStatus: 'invited' });
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await deployment.close();
  });

  beforeEach(async () => {
    page = await browser.openPage();
    await deployment.post('call-ended');
  });

  afterEach(() => browser.closePages());

  const sees = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor();

  async function signIn() {
    await signInAt('/', page, deployment, 'tab');
    await sees('Live');
  }

  it('sees why a token was refused', async () => {
    await signInAt('/', page, deployment, 'companion');
    await sees(/did not accept that token/);
  });

  it('is connected by a WebSocket, which the security policy of the page allows to its own host', async () => {
    const opened = page.waitForEvent('websocket');
    await signIn();
    const socket = await opened;
    expect(new URL(socket.url()).host).toBe(new URL(deployment.url).host);
    expect(socket.isClosed()).toBe(false);
  });

  it('signs in for the first time, sees the call as soon as it starts, and sees it end', async () => {
    await signIn();
    await sees(/No call right now/);
    const started = await deployment.post('call-started', { phone_number: '(415) 555-2671', customer_id: '0042' });
    expect(started.body).toMatchObject({ agent_resolved: true, delivered_sockets: 1 });
    await sees('+1 415 555 2671');
    await sees('0042');
    await deployment.post('hold-started');
    await sees('On hold');
    await deployment.post('call-ended');
    await sees(/No call right now/);
  });

  it('opens the page during a call and sees it, including the pause', async () => {
    await deployment.post('call-started', { phone_number: '+14155552671' });
    await deployment.post('recording-paused', { event_id: 'pause-1' });
    await signIn();
    await sees('+1 415 555 2671');
    await sees(/Pause requested/);
  });

  it('sees whether the companion has confirmed the pause', async () => {
    await signIn();
    await deployment.post('call-started', { phone_number: '+14155552671' });
    await deployment.post('recording-paused', { event_id: 'pause-2' });
    await sees('Recording state unknown');
    await sees(/Do not take card details/);
    const events = page.getByRole('list', { name: 'Recent events' });
    await events.getByText('Pause reported').first().waitFor();
    expect(await events.getByText('Recording paused').count()).toBe(0);
    const companion: Socket = io(`${deployment.url}/companion`, {
      auth: { token: await deployment.token('companion') },
    });
    companion.on('recording.state', ({ sequence }, acknowledge) => acknowledge({ applied: sequence }));
    await sees(/Confirmed at/);
    companion.close();
  });

  it('sees what the dialler reports where that records, and that the call is not recorded where nobody does', async () => {
    const letRecord = (by: string) => deployment.query('UPDATE brands SET recording_by = $1', [by]);
    const recording = page.getByRole('region', { name: 'Recording' });
    await signIn();
    await deployment.post('call-started', { phone_number: '+14155552671' });
    await recording.and(page.locator('[data-state=unknown]')).waitFor();
    try {
      await letRecord('dialler');
      await recording.and(page.locator('[data-state=dialler][data-paused=false]')).waitFor();
      await sees('Recording, as the dialler reports');
      await deployment.post('recording-paused', { event_id: 'pause-3' });
      await recording.and(page.locator('[data-state=dialler][data-paused=true]')).waitFor();
      await sees('Paused, as the dialler reports');
      await letRecord('nobody');
      await recording.waitFor({ state: 'detached' });
      await sees('Not recorded here');
      await sees('+1 415 555 2671');
      await until('the title says so too', async () => (await page.title()) === '☎ +1 415 555 2671 · Callside');
    } finally {
      await letRecord('companion');
    }
  });

  it('sees the call in a tab without a connection, as soon as another tab receives it', async () => {
    await signIn();
    const cut = await page.context().newPage();
    await cut.route('**/socket.io/**', (route) => route.abort());
    await cut.addInitScript(
      `window.WebSocket = class { constructor() { setTimeout(() => this.onerror(), 0); } close() {} }`,
    );
    await cut.goto(`${deployment.url}/#token=${await deployment.token('tab')}`);
    await cut.getByText('Callside cannot be reached yet').first().waitFor();
    await deployment.post('call-started', { phone_number: '+14155552671' });
    await cut.getByText('+1 415 555 2671').first().waitFor();
    await cut.getByText('Reconnecting').first().waitFor();
  });

  it('sees the current state of the call after the server has crashed and restarted', async () => {
    await signIn();
    await deployment.post('call-started', { phone_number: '+14155552671' });
    await sees('+1 415 555 2671');
    await deployment.crashAndRestart();
    await deployment.post('hold-started');
    await sees('On hold');
    await sees('Live');
  });
});
