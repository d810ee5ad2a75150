import type { Page } from 'playwright-core';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { type Deployment, deploy } from './support/deployment.ts';

describeInBrowser('the documentation at /docs/guide', () => {
  let deployment: Deployment;
  let browser: TestBrowser;
  let page: Page;
  let requests: string[];
  let errors: string[];

  beforeAll(async () => {
    deployment = await deploy();
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await deployment.close();
  });

  beforeEach(async () => {
    page = await browser.openPage();
    requests = [];
    errors = [];
    page.on('request', (request) => requests.push(new URL(request.url()).origin));
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) errors.push(message.text());
    });
  });

  afterEach(async () => {
    await browser.closePages();
    // Violations of the security policy of the pages are reported as console errors.
    expect(errors).toEqual([]);
    expect(new Set(requests)).toEqual(new Set([deployment.url]));
  });

  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

  it('opens at its overview, and a link opens a page with coloured code', async () => {
    await page.goto(`${deployment.url}/docs/guide`);
    await heading('Callside');
    await page.getByRole('main').getByRole('link', { name: 'The six events' }).click();
    await heading('The six events');
    const colours = await page
      .locator('.language-python code span[style]')
      .evaluateAll((spans) => spans.map((span) => getComputedStyle(span).color));
    expect(new Set(colours).size).toBeGreaterThan(2);
  });

  it('is not wider than the window on a page with long lines of code', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    for (const name of ['sign-in', 'offers-on-calls']) {
      await page.goto(`${deployment.url}/docs/guide/${name}.html`);
      await page.locator('.vp-doc pre').first().waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    }
  });

  it('finds a page by its words', async () => {
    await page.goto(`${deployment.url}/docs/guide/`);
    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click();
    await page.getByRole('searchbox').fill('recording-resumed curl');
    await page.getByRole('option').filter({ hasText: 'The six events' }).first().click();
    await heading('The six events');
  });

  it('has a link to the API reference of the service', async () => {
    await page.goto(`${deployment.url}/docs/guide/api-reference.html`);
    await page.getByRole('main').getByRole('link', { name: '/docs', exact: true }).click();
    await page.waitForURL(`${deployment.url}/docs`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
});
