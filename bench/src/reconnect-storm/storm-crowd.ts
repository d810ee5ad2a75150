// A process of its own: tabs that reconnect by themselves, with the delays of @callside/client.

import type { RepServerEvents } from '@callside/schemas';
import { io, type Socket } from 'socket.io-client';
import { answerOrders } from '../worker-process.ts';
import { type StormOrder, type StormReport, stormOrderSchema } from './storm-order.ts';

const atATime = 50;
const openPatienceMs = 60_000;

const tabs: Socket<RepServerEvents>[] = [];
let returnedAt: number[] = [];
let shown = 0;
let onShown = () => {};

answerOrders(stormOrderSchema, async (order: StormOrder): Promise<StormReport> => {
  if (order.do === 'open') {
    for (let first = 0; first < order.tokens.length; first += atATime) {
      const wave = order.tokens.slice(first, first + atATime);
      for (const token of wave) open(order.port, token);
      await until(() => shown >= first + wave.length, openPatienceMs);
    }
    returnedAt = [];
    return { shown, returnedAt };
  }
  await until(() => returnedAt.length >= tabs.length && shown === tabs.length, order.patienceMs);
  return { shown, returnedAt };
});

function open(port: number, token: string): void {
  const tab: Socket<RepServerEvents> = io(`http://127.0.0.1:${port}/rep`, {
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 5_000,
    randomizationFactor: 0.5,
  });
  let isShown = false;
  tab.on('call.state', () => {
    if (isShown) return;
    isShown = true;
    shown += 1;
    returnedAt.push(Date.now());
    onShown();
  });
  tab.on('disconnect', () => {
    if (isShown) shown -= 1;
    isShown = false;
  });
  tabs.push(tab);
}

/** Gives up in silence: the report says how many there are. */
function until(condition: () => boolean, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, patienceMs);
    function end(): void {
      clearTimeout(timer);
      onShown = () => {};
      resolve();
    }
    onShown = () => {
      if (condition()) end();
    };
    onShown();
  });
}
