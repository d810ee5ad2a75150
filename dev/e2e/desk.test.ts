import { randomUUID } from 'node:crypto';
import { builtService, ServiceProcess, TcpProxy, until } from '@callside/test-kit';
import type { BrowserContext, Page } from 'playwright-core';
import { io, type Socket } from 'socket.io-client';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { CompanionProcess } from './support/companion-process.ts';
import { openDesk } from './support/console-pages.ts';
import { type Deployment, deploy, sessionSecret } from './support/deployment.ts';

const number = '+14155552671';

describeInBrowser('a rep at their desk', () => {
  let deployment: Deployment;
  let second: ServiceProcess;
  let browser: TestBrowser;
  let context: BrowserContext;
  let companions: Socket[] = [];

  beforeAll(async () => {
    deployment = await deploy();
    second = await startServer();
    browser = await openBrowser();
    await addCustomer('A1', 'Ada Park');
    await addCustomer('B2', 'Ben Park');
  });

  afterAll(async () => {
    await browser.close();
    await second.stop();
    await deployment.close();
  });

  beforeEach(async () => {
    context = await browser.openContext();
    await deployment.post('call-ended');
  });

  afterEach(async () => {
    await browser.closePages();
    for (const companion of companions) companion.close();
    companions = [];
  });

  /** Another server of the same brand. */
  function startServer(): Promise<ServiceProcess> {
    const { databaseUrl } = deployment;
    return ServiceProcess.start({
      program: builtService('call-events'),
      settings: { DATABASE_URL: databaseUrl, REDIS_URL: process.env.REDIS_URL, SESSION_SECRET: sessionSecret },
    });
  }

  async function addCustomer(code: string | null, name: string, sharedNumber = number): Promise<void> {
    await deployment.query(
      'INSERT INTO customers (id, brand_id, customer_id, name, phone_number) VALUES ($1, $2, $3, $4, $5)',
      [randomUUID(), deployment.brand.id, code, name, sharedNumber],
    );
  }

  async function newDesk(url = deployment.url): Promise<Page> {
    const page = await context.newPage();
    await openDesk(page, { url, token: deployment.token });
    return page;
  }

  async function connectCompanion(): Promise<Socket> {
    const companion = io(`${deployment.url}/companion`, {
      auth: { token: await deployment.token('companion') },
      transports: ['websocket'],
    });
    companions.push(companion);
    companion.on('recording.state', ({ sequence }, acknowledge) => acknowledge({ applied: sequence }));
    await new Promise<void>((resolve) => companion.once('recording.state', () => resolve()));
    return companion;
  }

  const call = (page: Page) => page.getByRole('region', { name: 'Current call' });
  const recording = (page: Page, state: string, paused: boolean) =>
    page.locator(`section[aria-label="Recording"][data-state="${state}"][data-paused="${paused}"]`).waitFor();
  /** The open notes of a call that has ended, found by its number. */
  const pastNotes = (page: Page, hasText: string) =>
    page.getByRole('region', { name: /^Notes on (the previous|an earlier) call$/ }).filter({ hasText });
  const openNotes = (page: Page, which: string) =>
    page.getByRole('button', { name: `Open notes: ${which}`, exact: true }).click();
  const notes = (page: Page) => page.getByRole('region', { name: 'Notes', exact: true });

  it('sees a call in two tabs on two servers, picks one of several customers in one, and sees it in both', async () => {
    const here = await newDesk();
    const there = await newDesk(`http://localhost:${second.port}`);
    await deployment.post('call-started', { phone_number: number });
    for (const page of [here, there]) await call(page).getByText('2 customers share this number').waitFor();
    await here.getByRole('button', { name: 'Pick Ben Park B2' }).click();
    const picked = (page: Page) => page.locator('.caller-name', { hasText: 'Ben Park' }).waitFor();
    for (const page of [here, there]) await picked(page);
    await here.reload();
    await picked(here);
    await here.getByRole('button', { name: 'Pick another customer' }).click();
    await call(there).getByText('2 customers share this number').waitFor();
  });

  it('picks the customer without a customer code', async () => {
    const page = await newDesk();
    const shared = '+14155550115';
    await addCustomer('C3', 'Cleo Lind', shared);
    await addCustomer(null, 'Dora Lind', shared);
    await deployment.post('call-started', { phone_number: shared });
    await page.getByRole('button', { name: 'Pick Dora Lind', exact: true }).click();
    await call(page).getByText('Dora Lind').waitFor();
    await page.getByRole('button', { name: 'Pick another customer' }).click();
    await call(page).getByText('2 customers share this number').waitFor();
  });

  it('sees the call again after a reload, with its clock, on hold and with the recording paused', async () => {
    const page = await newDesk();
    await deployment.post('call-started', { phone_number: '+14155550101' });
    await deployment.post('hold-started');
    await deployment.post('recording-paused', { event_id: randomUUID() });
    const clock = call(page).getByRole('timer', { name: 'Time on this call' });
    const seconds = async () => {
      const [minutes = 0, rest = 0] = ((await clock.textContent()) ?? '').split(':').map(Number);
      return minutes * 60 + rest;
    };
    await until('the call has lasted for 2 s', async () => (await seconds()) >= 2);
    const before = await seconds();
    await page.reload();
    await call(page).getByText('+1 415 555 0101').waitFor();
    expect(await seconds()).toBeGreaterThanOrEqual(before);
    await call(page).getByText('On hold', { exact: true }).waitFor();
    await recording(page, 'unknown', true);
    await page.getByRole('list', { name: 'Recent events' }).getByText('Call started').first().waitFor();
  });

  it('sees the correct clock of the call if the clock of the device is wrong', async () => {
    await deployment.post('call-started', { phone_number: '+14155550102' });
    const page = await context.newPage();
    await page.clock.install({ time: new Date(Date.now() + 3_600_000) });
    await page.goto(`${deployment.url}/#token=${await deployment.token('tab')}`);
    await call(page)
      .getByRole('timer')
      .getByText(/^0:\d\d$/)
      .waitFor();
  });

  it.each<NodeJS.Signals>(['SIGKILL', 'SIGSTOP'])(
    'sees the recording paused, confirmed and resumed, and unknown within 5 s after the companion got %s',
    async (signal) => {
      const page = await newDesk();
      await deployment.post('call-started', { phone_number: '+14155550103' });
      await recording(page, 'unknown', false);
      const companion = new CompanionProcess({ url: deployment.url, token: await deployment.token('companion') });
      try {
        await recording(page, 'confirmed', false);
        await deployment.post('recording-paused', { event_id: randomUUID() });
        await recording(page, 'confirmed', true);
        await deployment.post('recording-resumed', { event_id: randomUUID() });
        await recording(page, 'confirmed', false);
        const killedAt = performance.now();
        companion.signal(signal);
        await recording(page, 'unknown', false);
        expect(performance.now() - killedAt).toBeLessThanOrEqual(5_000);
        await page
          .getByRole('region', { name: 'Recording' })
          .getByText(/Do not take card details/)
          .waitFor();
      } finally {
        await companion.kill();
      }
    },
  );

  it("finishes the notes after the call and finds them on the customer's next call", async () => {
    const page = await newDesk();
    await deployment.post('call-started', { phone_number: '+14155550104' });
    await notes(page).getByLabel('Note').fill('Wants the ring in size 7.');
    await notes(page).getByText('Saved', { exact: true }).waitFor();
    await deployment.post('call-ended');
    const previous = pastNotes(page, '+1 415 555 0104');
    await previous.getByRole('textbox', { name: 'Note' }).fill('Wants the ring in size 7. Call back on Friday.');
    await previous.getByLabel('Follow-up').check();
    await previous.getByText('Saved', { exact: true }).waitFor();
    await page.getByText('No call right now').click();
    await deployment.post('call-started', { phone_number: '+14155550104' });
    const lastCalls = page.getByRole('region', { name: 'Last calls' });
    await lastCalls.getByText('Wants the ring in size 7. Call back on Friday.').waitFor();
    await lastCalls.getByText('Follow-up', { exact: true }).waitFor();
  });

  it('promises something, is reminded of it, finds it on the next call of the customer, and marks it done', async () => {
    const page = await newDesk();
    await deployment.post('call-started', { phone_number: '+14155550114' });
    await notes(page).getByLabel('Note').fill('Wants the chain in gold.');
    await notes(page).getByRole('radio', { name: 'Follow-up' }).check();
    await notes(page).getByLabel('What you promised').fill('Ask the workshop');
    await notes(page)
      .getByLabel(/^Until/)
      .fill('2026-01-02T09:30');
    await notes(page).getByRole('button', { name: 'Remind me' }).click();
    const followUps = page.getByRole('region', { name: 'Follow-ups' });
    const promise = followUps.getByRole('listitem').filter({ hasText: 'Ask the workshop' });
    await promise.getByText('+1 415 555 0114').waitFor();
    await promise.getByText('Due', { exact: true }).waitFor();
    await notes(page).getByText('Saved', { exact: true }).first().waitFor();
    await deployment.post('call-ended');
    await deployment.post('call-started', { phone_number: '+14155550114' });
    const before = page.getByRole('region', { name: 'Before this call' });
    await before.getByText('Wants the chain in gold.').waitFor();
    await before.getByText('Ask the workshop').waitFor();
    await promise.getByRole('button', { name: 'Done: Ask the workshop' }).click();
    await promise.waitFor({ state: 'detached' });
    await before.getByText('Done', { exact: true }).waitFor();
  });

  it('goes on with a promise that they type while they pick the customer', async () => {
    const page = await newDesk();
    await deployment.post('call-started', { phone_number: number });
    await notes(page).getByRole('radio', { name: 'Follow-up' }).check();
    const promise = notes(page).getByLabel('What you promised');
    await promise.fill('Ask the workshop');
    await page.getByRole('button', { name: 'Pick Ben Park B2' }).click();
    await call(page).getByText('Ben Park').waitFor();
    await page.getByRole('region', { name: 'Last orders' }).getByText('No orders.').waitFor();
    expect(await promise.inputValue()).toBe('Ask the workshop');
  });

  it('sees why a promise is not saved, and the focus goes to its field', async () => {
    const page = await newDesk();
    await deployment.post('call-started', { phone_number: '+14155550120' });
    await notes(page).getByRole('radio', { name: 'Follow-up' }).check();
    const promise = notes(page).getByLabel('What you promised');
    const due = notes(page).getByLabel(/^Until/);
    await promise.fill('  ');
    // As a year that was typed as 26.
    await due.fill('0026-11-22T09:30');
    await notes(page).getByRole('button', { name: 'Remind me' }).click();
    await notes(page).getByText('Fill in this field.').waitFor();
    await promise.and(page.locator(':focus')).waitFor();
    await promise.fill('Ask the workshop');
    await notes(page).getByRole('button', { name: 'Remind me' }).click();
    await notes(page).getByText('Enter a day.').waitFor();
    await due.and(page.locator(':focus')).waitFor();
  });

  it('sees that the follow-ups could not be read, and reads them again', async () => {
    await context.route('**/desk/follow-ups', (route) => route.fulfill({ status: 409, json: { detail: 'no' } }));
    const page = await newDesk();
    const followUps = page.getByRole('region', { name: 'Follow-ups' });
    const why = followUps.getByText('The follow-ups could not be read.');
    await why.waitFor();
    await context.unroute('**/desk/follow-ups');
    await followUps.getByRole('button', { name: 'Try again' }).click();
    await why.waitFor({ state: 'detached' });
  });

  it('continues the saved notes on the previous call, also while the call is still being read', async () => {
    const page = await newDesk();
    let answer = () => {};
    const isTime = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/desk\/calls\/[^/]+$/, async (route) => {
      await isTime;
      await route.continue();
    });
    await deployment.post('call-started', { phone_number: '+14155550107' });
    await notes(page).getByLabel('Note').fill('Asks for a refund.');
    await notes(page).getByText('Saved', { exact: true }).waitFor();
    await deployment.post('call-ended');
    const previous = pastNotes(page, '+1 415 555 0107');
    await previous.getByRole('textbox', { name: 'Note' }).fill('Asks for a refund. Has the receipt.');
    answer();
    await previous.getByText('Saved', { exact: true }).waitFor();
    expect(await previous.getByRole('alert').count()).toBe(0);
  });

  it('sees that the end of a text did not fit into the note', async () => {
    const page = await newDesk();
    await deployment.post('call-started', { phone_number: '+14155550119' });
    await notes(page).getByLabel('Note').focus();
    await page.keyboard.insertText('x'.repeat(10_001));
    await notes(page).getByText('The note is full: it has 10,000 characters.').waitFor();
  });

  it('keeps a note after a reload if it could not be saved', async () => {
    const page = await newDesk();
    await deployment.post('call-started', { phone_number: '+14155550105' });
    await notes(page).waitFor();
    await page.route('**/notes', (route) => route.abort());
    await notes(page).getByLabel('Note').fill('Not lost');
    await notes(page)
      .getByText(/Not saved yet/)
      .waitFor();
    await page.reload();
    await page.unroute('**/notes');
    await notes(page).getByText('Saved', { exact: true }).waitFor();
    expect(await notes(page).getByLabel('Note').inputValue()).toBe('Not lost');
  });

  it('sees a note and a result in the other tabs, also in another browser, with the focus and the caret where they were', async () => {
    const here = await newDesk();
    context = await browser.openContext();
    const there = await newDesk(`http://localhost:${second.port}`);
    await deployment.post('call-started', { phone_number: '+14155550131' });
    const note = (page: Page) => notes(page).getByLabel('Note');
    const shows = (page: Page, text: string) =>
      until(`the note is "${text}"`, async () => (await note(page).inputValue()) === text);
    for (const page of [here, there]) await note(page).waitFor();
    await note(here).fill('Wants size 7.');
    await shows(there, 'Wants size 7.');
    await note(there).focus();
    for (const key of ['Home', ...Array(6).fill('ArrowRight')]) await there.keyboard.press(key);
    await note(here).fill('Wants size 7. Call back on Friday.');
    await notes(here).getByLabel('Follow-up').check();
    await shows(there, 'Wants size 7. Call back on Friday.');
    await notes(there).getByRole('radio', { name: 'Follow-up', checked: true }).waitFor();
    await there.keyboard.type('gold, ');
    await shows(here, 'Wants gold, size 7. Call back on Friday.');
    for (const page of [here, there]) {
      await notes(page).getByText('Saved', { exact: true }).waitFor();
      expect(await notes(page).getByRole('alert').count()).toBe(0);
    }
  });

  it('types on in the one open note while calls end, opens the others from their lines, and chooses between two versions', async () => {
    const page = await newDesk();
    await deployment.post('call-started', { phone_number: '+14155550116' });
    await notes(page).getByLabel('Note').fill('Wants 7');
    await page.keyboard.press('ArrowLeft');
    await deployment.post('call-started', { phone_number: '+14155550117' });
    const first = pastNotes(page, '+1 415 555 0116');
    await first.waitFor();
    await page.keyboard.type('size ');
    await deployment.post('call-ended');
    await page.getByText('No call right now').waitFor();
    await page.keyboard.type('about ');
    expect(await first.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Wants size about 7');
    expect(await page.getByRole('textbox', { name: 'Note' }).count()).toBe(1);
    // The field leaves the page before the pause after which a text is saved.
    await openNotes(page, 'Notes on the previous call');
    const second = pastNotes(page, '+1 415 555 0117').getByRole('textbox', { name: 'Note' });
    await second.waitFor();
    await until('the notes are on file', async () => {
      const [row] = await deployment.query<{ note: string }>(
        `SELECT note FROM call_notes JOIN calls ON calls.id = call_id WHERE phone_number = '+14155550116'`,
      );
      return row?.note === 'Wants size about 7';
    });

    await page.route('**/notes', (route) => route.abort());
    await second.fill('mine');
    await page.getByText('No call right now').click();
    await deployment.post('call-started', { phone_number: '+14155550118' });
    await notes(page).waitFor();
    await second.waitFor({ state: 'detached' });
    await deployment.post('call-started', { phone_number: '+14155550119' });
    await call(page).getByText('+1 415 555 0119').waitFor();
    await deployment.query(
      `INSERT INTO call_notes (call_id, brand_id, user_id, note, version)
       SELECT id, brand_id, user_id, 'theirs', 1 FROM calls WHERE phone_number = '+14155550117'`,
    );
    await page.unroute('**/notes');
    await openNotes(page, 'Notes on an earlier call');
    const earlier = pastNotes(page, '+1 415 555 0117');
    await earlier.getByRole('alert').getByText('theirs').waitFor();
    await earlier.getByRole('button', { name: 'Keep mine' }).click();
    await until('the own notes are on file', async () => {
      const [row] = await deployment.query<{ note: string }>(`SELECT note FROM call_notes WHERE note = 'mine'`);
      return row !== undefined;
    });
  });

  it('continues with the keyboard at the call when the next one replaces the element with the focus', async () => {
    const page = await newDesk();
    await deployment.post('call-started', { phone_number: number });
    await page.getByRole('button', { name: 'Pick Ben Park B2' }).focus();
    await deployment.post('call-started', { phone_number: '+14155550126' });
    await page.locator('h2:focus', { hasText: 'On a call' }).waitFor();
    await page.keyboard.press('Tab');
    await page.locator('button:focus[aria-label="Copy Customer number"]').waitFor();
    await deployment.post('call-ended');
    await page.locator('h2:focus', { hasText: 'No call right now' }).waitFor();
    await page.getByLabel('Language').focus();
    await deployment.post('call-started', { phone_number: '+14155550127' });
    await call(page).getByText('+1 415 555 0127').waitFor();
    await page.locator('select:focus').waitFor();
  });

  it('never sees the notes of a call below the next one', async () => {
    const page = await newDesk();
    await deployment.post('call-started', { phone_number: '+14155550128' });
    await call(page).getByText('+1 415 555 0128').waitFor();
    await page.locator('.desk[data-behind="false"]').waitFor();
    await notes(page).getByLabel('Note').fill('of the first call');
    await page.getByRole('heading', { name: 'On a call' }).click();
    // Resolves in the same change of the page that shows the next call.
    await page.evaluate(`void (window.shown = new Promise((resolve) => {
      const first = document.querySelector('.call').dataset.call;
      new MutationObserver(() => {
        const card = document.querySelector('.call');
        if (card === null || card.dataset.call === first) return;
        const note = document.querySelector('.notes textarea');
        resolve(note?.checkVisibility({ opacityProperty: true }) ? note.value : '');
      }).observe(document.querySelector('.ticket'), { childList: true, subtree: true });
    }))`);
    await deployment.post('call-started', { phone_number: '+14155550129' });
    expect(await page.evaluate('window.shown')).toBe('');
    await notes(page).getByLabel('Note').waitFor();
    await openNotes(page, 'Notes on the previous call');
    await pastNotes(page, '+1 415 555 0128').getByText('Saved').waitFor();
  });

  it('opens the page between two calls, and what they type on the previous one stays with it when the next connects', async () => {
    await deployment.post('call-started', { phone_number: '+14155550156' });
    await deployment.post('call-ended');
    const page = await newDesk();
    const note = pastNotes(page, '+1 415 555 0156').getByRole('textbox', { name: 'Note' });
    await note.fill('Wants ');
    await deployment.post('call-started', { phone_number: '+14155550157' });
    await call(page).getByText('+1 415 555 0157').waitFor();
    await page.keyboard.type('size 7');
    expect(await note.inputValue()).toBe('Wants size 7');
    await deployment.post('call-ended');
  });

  it('sees the other text if two tabs wrote notes on the same call', async () => {
    const [here, there] = [await newDesk(), await newDesk()];
    await deployment.post('call-started', { phone_number: '+14155550106' });
    for (const page of [here, there]) await notes(page).waitFor();
    await here.route('**/notes', (route) => route.abort());
    await notes(here).getByLabel('Note').fill('mine');
    await notes(here)
      .getByText(/Not saved yet/)
      .waitFor();
    await notes(there).getByLabel('Note').fill('theirs');
    await notes(there).getByText('Saved', { exact: true }).waitFor();
    await here.unroute('**/notes');
    await notes(here).getByRole('alert').getByText('theirs').waitFor();
    await notes(here).getByRole('button', { name: 'Keep mine' }).press('Enter');
    await notes(here).locator('textarea:focus').waitFor();
    await notes(here).getByText('Saved', { exact: true }).waitFor();
    const [row] = await deployment.query<{ note: string }>(
      'SELECT note FROM call_notes ORDER BY updated_at DESC LIMIT 1',
    );
    expect(row?.note).toBe('mine');
  });

  it('sees the transcript while the companion transcribes, in order and without a gap', async () => {
    const page = await newDesk();
    await deployment.post('call-started', { phone_number: '+14155550107' });
    const companion = await connectCompanion();
    const { session_id } = await companion.emitWithAck('session.open', {});
    const say = (sequence: number, text: string) =>
      companion.emitWithAck('session.chunk', {
        session_id,
        sequence,
        speaker: 'customer',
        text,
        started_at: new Date().toISOString(),
        ended_at: new Date().toISOString(),
      });
    await say(1, 'second');
    await say(0, 'first');
    await say(0, 'first');
    const pieces = page.getByRole('list', { name: 'Transcript' }).getByRole('listitem');
    await until('both pieces are shown', async () => (await pieces.count()) === 2);
    expect(await pieces.allInnerTexts()).toEqual(['customer: first', 'customer: second']);
    await page.reload();
    await until('both pieces are shown again', async () => (await pieces.count()) === 2);
  });

  it('gets one notification for two tabs, and none for a reload or a repeated start', async () => {
    context = await browser.openContext({ notifications: 'granted' });
    const alerts: string[] = [];
    await context.exposeFunction('noteAlert', (body: string) => void alerts.push(body));
    await context.addInitScript(`
      window.Notification = class {
        static permission = 'granted';
        constructor(title, { body }) { window.noteAlert(body); }
      };`);
    const pages = [await newDesk(), await newDesk()];
    await deployment.post('call-started', { phone_number: '+14155550108', event_id: 'alert-1' });
    for (const page of pages) await call(page).getByText('+1 415 555 0108').waitFor();
    await until('the call gave an alert', () => alerts.length > 0);
    await deployment.post('call-started', { phone_number: '+14155550108', event_id: 'alert-1' });
    await pages[0]?.reload();
    await deployment.post('call-started', { phone_number: '+14155550109' });
    await until('the next call gave an alert', () => alerts.includes('+1 415 555 0109'));
    expect(alerts).toEqual(['+1 415 555 0108', '+1 415 555 0109']);
  });

  it('hears a call from the tab that may play sound, and the other tab says what it waits for', async () => {
    const sounds: string[] = [];
    await context.exposeFunction('noteSound', (tab: string) => void sounds.push(tab));
    // A browser counts each step of a test as a use of the page.
    await context.addInitScript(`
      window.wasUsed = false;
      Object.defineProperty(navigator, 'userActivation', { get: () => ({ hasBeenActive: window.wasUsed }) });
      addEventListener('pointerdown', () => { window.wasUsed = true; });
      window.AudioContext = class {
        constructor() { window.noteSound(window.name); }
      };`);
    const silent = await newDesk();
    const used = await newDesk();
    await used.evaluate(`window.name = 'used'`);
    const hint = (page: Page) => page.getByText('Silent until you click or press a key');
    await used.setViewportSize({ width: 800, height: 800 });
    await hint(used).waitFor();
    const placeOfCall = () => used.locator('.ticket').boundingBox();
    const before = await placeOfCall();
    await used.mouse.click(2, 2);
    await hint(used).waitFor({ state: 'hidden' });
    expect(await placeOfCall()).toEqual(before);
    await deployment.post('call-started', { phone_number: '+14155550116' });
    await until('the call gave a sound', () => sounds.length > 0);
    expect(sounds).toEqual(['used']);
    await hint(silent).waitFor();
  });

  it('sees the call, and sets the sound, in a browser without sound and notifications', async () => {
    context = await browser.openContext({ hasSound: false, notifications: 'absent' });
    const errors: string[] = [];
    context.on('weberror', (error) => errors.push(error.error().message));
    const page = await newDesk();
    const sound = page.getByRole('checkbox', { name: 'Sound on a new call' });
    await sound.uncheck();
    await sound.check();
    await deployment.post('call-started', { phone_number: '+14155550130' });
    await call(page).getByText('+1 415 555 0130').waitFor();
    expect(errors).toEqual([]);
  });

  it('sees the state of the database within 5 s after one of two servers behind one address was killed', async () => {
    const first = await startServer();
    const address = await TcpProxy.start(first.port);
    try {
      const page = await newDesk(`http://localhost:${address.port}`);
      await deployment.post('call-started', { phone_number: '+14155550110' });
      await call(page).getByText('+1 415 555 0110').waitFor();
      address.leadTo(second.port);
      const killedAt = performance.now();
      first.kill('SIGKILL');
      await Promise.all(
        ['hold-started', 'recording-paused'].map((event) => deployment.post(event, { event_id: randomUUID() })),
      );
      await page.locator('.desk[data-link="live"][data-paused="true"] .call[data-hold="true"]').waitFor();
      expect(performance.now() - killedAt).toBeLessThanOrEqual(5_000);
      expect(await first.ended()).toMatchObject({ signal: 'SIGKILL' });
      const [state] = await deployment.query('SELECT phone_number, on_hold, recording_paused FROM rep_state');
      expect(state).toEqual({ phone_number: '+14155550110', on_hold: true, recording_paused: true });
      await call(page).getByText('+1 415 555 0110').waitFor();
      await deployment.post('call-ended');
      await page.getByText('No call right now').waitFor();
    } finally {
      await address.close();
      await first.stop();
    }
  });

  /** A number that has no earlier calls, also when a test runs again. */
  const newNumber = () => `+1415${String(5_560_000 + numbersGiven++)}`;
  let numbersGiven = 0;

  it.each([
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ])('sees nothing move when a call arrives, at $width px', async (viewport) => {
    const page = await newDesk();
    await page.setViewportSize(viewport);
    await deployment.post('call-started', { phone_number: newNumber() });
    await page.getByText('No earlier calls.').waitFor();
    await deployment.post('call-ended');
    await page.getByRole('region', { name: 'Notes on the previous call' }).waitFor();
    await page.getByText('No earlier calls.').waitFor({ state: 'detached' });
    await page.evaluate(`
      window.shifts = [];
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries()) {
          window.shifts.push({ value, moved: sources.map(({ node }) => node?.className ?? node?.nodeName) });
        }
      }).observe({ type: 'layout-shift' });`);
    await deployment.post('call-started', { phone_number: newNumber() });
    await notes(page).waitFor();
    await page.getByText('No earlier calls.').waitFor();
    // Earlier paints are reported before the second next frame.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect(await page.evaluate('window.shifts')).toEqual([]);
  });

  it('sees in the list of events that a number is withheld, not the placeholder of the dialler', async () => {
    const page = await newDesk();
    await deployment.post('call-started', { phone_number: 'anonymous' });
    const events = page.getByRole('list', { name: 'Recent events' });
    await events.getByText('Caller ID withheld').waitFor();
    await page.reload();
    await events.getByText('Caller ID withheld').waitFor();
    expect(await page.getByText('anonymous').count()).toBe(0);
  });
});
