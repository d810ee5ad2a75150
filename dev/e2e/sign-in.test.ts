import { createSessionTokens } from '@callside/auth';
import { type DemoIdentityProvider, until } from '@callside/test-kit';
import type { Page, Request, Route } from 'playwright-core';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { type Deployment, deploy, sessionSecret } from './support/deployment.ts';
import { people, pick, startPeoplesProvider } from './support/identity-provider.ts';

const settingsPage = (name: string) => `settings/${name}`;

describeInBrowser("sign-in at the organisation's identity provider", () => {
  let provider: DemoIdentityProvider;
  let deployment: Deployment;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    provider = await startPeoplesProvider();
    deployment = await deploy({ repStatus: 'invited', settings: provider.settings });
    await deployment.query(
      `INSERT INTO users (id, brand_id, email, name, role, status) VALUES (gen_random_uuid(), $1, $2, 'Olive', 'owner', 'active')`,
      [deployment.brand.id, people.owner.email],
    );
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await deployment.close();
    await provider.stop();
  });

  beforeEach(async () => {
    page = await browser.openPage();
    await deployment.post('call-ended');
  });

  afterEach(() => browser.closePages());

  const sees = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor();
  const isLive = () => page.locator('.desk[data-link="live"]').waitFor();
  const isNotLive = () => page.locator('.desk:not([data-link="live"])').waitFor();

  async function tokenOf({ ttlSeconds }: { ttlSeconds: number }): Promise<string> {
    const [user] = await deployment.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [people.rep.email]);
    const tokens = createSessionTokens({ secrets: [sessionSecret] });
    const claims = { userId: user?.id ?? '', brandId: deployment.brand.id, audience: 'tab', ttlSeconds } as const;
    return tokens.issue({ ...claims, now: new Date() }).token;
  }

  async function signIn(person: (typeof people)[keyof typeof people]) {
    await page.goto(deployment.url);
    await page.getByRole('link', { name: /organisation’s account/ }).click();
    await pick(page, person);
  }

  it('makes an invited rep active, and shows their calls', async () => {
    await signIn(people.rep);
    await isLive();
    expect(new URL(page.url()).pathname).toBe('/');
    const users = await deployment.query('SELECT status FROM users WHERE email = $1', [people.rep.email]);
    expect(users).toEqual([{ status: 'active' }]);
    const started = await deployment.post('call-started', { phone_number: '+14155552671' });
    expect(started.body).toMatchObject({ delivered_sockets: 1 });
    await sees('+1 415 555 2671');
    expect(await page.evaluate('document.cookie + JSON.stringify({ ...sessionStorage })')).toBe('{}');
  });

  it('keeps the call on the page when the session expires, and continues after a new sign-in on the same page', async () => {
    await signIn(people.rep);
    await isLive();
    await deployment.post('call-started', { phone_number: '+14155552671' });
    await sees('+1 415 555 2671');
    await page.evaluate('window.isSamePage = true');

    await deployment.query('UPDATE sessions SET expires_at = clock_timestamp()');
    await sees('Your session has ended. What you see is no longer updated.');
    await isNotLive();
    await sees('+1 415 555 2671');
    await deployment.post('hold-started');

    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Sign in again' }).click();
    const popup = await opened;
    const closed = popup.waitForEvent('close');
    await pick(popup, people.rep);
    await closed;
    await isLive();
    await sees('On hold');
    await sees('+1 415 555 2671');
    expect(await page.getByText('Your session has ended').count()).toBe(0);
    expect(await page.evaluate('window.isSamePage')).toBe(true);
    await deployment.post('call-ended');
    await sees(/No call right now/);
  });

  it('a sign-out saves the note that is being typed, and ends the session in all tabs of the browser', async () => {
    const reads = new Set<Request>();
    page.context().on('request', (request) => reads.add(request));
    page.context().on('requestfinished', (request) => reads.delete(request));
    page.context().on('requestfailed', (request) => reads.delete(request));
    await signIn(people.rep);
    await isLive();
    const other = await page.context().newPage();
    await other.goto(deployment.url);
    await other.locator('.desk[data-link="live"]').waitFor();
    await deployment.post('call-started', { phone_number: '+14155552699' });
    await other.getByText('+1 415 555 2699').first().waitFor();
    for (const tab of [page, other]) await tab.getByText('No earlier calls.').waitFor();
    const ofTheBrand = () => [...reads].filter((request) => request.url().includes('/acme/'));
    await until('nothing is being read', () => ofTheBrand().length === 0);
    const refused: string[] = [];
    page.context().on('response', (response) => {
      if (response.status() === 401) refused.push(response.url());
    });
    const signedOut = page.waitForResponse(/sign-out/);
    const notes = page.getByRole('region', { name: 'Notes', exact: true });
    await notes.getByLabel('Note').fill('Call back on Friday');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: /organisation’s account/ }).waitFor();
    expect(await page.getByText('+1 415 555 2699').count()).toBe(0);
    await other.getByText('Your session has ended').waitFor();
    await other.locator('.desk:not([data-link="live"])').waitFor();
    await other.getByText('+1 415 555 2699').first().waitFor();
    // The page does not wait for the answer before it shows the link.
    expect((await signedOut).status()).toBe(204);
    // The service has ended the session, and no page has sent a request since.
    const [session] = await deployment.query(
      'SELECT ended_at IS NOT NULL AS ended FROM sessions ORDER BY created_at DESC LIMIT 1',
    );
    expect({ session, refused }).toEqual({ session: { ended: true }, refused: [] });
    expect(await deployment.query('SELECT note FROM call_notes')).toEqual([{ note: 'Call back on Friday' }]);
    await page.reload();
    await page.getByRole('link', { name: /organisation’s account/ }).waitFor();
  });

  it('a sign-out keeps the call on the page until the service has ended the session, and after a failure', async () => {
    await signIn(people.rep);
    await isLive();
    await deployment.post('call-started', { phone_number: '+14155552671' });
    await sees('+1 415 555 2671');
    const desk = await page.locator('.desk').elementHandle();
    let fail = () => {};
    const isTime = new Promise<void>((resolve) => {
      fail = resolve;
    });
    await page.route('**/acme/sign-out', async (route) => {
      await isTime;
      await route.abort();
    });
    await page.getByRole('button', { name: 'Sign out' }).press('Enter');
    await page.locator('button:focus', { hasText: 'Signing out…' }).waitFor();
    await sees('+1 415 555 2671');
    fail();
    await sees('You are still signed in. Callside cannot be reached right now.');
    await page.locator('button:focus', { hasText: 'Sign out' }).waitFor();
    await deployment.post('hold-started');
    await sees('On hold');
    expect(await desk?.evaluate((element) => element.isConnected)).toBe(true);
  });

  it('shows an unknown person whom to ask for access', async () => {
    const answered = page.waitForResponse(/sign-in\/callback/);
    await signIn(people.stranger);
    expect((await answered).status()).toBe(403);
    await page.getByRole('heading', { name: 'You do not have access yet' }).waitFor();
    await sees(`Ask an owner of Acme, or the person who runs Callside for Acme, to invite ${people.stranger.email}.`);
    await page.getByRole('link', { name: 'Sign in with another account' }).click();
    await pick(page, people.rep);
    await isLive();
  });

  it('an owner who opens a page goes to the provider and comes back to that page', async () => {
    await page.goto(`${deployment.url}/settings/api-keys`);
    await pick(page, people.owner);
    await page.getByRole('button', { name: 'Issue key' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/settings/api-keys');
  });

  it('the server refuses the pages of owners and their data to a rep', async () => {
    await signIn(people.rep);
    await isLive();
    expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0);
    const pages = ['events', 'results', 'recommender', ...['api-keys', 'people', 'agents', 'brand'].map(settingsPage)];
    for (const path of pages) {
      const answer = await page.goto(`${deployment.url}/${path}`);
      expect({ path, status: answer?.status() }).toEqual({ path, status: 403 });
      await sees(path === 'results' ? /Your role does not open this page/ : /Only owners of your organisation/);
    }
    const read = await page.request.get(`${deployment.url}/acme/settings/api-keys`);
    expect(read.status()).toBe(403);
  });

  it.each([
    { what: 'has expired', ttlSeconds: -60, cut: 0 },
    { what: 'was mistyped', ttlSeconds: 600, cut: 3 },
  ])('a tab whose token $what says so, and signs in at the provider', async ({ ttlSeconds, cut }) => {
    const token = await tokenOf({ ttlSeconds });
    await page.goto(`${deployment.url}/#token=${token.slice(0, token.length - cut)}`);
    await sees('The service did not accept the token in your link.');
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).toBe('{}');
    await page.getByRole('link', { name: /organisation’s account/ }).click();
    await pick(page, people.rep);
    await isLive();
  });

  it('a token that cannot be checked for now is kept, and one that expires during a call is replaced by a session', async () => {
    const unavailable = (route: Route) => route.fulfill({ status: 503 });
    await page.route('**/acme/desk/me', unavailable);
    await page.goto(`${deployment.url}/#token=${await tokenOf({ ttlSeconds: 600 })}`);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute('**/acme/desk/me', unavailable);
    await page.getByRole('button', { name: 'Try again' }).click();
    await isLive();

    // Without a press the page continues by itself.
    await page.route('**/console/brand', unavailable);
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute('**/console/brand', unavailable);
    await isLive();

    await page.goto(`${deployment.url}/#token=${await tokenOf({ ttlSeconds: 20 })}`);
    await isLive();
    await deployment.post('call-started', { phone_number: '+14155552671' });
    await sees('+1 415 555 2671');
    await sees('Your session has ended');
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await pick(await opened, people.rep);
    await page.getByText('Your session has ended').waitFor({ state: 'detached' });
    await sees('+1 415 555 2671');
    await isLive();
  });

  it('an owner begins with the results, and can open the desk', async () => {
    await signIn(people.owner);
    await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/results');
    await page.getByRole('link', { name: 'Calls', exact: true }).click();
    await isLive();
    await page.reload();
    await isLive();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('other tabs follow a sign-in at the provider at once, also one of another person', async () => {
    await page.goto(deployment.url);
    await page.getByRole('link', { name: /organisation’s account/ }).waitFor();
    const other = await page.context().newPage();
    await other.goto(deployment.url);
    await other.getByRole('link', { name: /organisation’s account/ }).click();
    await pick(other, people.rep);
    await isLive();
    await other.goto(`${deployment.url}/sign-in?return_to=/settings/api-keys`);
    await pick(other, people.owner);
    await other.getByRole('button', { name: 'Issue key' }).waitFor();
    // Only owners have it.
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });

  it('the page continues when another tab signs in again', async () => {
    await signIn(people.rep);
    await isLive();
    await deployment.query('UPDATE sessions SET ended_at = clock_timestamp() WHERE ended_at IS NULL');
    await sees('Your session has ended');
    const other = await page.context().newPage();
    await other.goto(`${deployment.url}/sign-in?return_to=/signed-in`);
    await pick(other, people.rep);
    await other.getByRole('heading', { name: 'You are signed in' }).waitFor();
    await isLive();
  });
});

