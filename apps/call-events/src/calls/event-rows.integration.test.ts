import { aNumber, anotherNumber } from '../../test/support/dialler.ts';
import { callsOf, eventsOf, stateOf } from '../../test/support/records.ts';
import { newRep, type Scene } from '../../test/support/scene.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let scene: Scene;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  scene = await newRep(service);
});
afterAll(() => service.close());

const rows = () => eventsOf(service, scene.rep);

describe('the number', () => {
  test.each(['call-ended', 'hold-started', 'hold-ended', 'recording-paused', 'recording-resumed'] as const)(
    'the number of the live call is in the row of %s if the event has none',
    async (event) => {
      await scene.send('call-started');
      await scene.send(event);
      expect((await rows()).map(({ phone_number }) => phone_number)).toEqual([aNumber, aNumber]);
    },
  );

  test.each([null, '', 5, {}])(
    'the number of the live call is in the row of a call-ended with phone_number %j',
    async (phone_number) => {
      await scene.send('call-started');
      await scene.send('call-ended', { phone_number });
      expect((await rows())[1]).toMatchObject({ phone_number: aNumber });
    },
  );

  test('the number of a call-ended is stored in its row, and the call keeps its own', async () => {
    await scene.send('call-started');
    await scene.send('call-ended', { phone_number: anotherNumber });
    expect((await rows()).map(({ phone_number }) => phone_number)).toEqual([aNumber, anotherNumber]);
    expect(await callsOf(service, scene.rep)).toMatchObject([{ phone_number: aNumber }]);
  });

  test('a number on a hold or recording event, which does not have the field, is ignored', async () => {
    await scene.send('call-started');
    await scene.send('hold-started', { phone_number: anotherNumber });
    await scene.send('recording-paused', { phone_number: anotherNumber });
    expect((await rows()).map(({ phone_number }) => phone_number)).toEqual([aNumber, aNumber, aNumber]);
    expect(await stateOf(service, scene.rep)).toMatchObject({ phone_number: aNumber });
  });

  test('the number of a call-ended without a live call is stored', async () => {
    await scene.send('call-ended', { phone_number: anotherNumber });
    expect(await rows()).toMatchObject([{ phone_number: anotherNumber }]);
  });

  test('the number of an ended call is not inherited', async () => {
    await scene.send('call-started');
    await scene.send('call-ended');
    await scene.send('hold-started');
    expect((await rows())[2]).toMatchObject({ phone_number: null, call_id: null });
  });
});

describe('the customer_id', () => {
  test('the customer_id of each event is only in its own row', async () => {
    await scene.send('call-started', { customer_id: 'c1' });
    await scene.send('hold-started');
    await scene.send('recording-paused', { customer_id: 'c2' });
    await scene.send('call-ended', { customer_id: 'c3' });
    expect((await rows()).map(({ customer_id }) => customer_id)).toEqual(['c1', null, 'c2', 'c3']);
    expect(await callsOf(service, scene.rep)).toMatchObject([{ customer_id: 'c1' }]);
  });

  test('the customer_id of a later event does not change the live call', async () => {
    await scene.send('call-started');
    await scene.send('hold-started', { customer_id: 'c2' });
    expect(await stateOf(service, scene.rep)).toMatchObject({ customer_id: null });
  });

  test('is recorded also without a live call', async () => {
    await scene.send('recording-paused', { customer_id: 'c1' });
    expect(await rows()).toMatchObject([{ customer_id: 'c1' }]);
  });
});

test('every row has its event, address, event_id and times', async () => {
  await scene.send('call-started', { event_id: 'a', occurred_at: '2024-02-29T10:00:00+01:00', metadata: { a: 1 } });
  await scene.send('call-ended', { event_id: 'b' });
  const [start, end] = await rows();
  expect(start).toMatchObject({
    event: 'call-started',
    event_id: 'a',
    agent_email: scene.rep.email,
    occurred_at: new Date('2024-02-29T09:00:00Z'),
    metadata: '{"a":1}',
    api_key_id: expect.any(String),
  });
  expect(end).toMatchObject({ event: 'call-ended', event_id: 'b', metadata: '{}' });
  expect(end?.occurred_at).toEqual(end?.received_at);
  expect(Number(end?.id)).toBeGreaterThan(Number(start?.id));
});

test("the start and end of a call are the times of receipt, not the sender's times", async () => {
  await scene.send('call-started', { occurred_at: '2001-01-01T00:00:00Z' });
  await scene.send('call-ended', { occurred_at: '2001-01-01T00:00:00Z' });
  const [start, end] = await rows();
  expect(await callsOf(service, scene.rep)).toMatchObject([
    { started_at: start?.received_at, ended_at: end?.received_at },
  ]);
});

test('the recording sequence follows the time of receipt', async () => {
  await scene.send('call-started', { occurred_at: '2090-01-01T00:00:00Z' });
  const [start] = await rows();
  expect(await stateOf(service, scene.rep)).toMatchObject({ recording_sequence: start?.received_at.getTime() });
});

test('the recording sequence also rises if the clock is behind it', async () => {
  await scene.send('call-started');
  const ahead = Date.now() + 3_600_000;
  await service.query('UPDATE rep_state SET recording_sequence = $2 WHERE user_id = $1', [scene.rep.id, ahead]);
  for (const event of ['recording-paused', 'recording-resumed', 'call-ended', 'call-started'] as const)
    await scene.send(event);
  expect((await stateOf(service, scene.rep)).recording_sequence).toBe(ahead + 4);
});
