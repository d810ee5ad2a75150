import type { Page } from 'playwright-core';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { signInAt } from './support/console-pages.ts';
import { type Deployment, deploy } from './support/deployment.ts';

describeInBrowser('an owner on the API key page', () => {
  let deployment: Deployment;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    deployment = await deploy();
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await deployment.close();
  });

  beforeEach(async () => {
    await setRole('owner');
    page = await browser.openPage();
  });

  afterEach(() => browser.closePages());

  const setRole = (role: string) =>
    deployment.query('UPDATE users SET role = $1 WHERE email = $2', [role, deployment.rep.email]);
  const sees = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  const signIn = (audience: 'api' | 'tab' = 'api') => signInAt('/settings/api-keys', page, deployment, audience);

  /** Issues a key and returns the key that the page shows. */
  async function issue(name: string): Promise<string> {
    await page.getByRole('textbox', { name: 'Label' }).fill(name);
    await press('Issue key');
    await sees('Copy this key now');
    return (await page.locator('.issued-key .copyable-text').textContent()) ?? '';
  }

  async function statusOfEventWith(key: string): Promise<number> {
    const response = await fetch(`${deployment.url}/call-events/call-ended`, {
      method: 'POST',
      headers: { 'x-api-key': key },
      body: JSON.stringify({ agent_email: deployment.rep.email }),
    });
    return response.status;
  }

  it('sees why a token for another audience was refused, at every attempt', async () => {
    await signIn('tab');
    await sees(/did not accept that token/);
    await page.getByLabel('Sign-in token').fill(await deployment.token('companion'));
    const refused = page.waitForResponse(/sign-in/);
    await press('Sign in');
    expect((await refused).status()).toBe(401);
    await sees(/did not accept that token/);
  });

  it('issues a key that works at once and is never shown again', async () => {
    await signIn();
    const key = await issue('Main dialler');
    expect(key).toMatch(/^cs_live_[0-9a-f]{40}$/);
    expect(await statusOfEventWith(key)).toBe(200);
    await sees(`Send the start of a call to ${deployment.url}/call-events/call-started.`);
    const guide = page.waitForEvent('popup');
    await page.getByRole('link', { name: /^Guide: the six events/ }).click();
    const opened = await guide;
    await opened.getByRole('heading', { name: /six events/i, level: 1 }).waitFor();
    // As an owner who goes back: a page that is hidden does not ask again for what failed.
    await opened.close();
    await page.bringToFront();
    await press('I have it');
    await page.getByRole('row', { name: /Main dialler/ }).waitFor();
    expect(await page.content()).not.toContain(key);
    await page.reload();
    await page.getByRole('row', { name: /Main dialler/ }).waitFor();
    expect(await page.content()).not.toContain(key);
  });

  it('keeps each new key until the owner has it, and is asked before it is lost', async () => {
    await signIn();
    const first = await issue('First of two');
    await page.getByRole('textbox', { name: 'Label' }).fill('Second of two');
    await page.getByRole('textbox', { name: 'Addresses' }).fill('203.0.113.0/24, 127.0.0.1');
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') requests.push(request.postData() ?? '');
    });
    await page.evaluate(`{
      const button = document.querySelector('form[aria-label="New key"] button[type=submit]');
      button.click();
      button.click();
    }`);
    await page.locator('.issued-key').nth(1).waitFor();
    expect(requests).toHaveLength(1);
    expect(await page.locator('.issued-key').last().textContent()).toContain(first);
    await page
      .getByRole('row', { name: /Second of two/ })
      .getByText('Only from 203.0.113.0/24, 127.0.0.1')
      .waitFor();
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('alertdialog', { name: 'Leave without the new key?' }).waitFor();
    await press('Stay here');
    for (const left of [1, 0]) {
      await page.getByRole('button', { name: 'I have it' }).first().click();
      expect(await page.locator('.issued-key').count()).toBe(left);
      await page.locator('main:focus').waitFor();
    }
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  });

  it('copies the key', async () => {
    await signIn();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const key = await issue('Copied');
    await press('Copy Copied');
    await sees('Copied');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
  });

  it('replaces a key: both keys are valid during the overlap, and the new one is shown once', async () => {
    await signIn();
    const old = await issue('Replaced dialler');
    await press('I have it');
    await press('Replace Replaced dialler');
    const dialog = page.getByRole('dialog', { name: 'Replace Replaced dialler' });
    await dialog.getByRole('button', { name: /The old key ends/ }).click();
    await page.getByRole('option', { name: 'After 15 minutes' }).click();
    await press('Replace key');
    await sees(/The old key ends on/);
    const key = (await page.locator('.issued-key .copyable-text').textContent()) ?? '';
    expect(key).toMatch(/^cs_live_[0-9a-f]{40}$/);
    expect(key).not.toBe(old);
    expect(await statusOfEventWith(old)).toBe(200);
    expect(await statusOfEventWith(key)).toBe(200);
    const rows = page.getByRole('table', { name: 'API keys' }).getByRole('row', { name: /Replaced dialler/ });
    await rows.filter({ hasText: `cs_live_…${key.slice(-4)}` }).waitFor();
    await rows.filter({ hasText: `cs_live_…${old.slice(-4)}` }).waitFor();
  });

  it('revokes a key after cancelling once, and it is refused from then on', async () => {
    await signIn();
    const key = await issue('Old dialler');
    await press('I have it');
    await press('Revoke Old dialler');
    await page.getByRole('alertdialog', { name: 'Revoke Old dialler?' }).waitFor();
    await press('Cancel');
    expect(await statusOfEventWith(key)).toBe(200);
    await press('Revoke Old dialler');
    await press('Revoke key');
    await sees('Old dialler is revoked.');
    expect(await statusOfEventWith(key)).toBe(401);
    await page.getByText(/Revoked and expired \(\d+\)/).click();
    await page.getByRole('row', { name: /Old dialler .* Revoked / }).waitFor();
  });

  it('asks before a sign-out that would lose a new key', async () => {
    await signIn();
    await issue('Shown once');
    const question = page.getByRole('alertdialog', { name: 'Leave without the new key?' });
    await press('Sign out');
    await question.waitFor();
    await press('Stay here');
    await question.waitFor({ state: 'detached' });
    await sees('Copy this key now');
    await press('Sign out');
    await press('Leave');
    await page.getByLabel('Sign-in token').waitFor();
  });

  it('asks for a label before it issues a key', async () => {
    await signIn();
    await press('Issue key');
    await page.locator('.field-error').filter({ hasText: /\S/ }).waitFor();
    await page.getByText('Copy this key now').waitFor({ state: 'detached' });
  });

  it('stays signed in across a reload, by a cookie that no script can read, until sign-out', async () => {
    await signIn();
    await sees('Keys in use');
    expect(await page.evaluate('document.cookie + JSON.stringify({ ...sessionStorage, ...localStorage })')).toBe('{}');
    await page.reload();
    await sees('Keys in use');
    await page.route('**/sign-out', (route) => route.abort());
    await press('Sign out');
    await sees(/You are still signed in. Callside cannot be reached right now./);
    await page.unroute('**/sign-out');
    await press('Sign out');
    await page.getByLabel('Sign-in token').waitFor();
    await page.reload();
    await page.getByLabel('Sign-in token').waitFor();
  });

  it('a rep sees that the page is for owners only', async () => {
    await setRole('rep');
    await signIn();
    await sees(/Only owners of your organisation/);
  });
});
