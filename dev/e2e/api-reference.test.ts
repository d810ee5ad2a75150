import type { Page } from 'playwright-core';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { type Deployment, deploy } from './support/deployment.ts';
import { deployRecommender, type RecommenderDeployment } from './support/recommender.ts';

describeInBrowser('the API reference at /docs', () => {
  let deployment: Deployment;
  let recommender: RecommenderDeployment;
  let browser: TestBrowser;
  let page: Page;
  let requests: string[];
  let errors: string[];

  beforeAll(async () => {
    deployment = await deploy({ settings: { PUBLIC_URL: 'https://another-brand.example' } });
    recommender = await deployRecommender(deployment);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await recommender.close();
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

  afterEach(() => browser.closePages());

  it.each([
    ['call-events', () => deployment.url, ['/call-events/call-started', '/call-events/recording-resumed']],
    ['the recommender', () => recommender.url, ['/recommend', '/purchase']],
  ])(
    'the API reference of %s lists its operations, without errors and without a request to another origin',
    async (_, url, paths) => {
      await page.goto(`${url()}/docs`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const path of paths) await page.getByRole('listitem').filter({ hasText: path }).first().waitFor();
      // The base address of the examples, such as those for curl.
      await page.getByText(url(), { exact: true }).first().waitFor();
      expect(await page.title()).toBe('API reference');
      expect(await page.locator('html').getAttribute('lang')).toBe('en');
      expect(new Set(requests)).toEqual(new Set([url()]));
      expect(errors).toEqual([]);
    },
  );

  it('sends a request that a reader tries to the host of the page, whatever PUBLIC_URL is, and shows the answer', async () => {
    await page.goto(`${deployment.url}/docs`);
    await page
      .getByRole('button', { name: /^Test Request/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Send/ }).first().click();
    await dialog.getByText('401').first().waitFor();
    expect(new Set(requests)).toEqual(new Set([deployment.url]));
  });
});
