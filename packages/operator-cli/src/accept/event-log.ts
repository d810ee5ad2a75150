import { expectEqual, expectFields } from './expect.ts';
import type { Check, Site } from './site.ts';

/** What the event log has under this id, of the latest events of the agent. */
async function logged({ read, events }: Site, event_id: string): Promise<unknown[]> {
  const path = `/events?limit=20&agent_email=${encodeURIComponent(events.agent)}`;
  const { items } = Object(await read(path));
  return Array.isArray(items) ? items.filter((entry) => Object(entry).event_id === event_id) : [];
}

async function post(site: Site, event: string, fields: Readonly<Record<string, unknown>>): Promise<unknown> {
  const event_id = site.events.newId();
  await site.events.post(event, { event_id, ...fields });
  return (await logged(site, event_id))[0];
}

/** What is on file of an event. Only owners may read the log. */
export const eventLogChecks: readonly Check[] = [
  {
    name: 'log-entry',
    run: async (site) => {
      const agent_email = site.events.agent.toLowerCase();
      const entry = await post(site, 'hold-started', { occurred_at: '2026-01-02T03:04:05Z' });
      expectFields('the entry', entry, { event: 'hold-started', agent_email, agent_resolved: true });
      expectEqual('occurred_at', Date.parse(Object(entry).occurred_at), Date.UTC(2026, 0, 2, 3, 4, 5));
    },
  },
  {
    name: 'log-numbers',
    run: async (site) => {
      const phone_number = await site.events.start();
      expectFields('a later event', await post(site, 'hold-started', {}), { phone_number });
      const another = { phone_number: site.events.newPhone() };
      expectFields('an end with another number', await post(site, 'call-ended', another), another);
    },
  },
  {
    name: 'log-customer-code',
    run: async (site) => {
      await site.events.start({ customer_id: '007' });
      const another = { customer_id: 'another' };
      expectFields('a later event', await post(site, 'hold-started', another), another);
    },
  },
  {
    name: 'log-duplicate',
    run: async (site) => {
      const event_id = site.events.newId();
      await site.events.post('hold-started', { event_id });
      await site.events.post('hold-started', { event_id }, { duplicate: true });
      expectEqual('the rows of an event that came twice', (await logged(site, event_id)).length, 1);
      const phone_number = await site.events.start();
      const resent = site.events.newId();
      await site.events.post('call-started', { phone_number, event_id: resent }, { duplicate: true });
      expectEqual('the rows of a resent start', (await logged(site, resent)).length, 0);
    },
  },
];
