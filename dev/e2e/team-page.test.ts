import type { Page } from 'playwright-core';
import { violations } from './support/accessibility.ts';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { signInAt } from './support/console-pages.ts';
import { type Deployment, deploy } from './support/deployment.ts';

describeInBrowser('a lead, and an auditor', () => {
  let deployment: Deployment;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    deployment = await deploy();
    await deployment.query(`UPDATE users SET name = 'Lee Lead', role = 'lead', team = 'North'`, []);
    await deployment.query(
      `INSERT INTO users (id, brand_id, email, name, team, status)
       VALUES (gen_random_uuid(), $1, 'mika@reps.example', 'Mika Lind', 'North', 'active'),
              (gen_random_uuid(), $1, 'sam@reps.example', 'Sam Reyes', 'South', 'active')`,
      [deployment.brand.id],
    );
    await deployment.query(
      `INSERT INTO customers (id, brand_id, name, phone_number) VALUES (gen_random_uuid(), $1, 'Ada Example', '+14155552671')`,
      [deployment.brand.id],
    );
    browser = await openBrowser();
    page = await browser.openPage();
  });
  afterAll(async () => {
    await browser.close();
    await deployment.close();
  });

  const sees = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor();
  const row = () => page.getByRole('table', { name: 'Team' }).getByRole('row', { name: /Mika Lind/ });
  const shows = (text: string | RegExp) => row().getByText(text, { exact: true }).waitFor();
  const call = (event: string, fields = {}) => deployment.post(event, { agent_email: 'mika@reps.example', ...fields });

  it('follows the calls of the team, and of no other', async () => {
    await signInAt('/team', page, deployment);
    await shows('No call');
    await sees('On a call: 0 of 1');
    expect(await page.getByText('Sam Reyes').count()).toBe(0);
    await call('call-started', { phone_number: '+14155552671' });
    await shows('On a call');
    await shows('Ada Example');
    await shows('No recording software');
    await call('hold-started');
    await shows('On hold');
    await call('recording-paused');
    await shows('Pause not confirmed');
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }
    await call('call-ended');
    await shows('No call');
    await call('call-started', { phone_number: '+14155552671' });
    await deployment.query(`UPDATE rep_state SET call_started_at = now() - interval '125 minutes 10 seconds'`, []);
    await shows('Silent for 125 minutes');
  });

  it('is told of which moment the page is when nothing answers', async () => {
    await page.route('**/acme/team', (route) => route.abort());
    await sees(/The last answer is of \d\d:\d\d:\d\d: what you see was so at that moment\./);
    await shows('On a call');
    await page.unroute('**/acme/team');
    await page.getByText(/The last answer is of/).waitFor({ state: 'detached' });
  });

  it('has the pages of a lead, and no others', async () => {
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    expect(await links.allTextContents()).toEqual(['Calls', 'Team', 'Results']);
    await page.getByRole('link', { name: 'Results' }).click();
    await sees('Only what belongs to calls of the team North.');
    await page.goto(`${deployment.url}/settings/people`);
    await sees(/Only owners of your organisation can open this page/);
  });

  it('begins, as an auditor, at the audit log, and has it and the evidence only', async () => {
    await deployment.query(`UPDATE users SET role = 'auditor', team = NULL WHERE role = 'lead'`, []);
    await page.goto(deployment.url);
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
    await page.getByRole('table').waitFor();
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    expect(await links.allTextContents()).toEqual(['Evidence', 'Audit log']);
    await page.getByRole('link', { name: 'Evidence' }).click();
    await page
      .getByRole('table', { name: 'Calls with a pause' })
      .getByRole('row', { name: /mika@reps/ })
      .waitFor();
    await page.goto(`${deployment.url}/team`);
    await sees('A page for other roles');
  });
});
