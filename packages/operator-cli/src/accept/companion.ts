import { expectEqual, expectThat, valueAt } from './expect.ts';
import { recordingTab } from './recording.ts';
import type { Check } from './site.ts';
import type { Listener } from './sockets.ts';
import { relay } from './tab.ts';

const state = 'recording.state';

/** Resolves when the companion knows the call: what it heard before does not count. */
async function knowsCall(companion: Listener): Promise<number> {
  const { call_reference } = await companion.hears('call.started', {});
  await companion.hears(state, { call_reference });
  return companion.heard.length;
}

/** What the companion of the rep is told. */
export const companionChecks: readonly Check[] = [
  {
    name: 'companion-pause',
    run: async (site) => {
      const companion = await site.companion();
      await site.events.start();
      const before = await knowsCall(companion);
      await site.events.post('recording-paused');
      await companion.hears(state, { paused: true }, before);
      const then = companion.heard.length;
      await site.events.post('recording-resumed');
      await companion.hears(state, { paused: false }, then);
    },
  },
  {
    name: 'companion-hold',
    run: async (site) => {
      const companion = await site.companion();
      await site.events.start();
      const before = await knowsCall(companion);
      await site.events.post('hold-started');
      await site.events.post('recording-paused');
      await companion.hears(state, { paused: true }, before);
      const states = companion.heard.slice(before).filter(({ name }) => name === state);
      expectEqual('the recording states after a hold and a pause', states.length, 1);
    },
  },
  {
    name: 'companion-end',
    run: async (site) => {
      const companion = await site.companion();
      await site.events.start();
      const before = await knowsCall(companion);
      await site.events.post('recording-paused');
      await companion.hears(state, { paused: true }, before);
      const paused = companion.heard.length;
      await site.events.post('call-ended');
      await companion.hears('call.ended', {}, paused);
      const last = companion.heard.slice(paused);
      const cleared = last.findIndex(({ name, payload }) => name === state && payload.paused === false);
      const ended = last.findIndex(({ name }) => name === 'call.ended');
      expectThat(cleared !== -1 && cleared < ended, 'the pause is not cleared before the companion hears the end');
    },
  },
  {
    name: 'companion-retry',
    run: async (site) => {
      const companion = await site.companion();
      await site.events.start();
      const before = await knowsCall(companion);
      const event_id = site.events.newId();
      await site.events.post('recording-paused', { event_id });
      const { sequence } = await companion.hears(state, { paused: true }, before);
      const then = companion.heard.length;
      await site.events.post('recording-paused', { event_id }, { duplicate: true });
      await companion.hears(state, { paused: true, sequence }, then);
    },
  },
  {
    name: 'same-sequence',
    needs: ['tab', 'companion'],
    run: async (site) => {
      const [tab, companion] = [await recordingTab(site), await site.companion()];
      await site.events.start();
      const before = await knowsCall(companion);
      const message = await relay(tab, site.events, 'recording-paused');
      const { sequence } = await companion.hears(state, { paused: true }, before);
      expectEqual('the sequence of the page', valueAt(message, 'state.recording.sequence'), sequence);
    },
  },
];
