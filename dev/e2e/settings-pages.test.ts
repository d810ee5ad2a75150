import { until } from '@callside/test-kit';
import type { Page } from 'playwright-core';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { signInAt } from './support/console-pages.ts';
import { type Deployment, deploy } from './support/deployment.ts';
import { screenshot } from './support/screenshot.ts';

describeInBrowser('an owner in the settings', () => {
  let deployment: Deployment;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    deployment = await deploy();
    await deployment.query(`UPDATE users SET role = 'owner'`, []);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await deployment.close();
  });
  beforeEach(async () => {
    page = await browser.openPage();
  });
  afterEach(() => browser.closePages());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const sees = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor();
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });

  const open = (path: string) => signInAt(path, page, deployment);

  it('sees on the page Events what a new organisation needs first', async () => {
    await open('/events');
    await sees('Nothing has arrived yet. A dialler needs an API key to report calls.');
    await page.getByLabel('Search', { exact: true }).fill('nothing');
    await sees('No event matches.');
    await page.getByLabel('Search', { exact: true }).fill('');
    await page.getByRole('link', { name: 'Issue a key' }).click();
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Results' }).click();
    const screenTime = page.locator('.total', { hasText: 'Time to screen' });
    expect(await screenTime.textContent()).not.toContain('within');
  });

  it('sees below the keys which requests were refused for their key', async () => {
    const address = `${deployment.url}/call-events/call-ended`;
    for (const key of [undefined, `cs_live_${'0'.repeat(36)}ab12`]) {
      const headers = key === undefined ? undefined : { 'X-API-Key': key };
      expect((await fetch(address, { method: 'POST', body: '{}', ...(headers && { headers }) })).status).toBe(401);
    }
    await until('both are counted', async () => (await deployment.query('SELECT FROM refused_keys', [])).length >= 2);
    await open('/settings/api-keys');
    const refused = page.getByRole('table', { name: 'Refused for their key' });
    const row = (name: RegExp) => refused.getByRole('row', { name }).first().waitFor();
    await row(/No key.*The key is missing.*Call events/);
    await row(/cs_live_…ab12.*The key is not known.*Call events/);
  });

  it('invites a person, makes them an owner, deactivates and activates them', async () => {
    await open('/settings/people');
    await field('E-mail').fill('Alex@reps.example');
    await field('Name').fill('Alex');
    await press('Invite');
    await sees(/Alex is invited. Callside sends no e-mail: tell them to sign in at http/);
    const row = page.getByRole('table', { name: 'People' }).getByRole('row', { name: /Alex/ });
    await row.getByText('Invited').waitFor();
    await press('Change role or team: Alex');
    await page.getByRole('dialog').getByRole('button', { name: /Role/ }).click();
    await page.getByRole('option', { name: 'Owner' }).click();
    await press('Save');
    await row.getByText('Owner', { exact: true }).waitFor();
    await press('Deactivate Alex');
    await page.getByRole('alertdialog', { name: 'Deactivate Alex?' }).waitFor();
    await press('Deactivate');
    await row.getByText('Deactivated').waitFor();
    await press('Activate again: Alex');
    await row.getByText('Active', { exact: true }).waitFor();
  });

  it('finds a person among many, who are listed by name with numbers by their value', async () => {
    await deployment.query(
      `INSERT INTO users (id, brand_id, email, name, role)
       SELECT gen_random_uuid(), $1, 'seat' || seat || '@reps.example', 'Seat ' || seat, 'rep' FROM generate_series(1, 12) AS seat
       ON CONFLICT DO NOTHING`,
      [deployment.brand.id],
    );
    await open('/settings/people');
    const seats = page.getByRole('cell', { name: /^Seat \d+$/ });
    await seats.first().waitFor();
    const inOrder = Array.from({ length: 12 }, (_, index) => `Seat ${index + 1}`);
    expect(await seats.allTextContents()).toEqual(inOrder);
    await press('Name');
    expect(await seats.allTextContents()).toEqual(inOrder);
    await press('Name');
    expect(await seats.allTextContents()).toEqual(inOrder.toReversed());
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill('SEAT11@');
    await page.getByRole('status').getByText('1 person').waitFor();
    expect(await seats.allTextContents()).toEqual(['Seat 11']);
    await search.fill('nobody of this name');
    await sees('Nobody has this in their name or address.');
  });

  it('sees that the address of a new person is an alias of somebody else', async () => {
    await deployment.query(
      `INSERT INTO agent_aliases (brand_id, alias, user_id) SELECT brand_id, 'front@reps.example', id FROM users WHERE email = $1
       ON CONFLICT DO NOTHING`,
      [deployment.rep.email],
    );
    await open('/settings/people');
    await field('E-mail').fill('front@reps.example');
    await field('Name').fill('Frankie');
    await press('Invite');
    await sees(
      /front@reps\.example is an alias of Robin: from the first sign-in of Frankie, its calls are those of Frankie\./,
    );
    await deployment.query('DELETE FROM agent_aliases', []);
  });

  it('sees one message when the session ends in the middle of a form, and goes on with what was typed', async () => {
    await open('/settings/people');
    await page.getByRole('table', { name: 'People' }).waitFor();
    await field('E-mail').fill('late@reps.example');
    await field('Name').fill('Late');
    await page.context().clearCookies();
    await press('Invite');
    const ended = page.getByRole('region', { name: 'Session ended' });
    await ended.and(page.locator(':focus')).waitFor();
    const messages = page.getByRole('alert').filter({ hasText: /./ });
    expect(await messages.allTextContents()).toEqual(['Your session has ended. What you see is no longer updated.']);
    await press('Invite');
    await page.waitForLoadState('networkidle');
    expect(await messages.count()).toBe(1);
    await ended.getByText('Sign in again').click();
    await field('Sign-in token').fill(await deployment.token('api'));
    await press('Sign in');
    await ended.waitFor({ state: 'detached' });
    await page.locator('main:focus').waitFor();
    expect(await messages.count()).toBe(0);
    await press('Invite');
    await sees(/Late is invited/);
    await page.getByRole('row', { name: /late@reps\.example/ }).waitFor();
  });

  it('presses a button of a form whose number is missing, and the button does not move before', async () => {
    await open('/settings/brand');
    const form = page.getByRole('form', { name: 'Exploration' });
    await form.getByRole('textbox', { name: 'Drawn offers' }).fill('');
    await form.getByRole('button', { name: 'Save' }).hover();
    await page.mouse.down();
    await page.evaluate('new Promise(requestAnimationFrame)');
    await page.mouse.up();
    await form.getByText('Fill in this field.').waitFor();
    await form.getByRole('textbox', { name: 'Drawn offers' }).and(page.locator(':focus')).waitFor();
  });

  it('can press a button in a narrow window right after the value above it was corrected', async () => {
    await open('/settings/people');
    await field('E-mail').waitFor();
    await page.setViewportSize({ width: 390, height: 900 });
    await press('Invite');
    await field('E-mail').fill('narrow@reps.example');
    await field('Name').click();
    await page.keyboard.type('Narrow');
    await page.getByText('Fill in this field.').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Invite', exact: true }).hover();
    await page.mouse.down();
    await page.evaluate('new Promise(requestAnimationFrame)');
    await page.mouse.up();
    await sees(/Narrow is invited/);
  });

  it('cannot deactivate the last owner', async () => {
    await deployment.query(`UPDATE users SET role = 'rep' WHERE email <> $1`, [deployment.rep.email]);
    await open('/settings/people');
    await press('Deactivate Robin');
    await press('Deactivate');
    await sees(/only active owner/);
  });

  it('adds a host, shown fields in their order and an origin, and finds the changes in the audit log', async () => {
    await open('/settings/brand');
    await field('New host').fill('calls.acme.example');
    await page.getByRole('form', { name: 'New host' }).getByRole('button', { name: 'Add' }).click();
    const hosts = page.getByRole('list', { name: 'Hosts' });
    await hosts.getByText('calls.acme.example').waitFor();
    await press('Remove calls.acme.example');
    const question = page.getByRole('alertdialog', { name: 'Remove the host calls.acme.example?' });
    // The choice that changes nothing has the focus.
    await question.locator('button:focus', { hasText: 'Cancel' }).click();
    await hosts.getByText('calls.acme.example').waitFor();
    await press('Remove calls.acme.example');
    await question.getByRole('button', { name: 'Remove' }).click();
    await hosts.getByText('calls.acme.example').waitFor({ state: 'detached' });
    for (const name of ['queue', 'campaign']) {
      await field('New field').fill(name);
      await page.getByRole('form', { name: 'New field', exact: true }).getByRole('button', { name: 'Add' }).click();
      await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
    }
    await page.getByRole('button', { name: 'Move up: campaign' }).press('Enter');
    await page.getByRole('button', { name: 'Move up: queue' }).waitFor();
    // At the top the entry has no such button.
    await sees(/^Saved/);
    await page.locator('li:focus', { hasText: 'campaign' }).waitFor();
    await press('Move up: queue');
    await page.getByRole('button', { name: 'Move up: campaign' }).press('Enter');
    await page.getByRole('button', { name: 'Move up: queue' }).waitFor();
    const exploration = page.getByRole('form', { name: 'Exploration' });
    await exploration.getByRole('textbox', { name: 'Drawn offers' }).fill('5%');
    await exploration.getByRole('button', { name: 'Save' }).click();
    await sees(/^Saved/);
    const recording = page.getByRole('form', { name: 'Recording' });
    await recording.getByRole('radio', { name: 'Recording software at the reps’ desks', checked: true }).waitFor();
    await recording.getByRole('radio', { name: 'The dialler' }).check();
    await recording.getByRole('button', { name: 'Save' }).click();
    await sees(/^Saved/);
    await field('New origin').fill('https://crm.acme.example');
    await page.getByRole('form', { name: 'New origin' }).getByRole('button', { name: 'Add' }).click();
    await page.getByRole('list', { name: 'Embedding' }).getByText('https://crm.acme.example').waitFor();
    await page.getByRole('link', { name: 'See the changes in the audit log' }).click();
    const log = page.getByRole('table', { name: 'Audit log' });
    await log.getByText('Changed settings: drawn offers: 5%.').waitFor();
    await log.getByText('Changed settings: fields shown on a call: campaign, queue.').first().waitFor();
    await log.getByText('Changed settings: sites that may show the calls: https://crm.acme.example.').waitFor();
    const [brand] = await deployment.query(
      'SELECT shown_metadata, frame_origins, exploration_rate, recording_by FROM brands',
      [],
    );
    expect(brand).toEqual({
      shown_metadata: ['campaign', 'queue'],
      frame_origins: ['https://crm.acme.example'],
      exploration_rate: 0.05,
      recording_by: 'dialler',
    });
  });

  it('is warned before they take the role of owner from themselves', async () => {
    await open('/settings/people');
    await press('Change role or team: Robin');
    await page.getByRole('dialog').getByRole('button', { name: /Role/ }).click();
    await page.getByRole('option', { name: 'Team lead' }).click();
    await sees(/Only another owner can make you an owner again/);
    await press('Cancel');
    const [own] = await deployment.query('SELECT role FROM users WHERE email = $1', [deployment.rep.email]);
    expect(own).toEqual({ role: 'owner' });
  });

  it('sees long values without a space on pages that are no wider than the window', async () => {
    const long = 'x'.repeat(200);
    await deployment.query(
      `INSERT INTO users (id, brand_id, email, name, role) VALUES (gen_random_uuid(), $1, $2, $3, 'rep')`,
      [deployment.brand.id, `${long}@reps.example`, long],
    );
    await deployment.query(
      `INSERT INTO api_keys (id, brand_id, feature, label, key_sha256, last_four)
       VALUES (gen_random_uuid(), $1, 'embed', $2, decode(repeat('ab', 32), 'hex'), 'abab')`,
      [deployment.brand.id, long],
    );
    await deployment.query(
      `INSERT INTO refused_keys (brand_id, feature, address, shown_key, reason, api_key_id, requests, first_seen_at, last_seen_at)
       SELECT brand_id, feature, '2001:db8:ffff:ffff::/64', 'cs_live_…abab', 'wrong_address', id, 123456789, now(), now()
         FROM api_keys WHERE label = $1`,
      [long],
    );
    await deployment.post('call-started', {
      agent_email: `${long}@agents.example`,
      phone_number: `+1${'5'.repeat(60)}`,
    });
    await deployment.post('hold-started', { agent_email: long });
    await open('/settings/people');
    await page.getByRole('table').first().waitFor();
    // German words are longer.
    await page.evaluate(`localStorage.setItem('callside.language', 'de')`);
    for (const path of ['/settings/people', '/settings/api-keys', '/settings/agents', '/events']) {
      await page.goto(`${deployment.url}${path}`);
      await page.getByRole('table').first().waitFor();
      for (const width of [1280, 1100, 1024, 1000, 800, 320]) {
        await page.setViewportSize({ width, height: 800 });
        const needed = await page.evaluate('document.documentElement.scrollWidth');
        expect({ path, width, isWider: Number(needed) > width }).toEqual({ path, width, isWider: false });
        await screenshot(page, `long-values${path.replaceAll('/', '-')}-${width}`);
      }
    }
  });

  it('sees the lines of a long e-mail address end after a sign, not in the middle of a name', async () => {
    const email = 'maximiliane.hohenstein@customer-service.international-operations.example';
    await deployment.query(
      `INSERT INTO users (id, brand_id, email, name, role) VALUES (gen_random_uuid(), $1, $2, 'Max', 'rep')
         ON CONFLICT DO NOTHING`,
      [deployment.brand.id, email],
    );
    await open('/settings/people');
    await page.getByRole('cell', { name: email }).waitFor();
    for (const width of [1024, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const ends = await page.evaluate(`(() => {
        const cell = [...document.querySelectorAll('td')].find(({ textContent }) => textContent === '${email}');
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const characters = [];
        for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
          for (let index = 0; index < text.length; index += 1) {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + 1);
            characters.push({ character: text.data[index], top: range.getBoundingClientRect().top });
          }
        }
        const isEnd = ({ top }, index) => index + 1 < characters.length && characters[index + 1].top > top + 4;
        return characters.filter(isEnd).map(({ character }) => character).join('');
      })()`);
      expect(ends).toMatch(/^[@.-]+$/);
    }
  });

  it('gets a page of the console for an unknown address, and the first settings page for /settings', async () => {
    const answer = await page.goto(`${deployment.url}/nothing/here`);
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await open('/settings');
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/settings/api-keys');
  });

  it('sees what a shorter retention deletes before it is saved', async () => {
    await open('/settings/brand');
    const form = page.getByRole('form', { name: 'Retention' });
    await form.getByRole('button', { name: /Personal data/ }).click();
    await page.getByRole('option', { name: 'Is deleted after some days' }).click();
    const warning = form.getByText(/are deleted for good/);
    for (const days of ['', '0']) {
      await form.getByRole('textbox', { name: 'Days' }).fill(days);
      await warning.waitFor({ state: 'detached' });
    }
    await form.getByRole('textbox', { name: 'Days' }).fill('');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Fill in this field.').waitFor();
    await form.getByRole('textbox', { name: 'Days' }).fill('90');
    await warning.waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alertdialog', { name: 'Delete what is older than 90 days?' }).waitFor();
    await press('Delete older data');
    await sees(/Saved/);
    expect(await deployment.query('SELECT retention_days FROM brands', [])).toEqual([{ retention_days: 90 }]);
  });

  it('is asked before unsaved changes are lost, and sees what is wrong beside the field', async () => {
    await open('/settings/brand');
    await field('New origin').fill('crm.acme.example');
    await page.getByRole('form', { name: 'New origin' }).getByRole('button', { name: 'Add' }).click();
    await page
      .getByRole('form', { name: 'New origin' })
      .getByText(/^An origin has a scheme/)
      .waitFor();
    // A corrected value can be sent.
    await field('New origin').fill('https://second.acme.example');
    await page.getByRole('form', { name: 'New origin' }).getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'Remove https://second.acme.example' }).waitFor();
    await field('New origin').fill('crm.acme.example');
    await page.getByRole('link', { name: 'People' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await field('New origin').inputValue()).toBe('crm.acme.example');
    await page.getByRole('link', { name: 'People' }).click();
    await press('Leave');
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Organisation' }).click();
    await page.getByRole('heading', { name: 'Organisation', level: 1 }).waitFor();
  });

  it.each([
    {
      path: '/settings/api-keys',
      name: 'Label',
      // Only spaces: the browser accepts them, the service does not.
      refused: async () => {
        await field('Label').fill('  ');
        await press('Issue key');
        return /^Fill in this field/;
      },
    },
    {
      path: '/settings/agents',
      name: 'Alias',
      refused: async () => {
        const { email } = deployment.rep;
        await field('Alias').fill(email);
        await page.getByRole('combobox', { name: 'User', exact: true }).selectOption({ index: 1 });
        await press('Add alias');
        return /^This is already the address of/;
      },
    },
  ])('sees a refused value of $path beside the field, and is asked before it is lost', async (form) => {
    const { path, name, refused } = form;
    await open(path);
    const reason = await refused();
    await page.locator('.field-error').filter({ hasText: reason }).waitFor();
    expect(await field(name).evaluate('document.activeElement?.getAttribute("aria-invalid")')).toBe('true');
    expect(await page.locator('.outcome').count()).toBe(0);
    await field(name).fill('Typed and not sent');
    await page.locator('.field-error').filter({ hasText: reason }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
    await press('Stay here');
    expect(await field(name).inputValue()).toBe('Typed and not sent');
  });

  it('adds an alias, removes it, and sees that the lists of agents could not be read', async () => {
    await open('/settings/agents');
    await field('Alias').fill('ext 7');
    await page.getByRole('combobox', { name: 'User', exact: true }).selectOption({ index: 1 });
    await press('Add alias');
    await page.locator('.outcome:focus', { hasText: /^ext 7 is now an alias/ }).waitFor();
    await press('Remove ext 7');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.locator('.outcome:focus', { hasText: 'ext 7 is no longer an alias.' }).waitFor();
    await page.route('**/settings/agent-aliases', (route) => route.fulfill({ status: 409, json: { detail: 'no' } }));
    await page.reload();
    const aliases = page.getByRole('region', { name: 'Aliases' });
    await aliases.getByText(/did not accept this: no/).waitFor();
    await page.unroute('**/settings/agent-aliases');
    await aliases.getByRole('button', { name: 'Try again' }).press('Enter');
    await aliases.getByText('No user has another name yet.').waitFor();
    await page.locator('section:focus', { hasText: 'Aliases' }).waitFor();
  });

  it('sees what is missing for an alias', async () => {
    await deployment.post('hold-started', { agent_email: 'ext 8' });
    await open('/settings/agents');
    await press('Add alias');
    await page.getByRole('region', { name: 'Aliases' }).getByText('Fill in this field.').waitFor();
    await page.locator('input:focus').fill('ext 9');
    const user = page.getByRole('combobox', { name: 'User', exact: true });
    await user.and(page.locator('[aria-invalid="true"]')).waitFor();
    await press('Add alias');
    await user.and(page.locator(':focus')).waitFor();
    await press('Make an alias: ext 8');
    const userOfRow = page.getByRole('combobox', { name: 'User for ext 8' });
    await userOfRow.and(page.locator(':focus[aria-invalid="true"]')).waitFor();
    await userOfRow.selectOption({ index: 1 });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.outcome:focus', { hasText: /^ext 8 is now an alias/ }).waitFor();
  });

  it('keeps what is typed while a request takes long', async () => {
    await open('/settings/people');
    let answer = () => {};
    const isTime = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/settings/people', async (route) => {
      if (route.request().method() === 'POST') await isTime;
      await route.continue();
    });
    await field('E-mail').fill('first@reps.example');
    await field('Name').fill('First');
    await field('Name').press('Enter');
    await field('E-mail').fill('second@reps.example');
    answer();
    await sees(/First is invited/);
    await page.getByRole('row', { name: /first@reps\.example/ }).waitFor();
    expect(await field('E-mail').inputValue()).toBe('second@reps.example');
    expect(await field('Name').inputValue()).toBe('');
  });

  it('reads older entries of the audit log with the keyboard, and keeps the others if that fails', async () => {
    await deployment.query(
      `INSERT INTO audit_log (brand_id, actor, action, subject)
       SELECT $1, 'somebody', 'host.add', 'calls.example' FROM generate_series(1, 60)`,
      [deployment.brand.id],
    );
    await open('/settings/audit');
    const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
    const older = page.locator('button:focus', { hasText: 'Show older entries' });
    await page.getByRole('button', { name: 'Show older entries' }).waitFor();
    await page.route('**/settings/audit?**', (route) => route.fulfill({ status: 409, json: { detail: 'no' } }));
    await page.getByRole('button', { name: 'Show older entries' }).press('Enter');
    await sees(/did not accept this: no/);
    expect(await rows.count()).toBe(26);
    await page.unroute('**/settings/audit?**');
    await older.press('Enter');
    // 25 entries a page.
    const [log] = await deployment.query<{ entries: number }>('SELECT count(*)::int AS entries FROM audit_log', []);
    const entries = log?.entries ?? 0;
    for (let shown = 50; shown < entries; shown += 25) {
      await rows.nth(shown).waitFor();
      await older.press('Enter');
    }
    await page.locator('section[aria-label="Audit log"]:focus').waitFor();
    expect(await page.getByRole('heading', { name: 'Audit log' }).count()).toBe(1);
  });

  it('finds entries of the audit log by person, action and time, in one line, and the address keeps the filters', async () => {
    await deployment.query(
      `INSERT INTO audit_log (brand_id, at, actor, action, subject, detail)
       VALUES ($1, '2026-02-03T10:00:00Z', 'operator:kim', 'key.issue', 'a', '{"label": "Main dialler", "feature": "call-events"}'),
              ($1, '2026-02-05T10:00:00Z', 'kim@reps.example', 'session.start', 'b', '{"by": "token"}')`,
      [deployment.brand.id],
    );
    await open('/settings/audit');
    const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
    await page.getByRole('search').locator('input').first().waitFor();
    const tops = await page
      .getByRole('search')
      .locator('input, select')
      .evaluateAll((inputs) => inputs.map((input) => Math.round(input.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(1);
    await page.getByLabel('Person', { exact: true }).fill('KIM');
    await until('only the two are shown', async () => (await rows.count()) === 3);
    await rows.filter({ hasText: 'Issued the API key Main dialler (Call events).' }).waitFor();
    await rows.filter({ hasText: 'Signed in with a token.' }).waitFor();
    await page.getByLabel('Action').selectOption({ label: 'API key issued' });
    await until('only one is shown', async () => (await rows.count()) === 2);
    await page.getByLabel('Action').selectOption({ label: 'All actions' });
    await page.getByLabel('From').fill('2026-02-04T00:00');
    await rows.filter({ hasText: 'Main dialler' }).waitFor({ state: 'detached' });
    await page.waitForURL(/person=KIM&from=2026-02-04T00%3A00$/);
    await page.reload();
    await rows.filter({ hasText: 'Signed in with a token.' }).waitFor();
    await rows.getByText('As stored').click();
    await rows.getByText('"by": "token"').waitFor();
    await page.getByLabel('Until').fill('2026-02-04T12:00');
    await sees('No entry matches.');
  });

  it('does not overwrite what another owner saved meanwhile', async () => {
    await open('/settings/brand');
    await page.getByRole('form', { name: 'New field', exact: true }).waitFor();
    await deployment.query(`UPDATE brands SET shown_metadata = '{priority}', name = 'Acme Inc.'`, []);
    await field('New field').fill('skill');
    const add = page.getByRole('form', { name: 'New field', exact: true }).getByRole('button', { name: 'Add' });
    await add.click();
    await sees(/changed these settings meanwhile/);
    await page.getByRole('button', { name: 'Remove priority' }).waitFor();
    expect(await field('Name').inputValue()).toBe('Acme Inc.');
    await add.click();
    await page.getByRole('button', { name: 'Remove skill' }).waitFor();
    await field('Name').fill('Acme of mine');
    await deployment.query(`UPDATE brands SET name = 'Acme of theirs'`, []);
    const save = page.getByRole('form', { name: 'General' }).getByRole('button', { name: 'Save' });
    await save.click();
    await sees(/Name: Acme of theirs\. If you save, your values replace theirs/);
    expect(await field('Name').inputValue()).toBe('Acme of mine');
    await press('Use what is saved');
    expect(await field('Name').inputValue()).toBe('Acme of theirs');
    await deployment.query(`UPDATE brands SET name = 'Acme Inc.'`, []);
    expect(await deployment.query('SELECT name, shown_metadata FROM brands', [])).toEqual([
      { name: 'Acme Inc.', shown_metadata: ['priority', 'skill'] },
    ]);
  });

  it('sets a platform, sees what came of its last payload, and removes it', async () => {
    await open('/settings/integrations');
    await sees('No platform is set yet.');
    await press('Set platform');
    await page.getByText('Fill in this field.').waitFor();
    await page.getByLabel('Secret', { exact: true }).fill('hush');
    await press('Set platform');
    await sees('Twilio is set. Its payloads are taken within a second.');
    const twilio = page.getByRole('region', { name: 'Twilio', exact: true });
    await twilio.getByText(/\/integrations\/twilio$/).waitFor();
    await twilio.getByText('Nothing has arrived from it yet.').waitFor();
    const refused = await fetch(`${deployment.url}/integrations/twilio`, { method: 'POST', body: 'CallSid=CA1' });
    expect(refused.status).toBe(401);
    await twilio.getByText('The signature is wrong or missing.').waitFor();
    await press('Remove Twilio');
    await page.getByRole('alertdialog', { name: 'Remove Twilio?' }).waitFor();
    await press('Remove');
    await sees('Twilio is removed. Its payloads are refused from now on.');
  });

  it('adds an endpoint with a secret that is shown once, sees what came of an event, sends it again, and removes it', async () => {
    await open('/settings/endpoints');
    await sees('Nothing is sent anywhere yet.');
    await field('Address').fill('https://10.0.0.1/events');
    await press('Add endpoint');
    await page.getByText('Fill in this field.').waitFor();
    expect(await page.locator('.outcome').count()).toBe(0);
    const callStarted = page.getByRole('checkbox', { name: /^Call started/ });
    await callStarted.and(page.locator(':focus[aria-invalid="true"]')).waitFor();
    await callStarted.check();
    await page.getByText('Fill in this field.').waitFor({ state: 'detached' });
    await press('Add endpoint');
    await sees(/^This host is private/);
    const address = 'https://crm.invalid/events';
    await field('Address').fill(address);
    await press('Add endpoint');
    await sees(/^whsec_/);
    await press('I have it');
    expect(await page.getByText(/^whsec_/).count()).toBe(0);
    const endpoint = page.getByRole('region', { name: address, exact: true });
    await endpoint.getByText('On', { exact: true }).waitFor();
    await deployment.post('call-started', { phone_number: '+14155550134' });
    await endpoint.getByText('Log', { exact: true }).click();
    await endpoint.getByRole('row', { name: /Call started.*Waiting.*Unknown host/ }).waitFor();
    await endpoint.getByText('Failing', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Send again: Call started, msg_/ }).click();
    await sees('1 event is sent again.');
    await press(`Remove ${address}`);
    await page.getByRole('alertdialog', { name: `Remove ${address}?` }).waitFor();
    await press('Remove');
    await sees(`${address} is removed.`);
    await deployment.post('call-ended');
  });

  it('erases one of two customers who share a number, after a look and a confirmation by typing', async () => {
    await deployment.query(
      `INSERT INTO customers (id, brand_id, customer_id, name, phone_number)
       SELECT gen_random_uuid(), $1, code, name, '+14155550177' FROM (VALUES ('E1', 'Maria'), ('E2', 'Jose')) AS c (code, name)`,
      [deployment.brand.id],
    );
    await open('/settings/customers');
    await field('Phone number').fill('Maria');
    await press('Show what would go');
    await sees(/This is no phone number\./);
    await field('Phone number').fill('(415) 555-0177');
    await press('Show what would go');
    await sees('2 customers share this number. Erase one of them by the code, or all.');
    await press('Only Jose (E2)');
    await field('Type E2 to confirm').waitFor();
    const erase = page.getByRole('button', { name: 'Erase', exact: true });
    expect(await erase.isEnabled()).toBe(false);
    await field('Type E2 to confirm').fill('E2');
    await erase.click();
    await page.locator('.outcome:focus', { hasText: 'The customer is erased.' }).waitFor();
    expect(await deployment.query('SELECT customer_id FROM customers ORDER BY customer_id')).toEqual([
      { customer_id: 'E1' },
    ]);
    await page.goto(`${deployment.url}/settings/audit`);
    await sees('Erased the data of a customer.');
  });
});
