import { findChromium } from '@callside/test-kit';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core';
import { showPagesOfFailures } from './pages-of-failure.ts';
import { pictures } from './recommender.ts';

/** The Chromium of CHROMIUM, or the one that `npm test` installs if it has permission; null without one. */
const chromiumPath = process.env.CHROMIUM || findChromium();

/**
 * For tests in a real browser. Without a browser, on a machine where the user may not install it, they are skipped; in CI they
 * fail, because no other tests cover the pages.
 */
export const describeInBrowser = chromiumPath === null && process.env.CI !== 'true' ? describe.skip : describe;

const notificationStates = ['prompt', 'granted', 'denied', 'absent'] as const;

/** The permission for notifications; `absent`: the browser has no notifications. */
export type Notifications = (typeof notificationStates)[number];

/** What tests depend on, and what differs between machines and versions of Chromium. */
interface PageSettings
  extends Pick<BrowserContextOptions, 'colorScheme' | 'locale' | 'reducedMotion' | 'timezoneId' | 'viewport'> {
  notifications?: Notifications;
  hasSound?: boolean;
}

const usual: Required<PageSettings> = {
  colorScheme: 'light',
  hasSound: process.env.BROWSER_SOUND !== 'absent',
  locale: 'en-US',
  // As a new user sees the page.
  notifications: notificationsOf(process.env.BROWSER_NOTIFICATIONS || 'prompt'),
  reducedMotion: 'no-preference',
  timezoneId: 'UTC',
  viewport: { width: 1280, height: 720 },
};

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#b23a6a" d="M4.5 1 8 4.500 4.500 8 1 4.500z"/></svg>';

/** For what a page shows. Below the time limit of a test, so that the error names what was missing. */
const patienceMs = 60_000;

/** `switches`: additional switches of Chromium's command line. */
export async function openBrowser(switches: string[] = []): Promise<TestBrowser> {
  if (chromiumPath === null) throw new Error('There is no Chromium: install the package `chromium`.');
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    // Disables the browser's own network traffic.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    ...switches,
  ];
  const browser = await chromium.launch({ executablePath: chromiumPath, args });
  showPagesOfFailures(browser);
  return new TestBrowser(browser, await browser.newBrowserCDPSession());
}

/** A browser in which each page has settings of its own, and none is left to the default of the browser or of the machine. */
export class TestBrowser {
  readonly #browser: Browser;
  readonly #session: CDPSession;

  constructor(browser: Browser, session: CDPSession) {
    this.#browser = browser;
    this.#session = session;
  }

  /** A page with a context of its own, so that it shares neither storage nor cookies with another one. */
  async openPage(settings: PageSettings = {}): Promise<Page> {
    return (await this.openContext(settings)).newPage();
  }

  async openContext(settings: PageSettings = {}): Promise<BrowserContext> {
    const { notifications, hasSound, ...options } = { ...usual, ...settings };
    const earlier = await this.#contextIds();
    const context = await this.#browser.newContext(options);
    const id = (await this.#contextIds()).find((one) => !earlier.includes(one));
    context.setDefaultTimeout(patienceMs);
    if (id === undefined) throw new Error('The browser does not list its new context.');
    await this.#setNotifications(context, id, notifications);
    await context.route(`${pictures}**`, (route) => route.fulfill({ contentType: 'image/svg+xml', body: picture }));
    if (!hasSound) await context.addInitScript('delete globalThis.AudioContext');
    return context;
  }

  /** Closes the pages and contexts that are open, also those of a test that failed. */
  async closePages(): Promise<void> {
    await Promise.all(this.#browser.contexts().map((context) => context.close()));
  }

  close(): Promise<void> {
    return this.#browser.close();
  }

  async #contextIds(): Promise<string[]> {
    return (await this.#session.send('Target.getBrowserContexts')).browserContextIds;
  }

  // Playwright can only grant a permission and deny all others.
  async #setNotifications(context: BrowserContext, browserContextId: string, state: Notifications): Promise<void> {
    notificationsIn.set(context, state);
    if (state === 'absent') {
      await context.addInitScript('delete globalThis.Notification');
      return;
    }
    const permission = { name: 'notifications' };
    await this.#session.send('Browser.setPermission', { permission, setting: state, browserContextId });
    // It has no notifications: without this, its answer is 'denied' whatever the permission is.
    if (/headless[-_]shell$/.test(String(chromiumPath))) await context.addInitScript(answerOf(state));
  }
}

const notificationsIn = new WeakMap<BrowserContext, Notifications>();

/** Throws if the browser does not have the permission for notifications that the context of the page was given. */
export async function checkNotifications(page: Page): Promise<void> {
  const wanted = notificationsIn.get(page.context());
  const found = await page.evaluate(`'Notification' in globalThis ? Notification.permission : 'absent'`);
  if (found === (wanted === 'prompt' ? 'default' : wanted)) return;
  throw new Error(`The permission for notifications is ${found} at ${new URL(page.url()).origin}, not ${wanted}.`);
}

/** A frame of another origin has no permission. */
function answerOf(state: Notifications): string {
  const permission = state === 'prompt' ? 'default' : state;
  return `if (window === window.top) Object.defineProperty(Notification, 'permission', { get: () => '${permission}' });`;
}

function notificationsOf(value: string): Notifications {
  const state = notificationStates.find((one) => one === value);
  if (state === undefined) throw new Error(`BROWSER_NOTIFICATIONS is one of ${notificationStates.join(', ')}.`);
  return state;
}
