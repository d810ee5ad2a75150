// A process of its own: tabs that reconnect with the delays of @callside/client. They speak Socket.IO's protocol over a
// bare WebSocket, because the processor time of ten thousand real clients is taken from the server that is measured.

import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { answerMessages } from '../worker-process.ts';

/** Open these tabs, or wait until those that lost their connection show a state again. */
export type StormInput = { do: 'open'; port: number; tokens: string[] } | { do: 'await return'; patienceMs: number };

export interface StormReport {
  /** Tabs that show a state. */
  shown: number;
  /** When each tab that returned showed its state, in milliseconds since 1970. */
  returnedAt: number[];
}

const atATime = 50;
const openPatienceMs = 60_000;

const firstDelayMs = 2_000;
const longestDelayMs = 10_000;
const jitter = 0.75;

let tabs = 0;
let returnedAt: number[] = [];
let shown = 0;
let onShown = () => {};

answerMessages(async (input: StormInput): Promise<StormReport> => {
  if (input.do === 'open') {
    for (let first = 0; first < input.tokens.length; first += atATime) {
      const wave = input.tokens.slice(first, first + atATime);
      for (const token of wave) void keepOpen(input.port, token);
      await until(() => shown >= first + wave.length, openPatienceMs);
    }
    return { shown, returnedAt };
  }
  // This order is sent before the server is killed.
  returnedAt = [];
  await until(() => returnedAt.length >= tabs && shown === tabs, input.patienceMs);
  return { shown, returnedAt };
});

/** One tab, for as long as the process lives. */
async function keepOpen(port: number, token: string): Promise<void> {
  tabs += 1;
  for (let attempt = 0; ; attempt += 1) {
    if (await connectOnce(port, token)) attempt = 0;
    const delayMs = firstDelayMs * 2 ** attempt * (1 - jitter + 2 * jitter * Math.random());
    await sleep(Math.min(longestDelayMs, delayMs));
  }
}

/** Resolves when the connection is over, to whether the tab had shown its state. */
function connectOnce(port: number, token: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
      skipUTF8Validation: true,
    });
    let isShown = false;
    socket.on('message', (data) => {
      const text = String(data);
      if (text === '2') socket.send('3');
      else if (text.startsWith('0')) socket.send(`40/rep,${JSON.stringify({ token })}`);
      else if (text.startsWith('42/rep,["call.state"') && !isShown) {
        isShown = true;
        shown += 1;
        returnedAt.push(Date.now());
        onShown();
      } else if (text.startsWith('44')) socket.terminate();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (isShown) shown -= 1;
      resolve(isShown);
    });
  });
}

/** Resolves without an error at the limit: the report contains the number of tabs. */
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