describeInBrowser('sign-in with tokens, without a provider', () => {
  let deployment: Deployment;
  let browser: TestBrowser;

  beforeAll(async () => {
    deployment = await deploy();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await deployment.close();
  });

  it('the page keeps the call when the session expires, and continues with a new token', async () => {
    const page = await browser.openPage();
    const isLive = () => page.locator('.desk[data-link="live"]').waitFor();
    const enter = async (token: string) => {
      await page.getByLabel('Sign-in token').fill(token);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await page.goto(deployment.url);
    await enter(await deployment.token('api'));
    await isLive();
    await deployment.post('call-started', { phone_number: '+14155552671' });
    await page.getByText('+1 415 555 2671').first().waitFor();

    await deployment.query('UPDATE sessions SET expires_at = clock_timestamp()');
    await page.getByText('Your session has ended').waitFor();
    await page.getByText('Sign in again', { exact: true }).click();
    await enter(await deployment.token('companion'));
    await page.getByText(/did not accept that token/).waitFor();
    expect(await page.getByText('+1 415 555 2671').first().isVisible()).toBe(true);
    await enter(await deployment.token('tab'));
    await isLive();
    await deployment.post('hold-started');
    await page.getByText('On hold').first().waitFor();
    expect(await page.getByText('Your session has ended').count()).toBe(0);
  });
});
