import type { EventSender } from './event-sender.ts';
import { expectEqual, expectFields, expectThat, valueAt } from './expect.ts';
import type { Check } from './site.ts';
import type { Listener } from './sockets.ts';

/** Posts an event and returns what the tab hears of it. */
export async function relay(
  tab: Listener,
  events: EventSender,
  event: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown>> {
  const event_id = fields.event_id ?? events.newId();
  await events.post(event, { ...fields, event_id });
  return tab.hears('call.event', { event, event_id });
}

const events = (tab: Listener, after: number) => tab.heard.slice(after).filter(({ name }) => name === 'call.event');

const mostTries = 20;

/** What a tab of the rep is told of calls. */
export const tabChecks: readonly Check[] = [
  {
    name: 'tab-shows-call',
    run: async (site) => {
      const tab = await site.tab();
      const phone_number = site.events.newPhone();
      const message = await relay(tab, site.events, 'call-started', { phone_number });
      expectFields('call.event of the start', message, { 'state.call.phone_number': phone_number });
      const ended = await relay(tab, site.events, 'call-ended');
      expectFields('call.event of the end', ended, { 'state.call': null });
    },
  },
  {
    name: 'tab-each-event',
    run: async (site) => {
      const tab = await site.tab();
      await site.events.start();
      for (const event of ['hold-started', 'hold-ended', 'recording-paused', 'recording-resumed', 'call-ended']) {
        expectFields(`call.event of ${event}`, await relay(tab, site.events, event), { applied: true });
      }
    },
  },
  {
    name: 'tab-mid-call',
    run: async (site) => {
      const phone_number = await site.events.start();
      await (await site.tab()).hears('call.state', { 'call.phone_number': phone_number });
    },
  },
  {
    name: 'tab-counted',
    run: async (site) => {
      await site.tab();
      await site.events.start();
      // A tab on another server is not counted: each request may reach any server.
      for (let tries = 0; tries < mostTries; tries += 1) {
        const { delivered_sockets } = await site.events.post(tries % 2 === 0 ? 'hold-started' : 'hold-ended');
        if (delivered_sockets > 0) return;
      }
      expectThat(false, `delivered_sockets is 0 for ${mostTries} events with a tab open`);
    },
  },
  {
    name: 'number-untouched',
    run: async (site) => {
      const tab = await site.tab();
      for (const phone_number of ['+14155550123', '+442079460123', '+61255501234']) {
        const message = await relay(tab, site.events, 'call-started', { phone_number });
        expectFields(`call.event of ${phone_number}`, message, { 'state.call.phone_number': phone_number });
      }
    },
  },
  {
    name: 'number-as-sent',
    run: async (site) => {
      const tab = await site.tab();
      for (const phone_number of ['anonymous', 'unavailable', 'ext. 12']) {
        const message = await relay(tab, site.events, 'call-started', { phone_number });
        const shown = { 'state.call.phone_number': phone_number, applied: true };
        expectFields(`call.event of ${phone_number}`, message, shown);
      }
    },
  },
  {
    name: 'customer-code-kept',
    run: async (site) => {
      const tab = await site.tab();
      for (const customer_id of ['007', '<ünï/%$>']) {
        const phone_number = site.events.newPhone();
        const message = await relay(tab, site.events, 'call-started', { phone_number, customer_id });
        expectFields('call.event', message, { 'state.call.customer_id': customer_id });
      }
    },
  },
  {
    name: 'customer-code-of-opening',
    run: async (site) => {
      const tab = await site.tab();
      await site.events.start({ customer_id: '007' });
      const message = await relay(tab, site.events, 'hold-started', { customer_id: 'another' });
      expectFields('call.event with another code', message, { 'state.call.customer_id': '007' });
    },
  },
  {
    name: 'metadata-as-sent',
    run: async (site) => {
      const tab = await site.tab();
      const metadata = { queue: 'sales', nested: { list: [1, 'two', null, true] } };
      for (const [sent, shown] of [
        [metadata, metadata],
        [null, {}],
        [undefined, {}],
      ]) {
        expectEqual('metadata', (await relay(tab, site.events, 'hold-ended', { metadata: sent })).metadata, shown);
      }
    },
  },
  {
    name: 'time-as-sent',
    run: async (site) => {
      const tab = await site.tab();
      const message = await relay(tab, site.events, 'hold-ended', { occurred_at: '2026-01-02T03:04:05+02:00' });
      expectEqual('occurred_at', Date.parse(String(message.occurred_at)), Date.UTC(2026, 0, 2, 1, 4, 5));
    },
  },
  {
    name: 'time-falls-back',
    run: async (site) => {
      const tab = await site.tab();
      for (const occurred_at of [undefined, '', 'yesterday']) {
        const message = await relay(tab, site.events, 'hold-ended', { occurred_at });
        expectFields('call.event', message, { occurred_at: message.received_at });
      }
    },
  },
  {
    name: 'implicit-end',
    run: async (site) => {
      const tab = await site.tab();
      await site.events.start();
      const before = tab.heard.length;
      const phone_number = site.events.newPhone();
      await relay(tab, site.events, 'call-started', { phone_number });
      const last = events(tab, before)
        .slice(-2)
        .map(({ payload }) => payload.event);
      expectEqual('what the tab hears when another call starts', last, ['call-ended', 'call-started']);
    },
  },
  {
    name: 'duplicate-not-relayed',
    run: async (site) => {
      const tab = await site.tab();
      const event_id = site.events.newId();
      await site.events.start();
      await site.events.post('hold-started', { event_id });
      await site.events.post('hold-started', { event_id }, { duplicate: true });
      await relay(tab, site.events, 'hold-ended');
      const heard = events(tab, 0).filter(({ payload }) => payload.event_id === event_id).length;
      expectEqual('how often the tab hears an event that came twice', heard, 1);
    },
  },
  {
    name: 'no-call-not-shown',
    run: async (site) => {
      const tab = await site.tab();
      const message = await relay(tab, site.events, 'hold-started');
      expectFields('call.event without a call', message, { applied: false, 'state.call': null });
    },
  },
  {
    name: 'unknown-agent-not-shown',
    run: async (site) => {
      const tab = await site.tab();
      const event_id = site.events.newId();
      const agent_email = `${site.run}@simulated.invalid`;
      await site.events.post('call-started', { event_id, agent_email, phone_number: site.events.newPhone() });
      const message = await relay(tab, site.events, 'hold-started');
      expectEqual('the call of the tab', valueAt(message, 'state.call'), null);
      const heard = events(tab, 0).some(({ payload }) => payload.event_id === event_id);
      expectThat(!heard, 'the tab hears an event of an unknown agent');
    },
  },
];
