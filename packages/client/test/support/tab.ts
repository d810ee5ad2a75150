import { RepConnection, type RepSignal, type RepView } from '../../src/index.ts';
import { HeldPage } from './held-page.ts';

export interface Tab {
  view: () => RepView;
  /** The link states from the first one on. */
  links: string[];
  signals: RepSignal[];
  /** Whether the service refused the token. */
  isRefused: () => boolean;
  /** Resolves once the condition holds; it is checked after each signal of the tab. */
  until: (condition: () => boolean) => Promise<void>;
  page: HeldPage;
  passTime: (ms: number) => void;
  close: () => void;
}

interface TabOptions {
  random?: () => number;
  renewToken?: () => Promise<string>;
}

/** A tab without a browser: a real socket, and a page whose clock and visibility a test controls. */
export function openTab(baseUrl: string, { random = () => 0, renewToken }: TabOptions = {}): Tab {
  let now = Date.UTC(2026, 10, 20, 8, 30);
  let refused = false;
  const page = new HeldPage();
  const waiting = new Set<() => void>();
  const signals: RepSignal[] = [];
  const settle = () => {
    for (const check of waiting) check();
  };

  const connection: RepConnection = new RepConnection({
    token: 'a-token',
    ...(renewToken !== undefined && { renewToken }),
    baseUrl,
    page,
    now: () => now,
    random,
    onSignal: (signal) => {
      signals.push(signal);
      // The view is updated after the signal.
      queueMicrotask(settle);
    },
    onChange: ({ link }) => {
      if (links.at(-1) !== link) links.push(link);
    },
    onUnauthorized: () => {
      refused = true;
      settle();
    },
  });
  const links: string[] = [connection.view.link];
  connection.start();

  return {
    view: () => connection.view,
    links,
    signals,
    isRefused: () => refused,
    until: (condition) =>
      new Promise((resolve) => {
        const check = () => {
          if (!condition()) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    page,
    passTime: (ms) => {
      now += ms;
    },
    close: () => connection.stop(),
  };
}
