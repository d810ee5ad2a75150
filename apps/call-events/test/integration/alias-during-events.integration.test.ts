import { type AddedAlias, addedAliasSchema, type CallEventResponse } from '@callside/schemas';
import fc from 'fast-check';
import { createDialler } from '../support/dialler.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../support/organisations.ts';
import { Reader } from '../support/reader.ts';
import { callsOf } from '../support/records.ts';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let rep: TestUser;
let reader: Reader;

beforeAll(async () => {
  service = await startService({ servers: 2 });
});
beforeEach(async () => {
  brand = await addBrand(service);
  rep = await addUser(service, brand);
  reader = await Reader.of(service.clients[0], brand, await addUser(service, brand, { role: 'owner' }));
});
afterAll(() => service.close());

async function send(
  event: string,
  agent: string,
  { server = 0, ...fields }: { server?: number; phone_number?: string },
) {
  const client = service.clients[server] ?? service.clients[0];
  const answer = await createDialler(client, brand).post(event, { agent_email: agent, ...fields });
  expect(answer.status).toBe(200);
  return answer.json as CallEventResponse;
}

async function addAlias(alias: string): Promise<AddedAlias> {
  const answer = await reader.send('POST', '/settings/agent-aliases', { alias, user_id: rep.id });
  expect(answer.status).toBe(201);
  return addedAliasSchema.parse(answer.json);
}

async function stateOfRep() {
  const [row] = await service.query<{ phone_number: string | null; recording_paused: boolean }>(
    'SELECT phone_number, recording_paused FROM rep_state WHERE user_id = $1',
    [rep.id],
  );
  return { number: row?.phone_number ?? null, isPaused: row?.recording_paused ?? false };
}

const controls = ['recording-paused', 'recording-resumed'] as const;
const server = fc.constantFrom(0, 1);
const plan = fc.record({
  before: fc.array(fc.record({ event: fc.constantFrom(...controls), server }), { maxLength: 2 }),
  meanwhile: fc.array(
    fc.record({ event: fc.constantFrom(...controls, ...controls, ...controls, 'call-ended', 'call-started'), server }),
    { minLength: 2, maxLength: 6 },
  ),
});

it('after events that a dialler sends meanwhile, the rep has the call, number and pause that the dialler has', async () => {
  const numbers = ['+14155550134', '+14155550199'];
  let round = 0;
  await fc.assert(
    fc.asyncProperty(plan, async ({ before, meanwhile }) => {
      round += 1;
      const agent = `sip/${round}`;
      let current: { number: string | null; isPaused: boolean } = { number: '+14155550134', isPaused: false };
      await send('call-started', agent, { phone_number: '+14155550134' });
      const report = async (event: string, from: number) => {
        const other = numbers.find((number) => number !== current.number) ?? '';
        await send(event, agent, { server: from, ...(event === 'call-started' && { phone_number: other }) });
        if (event === 'call-started') current = { number: other, isPaused: false };
        else if (event === 'call-ended') current = { number: null, isPaused: false };
        else if (current.number !== null) current = { ...current, isPaused: event === 'recording-paused' };
      };
      for (const { event, server: from } of before) await report(event, from);
      const added = addAlias(agent);
      for (const { event, server: from } of meanwhile) await report(event, from);
      const { live_call } = await added;
      expect([live_call, await stateOfRep()]).toEqual([live_call, current]);
      await send('call-ended', agent, {});
      expect((await callsOf(service, rep)).every(({ ended_at }) => ended_at !== null)).toBe(true);
    }),
    // The order in time differs in each run, so a failure is not made smaller.
    { numRuns: 25, endOnFailure: true },
  );
});
