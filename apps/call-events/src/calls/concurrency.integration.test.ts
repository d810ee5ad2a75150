import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createPool, type Pool } from '@callside/database';
import { callEventNameSchema, callEventNames } from '@callside/schemas';
import { createLogger } from '@callside/service-kit';
import { applyEvent, firstState, type ModelEvent, type ModelState, type ModelStep } from '@callside/test-kit';
import fc from 'fast-check';
import {
  aNumber,
  anotherNumber,
  answer,
  createDialler,
  createRepsDialler,
  type RepsDialler,
} from '../../test/support/dialler.ts';
import { anEvent } from '../../test/support/event-arbitraries.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../test/support/organisations.ts';
import { callsOf, eventsOf, stateOf } from '../../test/support/records.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';
import { createPools } from '../pools.ts';
import { CallEventStore } from './calls.store.ts';
import { decideBatch } from './rules/decide-batch.ts';

let service: ServiceUnderTest;
let brand: TestBrand;

beforeAll(async () => {
  service = await startService({ servers: 2 });
});
beforeEach(async () => {
  brand = await addBrand(service);
});
afterAll(() => service.close());

/** Diallers for the rep, one for each server. */
function diallersOf(rep: TestUser): RepsDialler[] {
  return service.clients.map((client) => createRepsDialler(createDialler(client, brand), rep));
}

function on<Item>(items: Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('there is no such item');
  return item;
}

test.each(callEventNames)('24 concurrent retries of %s on two servers have one row and one effect', async (event) => {
  const rep = await addUser(service, brand);
  const diallers = diallersOf(rep);
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) => on(diallers, index).send(event, { event_id: 'once' })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(24).fill(200));
  expect(answers.filter(({ json }) => Object(json).duplicate === false)).toHaveLength(1);
  expect(new Set(answers.map(({ json }) => Object(json).call_active))).toEqual(new Set([event === 'call-started']));
  expect(await eventsOf(service, rep)).toHaveLength(1);
  expect(await callsOf(service, rep)).toHaveLength(event === 'call-started' ? 1 : 0);
  expect(await stateOf(service, rep)).toMatchObject({ version: event === 'call-started' ? 1 : 0 });
});

test('24 concurrent retries for an unknown rep leave one row', async () => {
  const rep = { id: '', email: `nobody@${brand.host}` };
  const diallers = diallersOf(rep);
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) => on(diallers, index).send('call-started', { event_id: 'once' })),
  );
  expect(answers.filter(({ json }) => Object(json).duplicate === false)).toHaveLength(1);
  expect(await eventsOf(service, rep)).toHaveLength(1);
});

test('24 concurrent starts of one call without an event_id open one call', async () => {
  const rep = await addUser(service, brand);
  const diallers = diallersOf(rep);
  const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => on(diallers, index).send('call-started')));
  expect(answers.filter(({ json }) => Object(json).duplicate === false)).toHaveLength(1);
  expect(await callsOf(service, rep)).toHaveLength(1);
});

