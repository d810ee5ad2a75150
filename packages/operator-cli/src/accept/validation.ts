import { laterEvents } from './call-state.ts';
import { expectStatus, expectThat } from './expect.ts';
import type { Answer } from './http.ts';
import type { Check } from './site.ts';

const fieldNames = /agent_email|phone_number|customer_id|event_id|occurred_at|metadata/;

export function expectNoSchema(what: string, { text }: Answer): void {
  expectThat(!fieldNames.test(text), `${what}: the answer names a field of the event`);
}

/** What is refused with 422, and what never is. */
export const validationChecks: readonly Check[] = [
  {
    name: 'agent-required',
    run: async ({ events }) => {
      for (const agent_email of [undefined, '', '  ', null, 7]) {
        for (const event of ['call-started', 'hold-ended']) {
          await events.refuses(422, event, { agent_email, phone_number: events.newPhone() });
        }
      }
    },
  },
  {
    name: 'number-required',
    run: async ({ events }) => {
      for (const phone_number of [undefined, '', null, 4155550100]) {
        await events.refuses(422, 'call-started', { phone_number });
      }
    },
  },
  {
    name: 'customer-code-type',
    run: async ({ events }) => {
      const phone_number = events.newPhone();
      for (const event of ['call-started', 'call-ended']) {
        for (const customer_id of [7, true, {}]) await events.refuses(422, event, { phone_number, customer_id });
      }
    },
  },
  {
    name: 'customer-code-any-text',
    run: async ({ events }) => {
      for (const customer_id of ['007', '<ünï/%$>', '7'.repeat(200), ' ']) {
        await events.post('hold-ended', { customer_id }, { accepted: true });
      }
    },
  },
  {
    name: 'metadata-type',
    run: async ({ events }) => {
      for (const metadata of [[], 'text', 7, true]) await events.refuses(422, 'hold-ended', { metadata });
    },
  },
  {
    name: 'metadata-any-object',
    run: async ({ events }) => {
      for (const metadata of [{}, { a: { b: [1, null] } }, null, undefined]) {
        await events.post('hold-ended', { metadata }, { accepted: true });
      }
    },
  },
  {
    name: 'time-never-rejects',
    run: async ({ events }) => {
      for (const occurred_at of [undefined, null, '', 'yesterday', '2024-02-31T00:00:00Z', 7, {}]) {
        await events.post('hold-ended', { occurred_at }, { accepted: true });
      }
    },
  },
  {
    name: 'nothing-else-rejects',
    run: async ({ events, run }) => {
      await events.post('hold-ended', { agent_email: `${run} is no address` }, { agent_resolved: false });
      await events.post('hold-ended', { phone_number: 7, event_id: {} }, { accepted: true });
      for (const phone_number of ['not a number', '+', '(415) 555-0100']) await events.start({ phone_number });
    },
  },
  {
    name: 'not-json',
    run: async ({ events }) => {
      for (const event of ['call-started', ...laterEvents]) {
        const answer = await events.send(event, '{"agent_email": ');
        expectStatus(`${event} with broken JSON`, answer, 422);
        expectNoSchema('broken JSON', answer);
        expectThat(/\d/.test(answer.text), 'the answer to broken JSON does not say where it is broken');
      }
    },
  },
];
