import { issueApiKey } from '@callside/auth';
import type { BrowserContext, Page } from 'playwright-core';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { type Deployment, deploy } from './support/deployment.ts';
import { type RunningExample, runExample } from './support/example.ts';

describeInBrowser('a page of another system with the desk in it', () => {
  let deployment: Deployment;
  let browser: TestBrowser;
  let context: BrowserContext;
  let page: Page;
  let crm: RunningExample;
  let crmUrl: string;
  let embedKey: string;

  beforeAll(async () => {
    deployment = await deploy();
    const { brand, prisma, url, rep } = deployment;
    ({ key: embedKey } = await issueApiKey(prisma, { brandId: brand.id, feature: 'embed', keyPrefix: 'cs' }));
    crm = runExample('crm-page', [
      ...['--url', url, '--brand', brand.slug, '--key', embedKey],
      ...['--rep', rep.email, '--port', '0'],
    ]);
    await crm.says('open http://');
    crmUrl = /http:\/\/localhost:\d+/.exec(crm.lines.join())?.[0] ?? '';
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    crm.interrupt();
    await crm.ended;
    await deployment.close();
  });
  beforeEach(async () => {
    context = await browser.openContext();
    page = await context.newPage();
    await deployment.query(`UPDATE users SET status = 'active'`, []);
    await deployment.post('call-ended');
  });
  afterEach(() => browser.closePages());

  /** The service reads the brands again at once when it meets an unknown host. */
  async function allow(...origins: string[]): Promise<void> {
    await deployment.query('UPDATE brands SET frame_origins = $1', [origins]);
    await fetch(deployment.url.replace('localhost', '127.0.0.1'));
  }
  /** Opens the page of the CRM, and waits until the desk in it is connected. */
  async function open(): Promise<void> {
    await page.goto(elsewhere());
    await desk().locator('[data-link="live"]').first().waitFor();
  }
  const desk = () => page.frameLocator('callside-desk iframe');
  const shows = (text: RegExp) => desk().getByText(text).filter({ visible: true }).first().waitFor();
  const elsewhere = () => crmUrl.replace('localhost', '127.0.0.1');

  it('shows the live call of the user of its own server, and receives messages about its start and end', async () => {
    await allow(elsewhere());
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${JSON.stringify(request.headers())}`));
    await open();
    await deployment.post('call-started', { phone_number: '+14155550134' });
    await shows(/555.?0134/);
    await page.getByText(/^Call [0-9a-f-]{36}\.$/).waitFor();
    await deployment.post('call-ended');
    await page.getByText('No call.').waitFor();
    // No address contains the key or a token, and the page does not contain the key.
    expect(sent.join('\n')).not.toContain(embedKey);
    expect(sent.filter((line) => /^\S*token=/.test(line))).toEqual([]);
    expect(await page.content()).not.toContain(embedKey);
  });

  it('goes on without a new frame when its label changes, or its address is set again', async () => {
    await allow(elsewhere());
    await open();
    const [frame] = page.mainFrame().childFrames();
    await frame?.evaluate('window.isFirst = true');
    await page.evaluate(`(() => {
      const desk = document.querySelector('callside-desk');
      desk.setAttribute('src', desk.getAttribute('src'));
      desk.setAttribute('label', 'Phone');
    })()`);
    await page.locator('callside-desk iframe[title="Phone"]').waitFor();
    expect(await frame?.evaluate('window.isFirst')).toBe(true);
  });

  it('keeps no token in any storage of the browser', async () => {
    await allow(elsewhere());
    await open();
    expect(page.mainFrame().childFrames()).not.toEqual([]);
    for (const one of page.frames()) {
      // A browser may forbid a cross-site frame to use its storage.
      const length = (store: string) => one.evaluate(`(() => { try { return ${store}.length } catch { return 0 } })()`);
      expect(await length('sessionStorage')).toBe(0);
      expect(await length('localStorage')).toBe(0);
    }
    expect(await context.cookies()).toEqual([]);
  });

  it('shows the call where the browser forbids a frame its storage and messages to other tabs', async () => {
    await allow(elsewhere());
    await page.addInitScript(`
      if (window !== window.parent) {
        const refuse = () => { throw new DOMException('The operation is insecure.', 'SecurityError'); };
        window.BroadcastChannel = class { constructor() { refuse(); } };
        for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse });
      }`);
    await open();
    await deployment.post('call-started', { phone_number: '+14155550135' });
    await shows(/555.?0135/);
  });

  it('gets a new token after the service has refused the one it has', async () => {
    await allow(elsewhere());
    await open();
    await deployment.query(`UPDATE users SET status = 'deactivated'`, []);
    await desk()
      .getByText(/could not sign you in/)
      .waitFor();
    await deployment.query(`UPDATE users SET status = 'active'`, []);
    await deployment.post('call-started', { phone_number: '+14155550199' });
    await shows(/555.?0199/);
  });

  it('shows nothing of one person after the page around it has signed another one in', async () => {
    await allow(elsewhere());
    await open();
    await deployment.post('call-started', { phone_number: '+14155550177' });
    await deployment.post('call-ended');
    const previous = desk().getByRole('region', { name: 'Notes on the previous call' });
    await previous.getByText('+1 415 555 0177').waitFor();
    await deployment.query(
      `INSERT INTO users (id, brand_id, email, name, status) VALUES (gen_random_uuid(), $1, 'mika@reps.example', 'Mika', 'active')`,
      [deployment.brand.id],
    );
    await page.route('**/callside-token', async (route) => {
      const response = await fetch(`${deployment.url}/${deployment.brand.slug}/embed-tokens`, {
        method: 'POST',
        headers: { 'X-API-Key': embedKey, 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: 'mika@reps.example' }),
      });
      await route.fulfill({ json: await response.json() });
    });
    // The refusal of the token makes the frame ask for another one.
    await deployment.query(`UPDATE users SET status = 'deactivated' WHERE email = $1`, [deployment.rep.email]);
    await previous.waitFor({ state: 'detached' });
    await desk().getByText('No events yet.').waitFor();
  });

  it('cannot show the desk if its origin is not allowed', async () => {
    await allow('https://crm.example');
    const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
    await page.goto(elsewhere());
    await refused;
    expect(await desk().getByRole('region').count()).toBe(0);
  });

  it('/embed outside a frame does not ask for a sign-in', async () => {
    await page.goto(`${deployment.url}/embed`);
    await page.getByText(/works only inside a page of another system/).waitFor();
  });
});