test('one event_id for 24 reps at the same time is one event', async () => {
  const reps = await Promise.all(Array.from({ length: 24 }, () => addUser(service, brand)));
  const answers = await Promise.all(
    reps.map((rep, index) => on(diallersOf(rep), index).send('call-started', { event_id: 'once' })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(24).fill(200));
  expect(answers.filter(({ json }) => Object(json).duplicate === false)).toHaveLength(1);
  const calls = await Promise.all(reps.map((rep) => callsOf(service, rep)));
  expect(calls.flat()).toHaveLength(1);
});

describe('an event_id that another server is recording at the same time', () => {
  let otherServer: Pool;

  beforeAll(() => {
    otherServer = createPool({ url: service.databaseUrl, maxConnections: 1, applicationName: 'another server' });
  });
  afterAll(() => otherServer.end());

  const isBlocked = async () =>
    (
      await service.query('SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = $1', [
        'Lock',
      ])
    ).length > 0;

  test.each([
    ['commits', 'COMMIT', true],
    ['rolls back', 'ROLLBACK', false],
  ])('is a duplicate only if that server %s', async (_title, end, duplicate) => {
    const rep = await addUser(service, brand);
    const [dialler] = diallersOf(rep);
    await dialler?.send('call-started');
    const client = await otherServer.connect();
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO call_events (brand_id, event, event_id, event_id_sha256, agent_email, occurred_at, received_at,
                                agent_resolved, call_active)
       VALUES ($1, 'call-ended', 'once', $2, 'other@reps.example', now(), now(), true, false)`,
      [brand.id, createHash('sha256').update('once', 'utf16le').digest()],
    );
    const answered = dialler?.send('hold-started', { event_id: 'once' });
    while (!(await isBlocked()));
    await client.query(end);
    client.release();

    expect((await answered)?.json).toEqual(answer({ duplicate, active: !duplicate }));
    expect(await stateOf(service, rep)).toMatchObject({ version: duplicate ? 1 : 2, on_hold: !duplicate });
  });

  test('waits for that server with one id, and not with those after it: there is no deadlock', async () => {
    const digestOf = (eventId: string) => createHash('sha256').update(eventId, 'utf16le').digest('hex');
    const [first = '', second = ''] = ['one', 'two'].sort((a, b) => (digestOf(a) < digestOf(b) ? -1 : 1));
    const client = await otherServer.connect();
    const insert = (eventId: string) =>
      client.query(
        `INSERT INTO call_events (brand_id, event, event_id, event_id_sha256, agent_email, occurred_at, received_at,
                                  agent_resolved, call_active)
         VALUES ($1, 'call-ended', $2, $3, 'nobody@reps.example', now(), now(), false, false)`,
        [brand.id, eventId, Buffer.from(digestOf(eventId), 'hex')],
      );
    await client.query(`BEGIN; SET LOCAL lock_timeout = '500ms'`);
    await insert(first);

    const pool = createPool({
      url: service.databaseUrl,
      maxConnections: 1,
      applicationName: 'this server',
      pipeline: true,
    });
    const events = [second, first].map((eventId) =>
      anEvent({
        brandId: brand.id,
        agentEmail: 'nobody@reps.example',
        event: 'call-ended',
        eventId,
        eventKey: digestOf(eventId),
        apiKeyId: null,
      }),
    );
    const batch = await new CallEventStore({ pool, lanes: pool }).begin(events);
    const committed = batch.commit(decideBatch(events, batch.context));
    while (!(await isBlocked()));
    await insert(second);
    await client.query('ROLLBACK');
    client.release();
    await committed;
    await batch.end();
    await pool.end();
    const log = await eventsOf(service, { email: 'nobody@reps.example' });
    expect(log.map(({ event_id }) => event_id)).toEqual([second, first]);
  });
});

test('an event waits for a server that stands still inside a transaction of the rep, and is recorded', async () => {
  const rep = await addUser(service, brand);
  const [dialler] = diallersOf(rep);
  await dialler?.send('call-started');
  const pools = createPools({
    url: service.databaseUrl,
    logger: createLogger({ service: 'call-events', level: 'silent' }),
  });
  const client = await pools.intake.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM rep_state WHERE user_id = $1 FOR UPDATE', [rep.id]);
  expect((await dialler?.send('hold-started'))?.json).toEqual(answer({}));
  client.release(true);
  await pools.close();
});

const step = fc.record({
  event: fc.constantFrom(...callEventNames, 'call-started' as const),
  phone_number: fc.constantFrom(aNumber, anotherNumber),
  customer_id: fc.constantFrom(undefined, 'c1', 'c2'),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The specification, applied to the events of one rep. */
class ModelRep {
  state: ModelState = firstState;
  readonly calls: [number: string, customer: string | null, endReason: 'ended' | 'superseded' | null][] = [];

  /** The answer that the service should give. */
  apply(sent: SentFields): { duplicate: boolean; call_active: boolean } {
    const step = applyEvent(this.state, { ...toModelEvent(sent), reference: `${this.calls.length}`, receivedMs: 0 });
    this.#keep(sent, step);
    return { duplicate: step.isResend, call_active: step.isOnLiveCall };
  }

  #keep({ event }: SentFields, { states }: ModelStep): void {
    for (const state of states) {
      const last = this.calls.at(-1);
      if (this.state.call !== null && state.call === null && last)
        last[2] = event === 'call-ended' ? 'ended' : 'superseded';
      if (state.call !== null && this.state.call?.reference !== state.call.reference) {
        this.calls.push([state.call.phoneNumber, state.call.customerId, null]);
      }
      this.state = state;
    }
  }
}

type SentFields = Pick<ModelEvent, 'event'> & { phone_number: string | null; customer_id?: string | null | undefined };

function toModelEvent({ event, phone_number, customer_id }: SentFields): Omit<ModelEvent, 'reference' | 'receivedMs'> {
  return { event, phoneNumber: phone_number, customerId: customer_id ?? null };
}

async function compare(rep: TestUser, model: ModelRep): Promise<void> {
  const calls = await callsOf(service, rep);
  expect(calls.map(({ phone_number, customer_id, end_reason }) => [phone_number, customer_id, end_reason])).toEqual(
    model.calls,
  );
  const { version, onHold, paused, call } = model.state;
  expect(await stateOf(service, rep)).toMatchObject({
    version,
    on_hold: onHold,
    recording_paused: paused,
    call_id: call ? calls.at(-1)?.id : null,
    phone_number: call?.phoneNumber ?? null,
    customer_id: call?.customerId ?? null,
  });
}

test('concurrent reps, each with sequential events on both servers, end in the state of the model', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 20 }), { minLength: 16, maxLength: 24 }),
      async (plans) => {
        await Promise.all(
          plans.map(async (plan) => {
            const rep = await addUser(service, brand);
            const diallers = diallersOf(rep);
            const model = new ModelRep();
            for (const [index, { event, phone_number, customer_id }] of plan.entries()) {
              const event_id = `${rep.email} ${index}`;
              const fields = { ...(event === 'call-started' && { phone_number }), customer_id, event_id };
              const expected = model.apply({ event, phone_number, customer_id });
              const first = await on(diallers, index).send(event, fields);
              expect(first.json).toMatchObject({ ...expected, agent_resolved: true });
              if (!expected.duplicate) {
                const again = await on(diallers, index + 1).send(event, fields);
                expect(again.json).toMatchObject({ ...expected, duplicate: true });
              }
            }
            await compare(rep, model);
          }),
        );
      },
    ),
    { numRuns: 3, endOnFailure: true },
  );
});

/** Sends a plan at the same time. If other tests keep the machine busy, events may get 503; the plan is then sent again for another rep. */
async function sendAtOnce(
  plan: readonly Step[],
  triesLeft = 5,
): Promise<{ rep: TestUser; answers: Awaited<ReturnType<RepsDialler['send']>>[] }> {
  const rep = await addUser(service, brand);
  const diallers = diallersOf(rep);
  const answers = await Promise.all(
    plan.map(({ event, phone_number, customer_id }, index) =>
      on(diallers, index).send(event, { ...(event === 'call-started' && { phone_number }), customer_id }),
    ),
  );
  const isRefused = triesLeft > 0 && answers.some(({ status }) => status === 503);
  return isRefused ? sendAtOnce(plan, triesLeft - 1) : { rep, answers };
}

test('concurrent events of one rep are applied one by one, in the order of the log', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 10, maxLength: 30 }), { minLength: 4, maxLength: 6 }),
      async (plans) => {
        await Promise.all(
          plans.map(async (plan) => {
            const { rep, answers } = await sendAtOnce(plan);
            expect(answers.map(({ status }) => status)).toEqual(plan.map(() => 200));

            const rows = await eventsOf(service, rep);
            expect(rows).toHaveLength(answers.filter(({ json }) => Object(json).duplicate === false).length);
            const model = new ModelRep();
            for (const row of rows) {
              expect({ duplicate: false, call_active: row.call_active }).toEqual(
                model.apply({ ...row, event: callEventNameSchema.parse(row.event) }),
              );
            }
            await compare(rep, model);
            const received = rows.map(({ received_at }) => received_at.getTime());
            expect(received).toEqual(received.toSorted((one, other) => one - other));
          }),
        );
      },
    ),
    { numRuns: 3, endOnFailure: true },
  );
});

test('the recording sequence always rises while two servers pause and resume', async () => {
  const rep = await addUser(service, brand);
  const diallers = diallersOf(rep);
  await on(diallers, 0).send('call-started');
  const { recording_sequence: before } = await stateOf(service, rep);
  const controls = Array.from({ length: 60 }, (_, index) =>
    on(diallers, index).send(index % 3 === 0 ? 'recording-resumed' : 'recording-paused'),
  );
  await Promise.all(controls);
  const after = await stateOf(service, rep);
  expect(after.version).toBe(61);
  expect(after.recording_sequence).toBeGreaterThanOrEqual(before + 60);
  const last = (await eventsOf(service, rep)).at(-1);
  expect(after.recording_paused).toBe(last?.event === 'recording-paused');
});
