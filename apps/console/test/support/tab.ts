import type { PageLife } from '../../src/page-life.ts';
import { createRepConnection, openRepSocket } from '../../src/rep-connection.ts';
import { initialRepDesk, type RepDesk } from '../../src/rep-desk-model.ts';
import { reduceRepDesk } from '../../src/rep-desk-state.ts';

type Listeners = Parameters<PageLife['listen']>[0];

export interface Tab {
  desk: () => RepDesk;
  /** The links from the first one on. */
  links: string[];
  /** Whether the service has turned the token down. */
  isRefused: () => boolean;
  /** Resolves once the condition holds; it is asked after everything that the tab hears. */
  until: (condition: () => boolean) => Promise<void>;
  wake: () => void;
  changeNetwork: (isOnline: boolean) => void;
  passTime: (ms: number) => void;
  close: () => void;
}

/** A tab without a browser: a real socket, and a page whose clock and life a test holds. */
export function openTab(origin: string, { random = () => 0 }: { random?: () => number } = {}): Tab {
  let desk = initialRepDesk;
  let now = Date.UTC(2026, 10, 20, 8, 30);
  let online = true;
  let refused = false;
  let listeners: Listeners | undefined;
  const waiting = new Set<() => void>();
  const links: string[] = [desk.link];
  const settle = () => {
    for (const check of waiting) check();
  };

  const connection = createRepConnection({
    socket: openRepSocket('a-token', origin),
    page: {
      isOnline: () => online,
      listen: (given) => {
        listeners = given;
        return () => {
          listeners = undefined;
        };
      },
    },
    now: () => now,
    random,
    dispatch: (action) => {
      desk = reduceRepDesk(desk, action);
      if (links.at(-1) !== desk.link) links.push(desk.link);
      settle();
    },
    onUnauthorized: () => {
      refused = true;
      settle();
    },
  });
  connection.start();

  return {
    desk: () => desk,
    links,
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
    wake: () => listeners?.onWake(),
    changeNetwork: (isOnline) => {
      online = isOnline;
      listeners?.onNetworkChange();
    },
    passTime: (ms) => {
      now += ms;
    },
    close: connection.stop,
  };
}
