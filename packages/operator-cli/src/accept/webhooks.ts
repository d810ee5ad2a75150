import { callEventNames } from '@callside/schemas';
import { expectThat } from './expect.ts';
import type { Check } from './site.ts';

const isId = /call_?id|^id$|reference/i;

/** Answers of the six endpoints, and what a retry does. */
export const webhookChecks: readonly Check[] = [
  {
    name: 'six-endpoints',
    run: async ({ events }) => {
      await events.start();
      const inOrder = ['hold-started', 'hold-ended', 'recording-paused', 'recording-resumed', 'call-ended'];
      for (const event of inOrder) {
        await events.post(event, {}, { duplicate: false, agent_resolved: true, call_active: true });
      }
    },
  },
  {
    name: 'internal-id-hidden',
    run: async ({ events }) => {
      const answer = await events.send('call-started', events.body({ phone_number: events.newPhone() }));
      const names = Object.keys(Object(answer.json));
      expectThat(!names.some((name) => isId.test(name)), `the answer has the fields ${names.join(', ')}`);
    },
  },
  {
    name: 'call-id-ignored',
    run: async ({ events }) => {
      const phone_number = await events.start({ call_id: 'one' });
      await events.post('hold-started', { call_id: 'another' }, { call_active: true });
      await events.post('call-started', { phone_number, call_id: 'a third' }, { duplicate: true });
      await events.post('call-ended', { call_id: 7 }, { call_active: true });
    },
  },
  {
    name: 'extra-fields-ignored',
    run: ({ events }) => events.start({ queue: 'sales', nested: { deep: [null] }, phone: 7 }),
  },
  {
    name: 'customer-code-optional',
    run: async ({ events }) => {
      await events.start({ customer_id: undefined });
      await events.post('hold-started', { customer_id: undefined });
    },
  },
  {
    name: 'address-normalised',
    run: ({ events }) => events.start({ agent_email: `  ${events.agent.toUpperCase()}\t` }),
  },
  {
    name: 'unknown-agent',
    run: async ({ events, run }) => {
      const outcome = { agent_resolved: false, call_active: false, delivered_sockets: 0 };
      for (const event of callEventNames) {
        // An address under `.invalid` is no person's.
        const agent_email = `${run}@simulated.invalid`;
        await events.post(event, { agent_email, phone_number: events.newPhone() }, outcome);
      }
    },
  },
  {
    name: 'retry',
    run: async ({ events }) => {
      await events.start();
      for (const event of ['hold-started', 'recording-paused', 'recording-resumed', 'hold-ended', 'call-ended']) {
        const event_id = events.newId();
        const { agent_resolved, call_active } = await events.post(event, { event_id }, { duplicate: false });
        await events.post(event, { event_id }, { duplicate: true, agent_resolved, call_active });
      }
    },
  },
  {
    name: 'retry-of-start',
    run: async ({ events }) => {
      const event_id = events.newId();
      const phone_number = await events.start({ event_id });
      await events.post('call-started', { event_id, phone_number }, { duplicate: true });
      await events.post('call-ended');
      await events.post('call-started', { event_id, phone_number }, { duplicate: true });
      await events.post('hold-started', {}, { call_active: false });
    },
  },
  {
    name: 'id-unique-per-brand',
    run: async ({ events, run }) => {
      const event_id = events.newId();
      await events.start();
      await events.post('hold-started', { event_id }, { duplicate: false });
      await events.post('hold-ended', { event_id }, { duplicate: true });
      await events.post('hold-started', { event_id, agent_email: `${run}@simulated.invalid` }, { duplicate: true });
    },
  },
  {
    name: 'without-id-new',
    run: async ({ events }) => {
      await events.start();
      for (let times = 0; times < 2; times += 1) {
        await events.post('hold-started', { event_id: undefined }, { duplicate: false });
      }
    },
  },
];
