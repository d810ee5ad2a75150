import { CannotCheck, expectEqual, expectFields, expectThat, valueAt } from './expect.ts';
import type { Check, Site } from './site.ts';
import type { Listener } from './sockets.ts';
import { relay } from './tab.ts';

/** A tab of a brand whose calls are recorded. */
export async function recordingTab(site: Site): Promise<Listener> {
  const tab = await site.tab();
  const { recording } = await tab.hears('call.state', {});
  if (recording === null) throw new CannotCheck('nobody records the calls of the brand');
  return tab;
}

/** A new tab shows what a reloaded page does. */
async function expectShown(site: Site, recording: Readonly<Record<string, unknown>>): Promise<void> {
  const state = await (await site.tab()).hears('call.state', {});
  expectFields('the recording of a new tab', state.recording, recording);
}

const paused = (message: unknown) => valueAt(message, 'state.recording.paused');
const sequenceOf = (message: unknown) => Number(valueAt(message, 'state.recording.sequence'));

/** The state of the recording, as tabs are told. */
export const recordingChecks: readonly Check[] = [
  {
    name: 'start-unpaused',
    run: async (site) => {
      const tab = await recordingTab(site);
      expectEqual(
        'paused',
        paused(await relay(tab, site.events, 'call-started', { phone_number: '+14155550100' })),
        false,
      );
    },
  },
  {
    name: 'pause-and-resume',
    run: async (site) => {
      const tab = await recordingTab(site);
      await site.events.start();
      expectEqual('paused', paused(await relay(tab, site.events, 'recording-paused')), true);
      expectEqual('paused', paused(await relay(tab, site.events, 'recording-resumed')), false);
    },
  },
  {
    name: 'hold-is-no-pause',
    run: async (site) => {
      const tab = await recordingTab(site);
      await site.events.start();
      const held = await relay(tab, site.events, 'hold-started');
      expectFields('call.event of a hold', held, { 'state.call.on_hold': true, 'state.recording.paused': false });
      const free = await relay(tab, site.events, 'hold-ended');
      expectFields('call.event of its end', free, { 'state.call.on_hold': false, 'state.recording.paused': false });
    },
  },
  {
    name: 'hold-overtaken',
    run: async (site) => {
      const tab = await site.tab();
      await site.events.start();
      await relay(tab, site.events, 'hold-ended');
      await relay(tab, site.events, 'hold-started');
      const message = await relay(tab, site.events, 'hold-ended');
      expectFields('call.event of the next event', message, { 'state.call.on_hold': false });
    },
  },
  {
    name: 'reload-keeps-pause',
    run: async (site) => {
      await recordingTab(site);
      await site.events.start();
      await site.events.post('recording-paused');
      await expectShown(site, { paused: true });
      await site.events.post('recording-resumed');
      await expectShown(site, { paused: false });
    },
  },
  {
    name: 'resend-keeps-pause',
    run: async (site) => {
      await recordingTab(site);
      const phone_number = await site.events.start();
      await site.events.post('recording-paused');
      await site.events.post('call-started', { phone_number }, { duplicate: true });
      await expectShown(site, { paused: true });
    },
  },
  {
    name: 'next-call-unpaused',
    run: async (site) => {
      await recordingTab(site);
      await site.events.start();
      await site.events.post('recording-paused');
      await site.events.start();
      await expectShown(site, { paused: false });
    },
  },
  {
    name: 'end-clears-pause',
    run: async (site) => {
      await recordingTab(site);
      await site.events.start();
      await site.events.post('recording-paused');
      await site.events.post('call-ended');
      await site.events.start();
      await expectShown(site, { paused: false });
    },
  },
  {
    name: 'sequence-rises',
    run: async (site) => {
      const tab = await recordingTab(site);
      const sequences: number[] = [];
      for (const event of [
        'call-started',
        'recording-paused',
        'recording-resumed',
        'call-started',
        'recording-paused',
      ]) {
        const phone_number = event === 'call-started' ? site.events.newPhone() : undefined;
        sequences.push(sequenceOf(await relay(tab, site.events, event, { phone_number })));
      }
      const rises = sequences.every((sequence, at) => sequence > (sequences[at - 1] ?? 0));
      expectThat(rises, `the sequences of recording controls are ${sequences.join(', ')}`);
    },
  },
  {
    name: 'retried-pause',
    run: async (site) => {
      const tab = await recordingTab(site);
      await site.events.start();
      const event_id = site.events.newId();
      await relay(tab, site.events, 'recording-paused', { event_id });
      const sequence = sequenceOf(await relay(tab, site.events, 'recording-resumed'));
      const before = tab.heard.length;
      await site.events.post('recording-paused', { event_id }, { duplicate: true });
      await tab.hears('call.event', { 'state.recording.sequence': sequence, 'state.recording.paused': false }, before);
      await expectShown(site, { paused: false, sequence });
    },
  },
  {
    name: 'controls-without-id',
    run: async (site) => {
      await recordingTab(site);
      await site.events.start();
      for (const event of ['recording-paused', 'recording-resumed', 'recording-paused']) {
        await site.events.post(event, { event_id: undefined }, { duplicate: false });
      }
      await expectShown(site, { paused: true });
    },
  },
];
