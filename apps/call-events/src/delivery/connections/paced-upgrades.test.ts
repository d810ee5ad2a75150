import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { until } from '@callside/test-kit';
import { paceUpgrades } from './paced-upgrades.ts';

/** By default all turns are short, however busy the machine is. */
function pacedServer(now = () => 0) {
  const served: number[] = [];
  const { noteConnection, handleUpgrade } = paceUpgrades(({ url }) => served.push(Number(url)), now);
  const ask = (n: number, socket = new PassThrough()) => {
    handleUpgrade({ url: String(n) } as IncomingMessage, socket, Buffer.alloc(0));
    return socket;
  };
  return { ask, connect: noteConnection, served };
}

it('a thousand upgrades at once are served in their order, a few in each turn of the event loop', async () => {
  const { ask, served } = pacedServer();
  const asked = Array.from({ length: 1_000 }, (_, n) => n);
  for (const n of asked) ask(n);
  expect(served).toEqual([]);
  let mostInOneTurn = 0;
  while (served.length < asked.length) {
    const before = served.length;
    await turn();
    mostInOneTurn = Math.max(mostInOneTurn, served.length - before);
  }
  expect(served).toEqual(asked);
  // There may be two turns between two checks of the test.
  expect(mostInOneTurn).toBeLessThanOrEqual(16);
});

it('an upgrade whose socket fails while it waits is left out and disturbs no other', async () => {
  const { ask, served } = pacedServer();
  const failing = ask(1);
  ask(2);
  failing.emit('error', new Error('ECONNRESET'));
  for (let turns = 0; served.length < 1 && turns < 100; turns += 1) await turn();
  expect(served).toEqual([2]);
  expect(failing.destroyed).toBe(true);
});

it('new connections are taken before upgrades are served, but do not delay them indefinitely', async () => {
  const { ask, connect, served } = pacedServer();
  ask(1);
  for (let turns = 0; turns < 50; turns += 1) {
    connect();
    await turn();
  }
  expect(served).toEqual([]);
  for (let turns = 0; turns < 1_000 && served.length === 0; turns += 1) {
    connect();
    await turn();
  }
  expect(served).toEqual([1]);
});

it('after a long turn of the event loop, upgrades wait for a moment', async () => {
  let nowMs = 0;
  const { ask, served } = pacedServer(() => nowMs);
  const asked = Array.from({ length: 20 }, (_, n) => n);
  for (const n of asked) ask(n);
  while (served.length === 0) await turn();
  nowMs += 20;
  await turn();
  const before = served.length;
  for (let turns = 0; turns < 10; turns += 1) await turn();
  expect(served).toHaveLength(before);
  await until('the upgrades go on', () => served.length === asked.length);
  expect(served).toEqual(asked);
});

it('upgrades that have waited for long do not wait for short turns', async () => {
  let nowMs = 0;
  const { ask, served } = pacedServer(() => nowMs);
  for (let n = 0; n < 20; n += 1) ask(n);
  while (served.length === 0) await turn();
  nowMs += 2_000;
  for (let turns = 0; turns < 100 && served.length < 20; turns += 1) {
    nowMs += 20;
    await turn();
  }
  expect(served).toHaveLength(20);
});
