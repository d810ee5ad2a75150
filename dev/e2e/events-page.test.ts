import { until } from '@callside/test-kit';
import type { Page } from 'playwright-core';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { openDesk, signInAt } from './support/console-pages.ts';
import { type Deployment, deploy } from './support/deployment.ts';

describeInBrowser('an owner with the events of diallers', () => {
  let deployment: Deployment;
  let browser: TestBrowser;

  beforeAll(async () => {
    deployment = await deploy({ settings: { TEST_CALLS: 'on' } });
    // Before the first request: the service keeps the settings of a brand for some seconds.
    await deployment.query(`UPDATE brands SET time_zone = 'Asia/Kolkata'`, []);
    await deployment.query(`UPDATE users SET role = 'owner' WHERE email = $1`, [deployment.rep.email]);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await deployment.close();
  });

  afterEach(async () => {
    await browser.closePages();
    await deployment.post('call-ended');
  });

  async function openAsOwner(path: string): Promise<Page> {
    const page = await browser.openPage();
    await signInAt(path, page, deployment);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }

  async function newDesk(): Promise<Page> {
    const page = await browser.openPage();
    await openDesk(page, deployment);
    return page;
  }

  const rowOf = (page: Page, text: string | RegExp) =>
    page.getByRole('table', { name: 'Events' }).getByRole('row').filter({ hasText: text }).first();
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

  it('sees a new event without a reload, and after how many milliseconds a tab painted it', async () => {
    const owner = await openAsOwner('/events');
    await newDesk();
    await deployment.post('call-started', { phone_number: '+14155550134', event_id: 'painted-1' });
    await rowOf(owner, '+14155550134').getByText('Applied').waitFor();
    await press(owner, /^Call started, event/);
    const panel = owner.getByRole('dialog');
    await panel.getByText(/^painted after \d+ ms in 1 tab$/).waitFor();
    await panel.getByText('curl -X POST').waitFor();
    expect(await panel.textContent()).toContain('$CALLSIDE_KEY');
    // The address of the page has the open event.
    await owner.reload();
    await owner.getByRole('dialog').getByText('painted-1').first().waitFor();
  });

  it('sees that the id of an event was used again', async () => {
    await deployment.post('call-started', { phone_number: '+14155550175' });
    await deployment.post('recording-paused', { event_id: 'pause', occurred_at: '2026-11-20T10:00:00Z' });
    await deployment.post('recording-paused', { event_id: 'pause', occurred_at: '2026-11-20T10:00:07Z' });
    const owner = await openAsOwner('/events');
    await rowOf(owner, 'Id used again').getByRole('button').click();
    await owner.getByRole('dialog').getByText('the later event was taken for a duplicate and not applied').waitFor();
  });

  it('finds an event by its number, and keeps the search in the address', async () => {
    await deployment.post('call-started', { phone_number: '+14155550171' });
    await deployment.post('call-started', { phone_number: '+14155550172' });
    const owner = await openAsOwner('/events');
    await rowOf(owner, '+14155550171').waitFor();
    await owner.getByLabel('Search', { exact: true }).fill('(415) 555-0172');
    await rowOf(owner, '+14155550171').waitFor({ state: 'detached' });
    await rowOf(owner, '+14155550172').waitFor();
    await owner.reload();
    await rowOf(owner, '+14155550172').waitFor();
    expect(await owner.getByLabel('Search', { exact: true }).inputValue()).toBe('(415) 555-0172');
  });

  it('finds events by a part of a number or of an address, with all filters in one line', async () => {
    await deployment.query(
      `INSERT INTO users (id, brand_id, email, name, role, status) VALUES (gen_random_uuid(), $1, 'sandy@typo.example', 'Sandy', 'rep', 'active')`,
      [deployment.brand.id],
    );
    await deployment.post('call-started', { phone_number: '+14155550176' });
    await deployment.post('recording-paused');
    await deployment.post('call-started', { phone_number: '+14155550177', agent_email: 'sandy@typo.example' });
    const owner = await openAsOwner('/events');
    await rowOf(owner, 'sandy@typo.example').waitFor();
    const tops = await owner
      .getByRole('search')
      .locator('input, select')
      .evaluateAll((inputs) => inputs.map((input) => Math.round(input.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(1);
    const search = owner.getByLabel('Search', { exact: true });
    await search.fill('0176');
    await rowOf(owner, 'sandy@typo.example').waitFor({ state: 'detached' });
    await rowOf(owner, 'Recording paused').getByText('+14155550176').waitFor();
    await search.fill('typo.ex');
    await rowOf(owner, 'sandy@typo.example').waitFor();
    await rowOf(owner, '+14155550176').waitFor({ state: 'detached' });
    await search.fill('000999000');
    await owner.getByText('No event matches. A part of a number is looked for').waitFor();
  });

  it('sees that requests with a wrong key were refused, and where they are listed', async () => {
    const address = `${deployment.url}/call-events/call-ended`;
    expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(401);
    await until('it is counted', async () => (await deployment.query('SELECT FROM refused_keys', [])).length > 0);
    const owner = await openAsOwner('/events');
    await owner.getByText(/with a wrong or absent key (was|were) refused/).waitFor();
    await owner.getByRole('link', { name: 'See the wrong keys' }).click();
    await owner.getByRole('table', { name: 'Refused for their key' }).waitFor();
  });

  it('lists the events of a range of time, which the address of the page keeps', async () => {
    await deployment.post('call-started', { phone_number: '+14155550173' });
    await deployment.post('call-started', { phone_number: '+14155550174' });
    // Half past nine in the morning in Kolkata.
    await deployment.query(`UPDATE call_events SET received_at = $1 WHERE phone_number = $2`, [
      '2026-03-04T04:00:00Z',
      '+14155550173',
    ]);
    const owner = await openAsOwner('/events');
    await rowOf(owner, '+14155550174').waitFor();
    await owner.getByLabel('Until').fill('2026-03-04T09:31');
    await rowOf(owner, '+14155550173').waitFor();
    await rowOf(owner, '+14155550174').waitFor({ state: 'detached' });
    await owner.getByLabel('From').fill('2026-03-04T09:31');
    await owner.getByText('This time must be after the first one.').waitFor();
    await owner.getByLabel('From').fill('2026-03-04T09:29');
    await owner.waitForURL(/from=2026-03-04T09%3A29&to=2026-03-04T09%3A31$/);
    const other = await openAsOwner(new URL(owner.url()).pathname + new URL(owner.url()).search);
    await rowOf(other, '+14155550173').waitFor();
    await other.getByLabel('Until').fill('');
    await rowOf(other, '+14155550174').waitFor();
    await other.getByLabel('From').fill('2026-03-04T09:31');
    await rowOf(other, '+14155550173').waitFor({ state: 'detached' });
  });

  it('corrects a refused request and sends it again, after a confirmation while the rep is on a call', async () => {
    const desk = await newDesk();
    const owner = await openAsOwner('/events');
    await deployment.post('call-started', { phone_number: '', event_id: 'refused-1' });
    await rowOf(owner, 'phone_number must not be empty').getByText('Refused (422)').waitFor();
    await deployment.post('call-started', { phone_number: '+14155550134' });
    await desk
      .getByText(/555\D?0134/)
      .first()
      .waitFor();

    const opened = rowOf(owner, 'Refused (422)').getByRole('button');
    await opened.press('Enter');
    const panel = owner.getByRole('dialog');
    await panel.getByText('phone_number must not be empty').first().waitFor();
    await owner.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await owner.locator('button:focus', { hasText: 'Call started' }).press('Enter');
    await press(owner, 'Send again');
    await panel.getByLabel('Body (JSON)').fill(JSON.stringify({ agent_email: deployment.rep.email }));
    await panel.getByRole('button', { name: 'Send', exact: true }).press('Enter');
    await panel.getByText('phone_number: Fill in this field.').waitFor();
    await owner.locator('button:focus', { hasText: 'Send' }).waitFor();
    await panel
      .getByLabel('Body (JSON)')
      .fill(JSON.stringify({ agent_email: deployment.rep.email, phone_number: '+14155550199' }));
    // A press beside the dialog, or Escape, does not discard what was written.
    await owner.mouse.click(5, 5);
    await owner.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    await panel.getByText('The event would end it and start another one.').waitFor();
    await owner.locator('button:focus', { hasText: 'Cancel' }).waitFor();
    await panel.getByRole('button', { name: 'Send and change the call' }).click();
    await panel.getByText(/^Sent, and applied/).waitFor();
    await desk
      .getByText(/555\D?0199/)
      .first()
      .waitFor();
    await panel.getByRole('button', { name: 'Back to the event' }).click();
    await panel.getByRole('button', { name: 'Close' }).click();
    await rowOf(owner, '+14155550199').getByText('Sent again').waitFor();
  });

  it('signs in again in the dialog of a refused request, and sends what was written there', async () => {
    const owner = await openAsOwner('/events');
    await deployment.post('call-started', { phone_number: '', event_id: 'refused-2' });
    await rowOf(owner, 'Refused (422)').first().getByRole('button').click();
    const panel = owner.getByRole('dialog');
    await panel.getByRole('button', { name: 'Send again' }).click();
    await panel
      .getByLabel('Body (JSON)')
      .fill(JSON.stringify({ agent_email: deployment.rep.email, phone_number: '+14155550198' }));
    await deployment.query('UPDATE sessions SET expires_at = clock_timestamp()');
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    await panel.getByText('Sign in again', { exact: true }).click();
    await panel.getByText('You are not signed in any more.').waitFor({ state: 'detached' });
    await panel.getByLabel('Sign-in token').fill(await deployment.token('api'));
    await panel.getByRole('button', { name: 'Sign in', exact: true }).click();
    await panel.getByText('Your session has ended').waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    await panel.getByText(/^Sent, /).waitFor();
  });

  it('keeps the reason on the page while the log cannot be read, and sees the log as soon as it can', async () => {
    await deployment.post('call-started', { phone_number: '+14155550141' });
    const owner = await browser.openPage();
    let refused = 0;
    const log = `${deployment.url}/acme/events?**`;
    await owner.route(log, async (route) => {
      refused += 1;
      await route.fulfill({ status: 503, json: { detail: 'The service is busy, retry later.' } });
    });
    await signInAt('/events', owner, deployment);
    const reason = owner.getByRole('alert');
    await reason.waitFor();
    const shown = await reason.elementHandle();
    const before = refused;
    await until('the log was asked for again', () => refused > before + 2);
    expect(await shown?.evaluate((element) => element.isConnected)).toBe(true);
    await owner.unroute(log);
    await rowOf(owner, '+14155550141').waitFor();
    expect(await reason.count()).toBe(0);
  });

  it('places a test call for a rep', async () => {
    const desk = await newDesk();
    const owner = await openAsOwner('/events');
    await owner.getByText('Test calls').click();
    const tops = await owner
      .locator('.events-test .field-input')
      .evaluateAll((fields) => fields.map((field) => Math.round(field.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(1);
    await press(owner, 'Start call');
    await desk
      .getByText(/555\D?2671/)
      .first()
      .waitFor();
    // Two clicks before the page is rendered again.
    const hold = owner.locator('button:enabled', { hasText: /^Hold$/ });
    await hold.evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await press(owner, 'Pause recording');
    await desk.locator('[data-paused="true"]').first().waitFor();
    await owner.locator('button:focus', { hasText: 'Pause recording' }).waitFor();
    await press(owner, 'End call');
    await rowOf(owner, 'Call ended').getByText('Test').waitFor();
    expect(await deployment.query(`SELECT id FROM call_events WHERE event = 'hold-started'`)).toHaveLength(1);
  });

  it('makes an address without a user an alias with one press, and its next call is on the rep’s screen', async () => {
    const desk = await newDesk();
    const owner = await openAsOwner('/settings/agents');
    await deployment.post('call-ended', { agent_email: 'robin@dialler.example' });
    await owner.getByRole('row').filter({ hasText: 'robin@dialler.example' }).waitFor();
    await press(owner, 'This is Robin');
    await owner.locator('.outcome:focus', { hasText: 'Its next event finds them.' }).waitFor();
    await deployment.post('call-started', { agent_email: 'robin@dialler.example', phone_number: '+14155550134' });
    await desk
      .getByText(/555\D?0134/)
      .first()
      .waitFor();
    await owner.getByText('Every address of the last 30 days found a user.').waitFor();
    await owner.getByRole('table', { name: 'Aliases' }).getByText('robin@dialler.example').waitFor();
    expect(await deployment.post('call-ended', { agent_email: 'robin@dialler.example' })).toMatchObject({
      body: { agent_resolved: true, call_active: true },
    });
    await press(owner, 'Remove robin@dialler.example');
    await owner.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await owner.getByText('No user has another name yet.').waitFor();
  });

  it('goes from an event without a rep to the page on which its address gets a user', async () => {
    await deployment.post('call-started', { agent_email: 'nobody@dialler.example', phone_number: '+14155550135' });
    const owner = await openAsOwner('/events');
    await rowOf(owner, 'nobody@dialler.example').getByRole('button').click();
    await owner.getByRole('dialog').getByRole('link', { name: 'Choose the user on the page Agents' }).click();
    await owner.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
    await owner.getByRole('row').filter({ hasText: 'nobody@dialler.example' }).waitFor();
  });
});
