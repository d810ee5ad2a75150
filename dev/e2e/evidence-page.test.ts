import { readFile } from 'node:fs/promises';
import { findBrokenEntry } from '@callside/auth';
import { violations } from './support/accessibility.ts';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { signInAt } from './support/console-pages.ts';
import { type Deployment, deploy } from './support/deployment.ts';
import { screenshot } from './support/screenshot.ts';

describeInBrowser('an owner with the evidence of a call', () => {
  let deployment: Deployment;
  let browser: TestBrowser;

  beforeAll(async () => {
    deployment = await deploy();
    await deployment.query(`UPDATE users SET role = 'owner' WHERE email = $1`, [deployment.rep.email]);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await deployment.close();
  });

  it('opens it from an event of the call, reads what is missing, and downloads it for verification', async () => {
    await deployment.post('call-started', { phone_number: '+14155550134' });
    await deployment.post('recording-paused');
    await deployment.post('call-ended');
    const page = await browser.openPage();
    await signInAt('/events', page, deployment);
    await page
      .getByRole('button', { name: /^Recording paused, event/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Evidence of the call’s pauses' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pause evidence' }).waitFor();
    const rows = page.getByRole('table', { name: 'Entries' }).getByRole('row');
    await rows.nth(3).waitFor();
    expect(await rows.count()).toBe(4);
    await page.getByText('the call ended and the pause at position 2 had not been resumed').waitFor();
    expect(await violations(page)).toEqual([]);
    await screenshot(page, 'evidence');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download for verification' }).click();
    const file = await (await downloading).path();
    const evidence = JSON.parse(await readFile(file, 'utf8'));
    expect(findBrokenEntry(evidence)).toBeNull();

    await page.getByRole('link', { name: 'Evidence', exact: true }).click();
    const calls = page.getByRole('table', { name: 'Calls with a pause' });
    await calls.getByRole('row').nth(1).waitFor();
    expect(await violations(page)).toEqual([]);
    await screenshot(page, 'evidence-calls');
    await calls.getByRole('link').first().click();
    await rows.nth(3).waitFor();

    await page.setViewportSize({ width: 360, height: 900 });
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
    // There the names of the columns are before the values.
    const cells = rows.nth(1).getByRole('cell');
    const names = await cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('data-column')));
    expect(names).toEqual(['Position', 'Time', 'Entry', 'Sequence', 'Recording software', 'Digest']);
    await screenshot(page, 'evidence-narrow');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  });
});
