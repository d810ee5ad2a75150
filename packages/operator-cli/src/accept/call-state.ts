import type { Check } from './site.ts';

export const laterEvents = ['call-ended', 'hold-started', 'hold-ended', 'recording-paused', 'recording-resumed'];

const fresh = { duplicate: false, agent_resolved: true, call_active: true };
const resent = { ...fresh, duplicate: true };

/** The table of states, as the answers show it. */
export const callStateChecks: readonly Check[] = [
  {
    name: 'no-call',
    run: async ({ events }) => {
      const outcome = { duplicate: false, agent_resolved: true, call_active: false };
      for (const event of laterEvents) await events.post(event, {}, outcome);
    },
  },
  {
    name: 'start-opens',
    run: async ({ events }) => {
      await events.start();
      await events.post('hold-started', {}, fresh);
    },
  },
  {
    name: 'resend',
    run: async ({ events }) => {
      const phone_number = await events.start({ customer_id: '007' });
      for (const customer_id of ['007', undefined, null]) {
        await events.post('call-started', { phone_number, customer_id, event_id: undefined }, resent);
        await events.post('call-started', { phone_number, customer_id }, resent);
      }
      await events.post('hold-started', {}, fresh);
    },
  },
  {
    name: 'resend-with-code',
    run: async ({ events }) => {
      const phone_number = await events.start();
      await events.post('call-started', { phone_number, customer_id: '007', event_id: undefined }, resent);
    },
  },
  {
    name: 'other-number',
    run: async ({ events }) => {
      const phone_number = await events.start();
      await events.start();
      await events.post('call-started', { phone_number }, fresh);
    },
  },
  {
    name: 'other-customer',
    run: async ({ events }) => {
      const phone_number = await events.start({ customer_id: '007' });
      await events.post('call-started', { phone_number, customer_id: '7' }, fresh);
    },
  },
  {
    name: 'one-call-a-rep',
    run: async ({ events }) => {
      await events.start();
      await events.start();
      await events.post('call-ended', {}, { call_active: true });
      await events.post('call-ended', {}, { call_active: false });
    },
  },
  {
    name: 'end-closes',
    run: async ({ events }) => {
      const phone_number = await events.start();
      await events.post('call-ended', {}, fresh);
      await events.post('hold-started', {}, { call_active: false });
      await events.post('call-started', { phone_number }, fresh);
    },
  },
  {
    name: 'current-call',
    run: async ({ events }) => {
      await events.start();
      for (const event of ['hold-started', 'recording-paused', 'call-ended']) {
        await events.post(event, { phone_number: events.newPhone(), customer_id: 'another' }, fresh);
      }
      await events.post('call-ended', {}, { call_active: false });
    },
  },
  {
    name: 'any-order',
    run: async ({ events }) => {
      await events.start();
      const late = { occurred_at: '2020-01-01T00:00:00Z' };
      for (const event of ['hold-ended', 'recording-resumed', 'hold-started', 'hold-started']) {
        await events.post(event, late, fresh);
      }
    },
  },
];
