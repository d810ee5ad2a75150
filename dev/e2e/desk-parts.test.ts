import type { Page } from 'playwright-core';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { openDesk } from './support/console-pages.ts';
import { type Deployment, deploy } from './support/deployment.ts';

describeInBrowser('a rep whose page cannot load a part', () => {
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

  beforeEach(() => deployment.post('call-ended'));
  afterEach(() => browser.closePages());

  const besideCall = '**/assets/beside-call-*.js';

  const callIn = (page: Page) => page.getByRole('region', { name: 'Current call' }).getByText('+1 415 555 0120');

  it('sees the call, and the part as soon as the page is connected again', async () => {
    const page = await browser.openPage();
    await page.route(besideCall, (route) => route.abort());
    await openDesk(page, deployment);
    await deployment.post('call-started', { phone_number: '+14155550120' });
    await callIn(page).waitFor();
    await page.getByText('This part of the page could not be loaded.').first().waitFor();
    await page.unroute(besideCall);
    await page.context().setOffline(true);
    await page.getByText('It is loaded when the page is connected again.').first().waitFor();
    expect(await callIn(page).count()).toBe(1);
    await page.context().setOffline(false);
    await page.getByRole('region', { name: 'Notes', exact: true }).waitFor();
  });

  it('sees the page in English if the texts of their language are missing', async () => {
    const page = await browser.openPage({ locale: 'de-DE' });
    await page.route('**/assets/de-*.js', (route) => route.abort());
    await openDesk(page, deployment);
  });

  it('sees the call, and that a new version is there, if an upgrade has removed the code of a part', async () => {
    const page = await browser.openPage();
    await page.route(besideCall, async (route) => {
      // The document of the new version.
      await page.route(`${deployment.url}/`, (document) =>
        document.fulfill({
          contentType: 'text/html',
          body: '<script type="module" src="/assets/index-new.js"></script>',
        }),
      );
      await route.fulfill({ status: 404, json: { detail: 'not found' } });
    });
    await openDesk(page, deployment);
    await deployment.post('call-started', { phone_number: '+14155550120' });
    await callIn(page).waitFor();
    await page.getByText('Callside has a new version.').first().waitFor();
    expect(await page.getByRole('button', { name: 'Reload the page' }).count()).toBeGreaterThan(0);
  });
});
