import type { RepServerEvents } from '@callside/schemas';
import { io, type Socket } from 'socket.io-client';
import type { Rep } from './base-data.ts';

export type Tab = Socket<RepServerEvents>;

const atATime = 50;
const patienceMs = 30_000;

/** Opens one tab per rep over WebSocket and waits until each has received its state. */
export async function openTabs(port: number, reps: readonly Pick<Rep, 'token'>[]): Promise<Tab[]> {
  const tabs: Tab[] = [];
  for (let first = 0; first < reps.length; first += atATime) {
    const wave = reps.slice(first, first + atATime).map(({ token }) => openTab(port, token));
    tabs.push(...(await Promise.all(wave)));
  }
  return tabs;
}

function openTab(port: number, token: string): Promise<Tab> {
  return new Promise((resolve, reject) => {
    const tab: Tab = io(`http://127.0.0.1:${port}/rep`, {
      auth: { token },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    });
    const timer = setTimeout(() => reject(new Error('a tab received no state')), patienceMs);
    tab.once('connect_error', reject);
    tab.once('call.state', () => {
      clearTimeout(timer);
      resolve(tab);
    });
  });
}
