import { callEventNames } from '@callside/schemas';
import { anotherNumber, answer, createRepsDialler } from '../../test/support/dialler.ts';
import { addUser } from '../../test/support/organisations.ts';
import { callsOf, countEvents, eventsOf, stateOf } from '../../test/support/records.ts';
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

const event_id = 'event-1';

describe.each(callEventNames)('%s', (event) => {
  test.each(['on a live call', 'without a live call'])(
    'an event that is resent %s changes nothing and adds no row',
    async (where) => {
      if (where === 'on a live call') await scene.send('call-started', { phone_number: anotherNumber });
      const first = await scene.send(event, { event_id });
      const before = await stateOf(service, scene.rep);
      const rows = await eventsOf(service, scene.rep);
      const calls = await callsOf(service, scene.rep);

      const again = await scene.send(event, { event_id });
      expect(again).toMatchObject({ status: 200, json: { ...Object(first.json), duplicate: true } });
      expect(await stateOf(service, scene.rep)).toEqual(before);
      expect(await eventsOf(service, scene.rep)).toEqual(rows);
      expect(await callsOf(service, scene.rep)).toEqual(calls);
    },
  );
});

test('an event_id is unique in its brand, across endpoints', async () => {
  await scene.send('call-started', { event_id });
  const before = await stateOf(service, scene.rep);
  for (const event of callEventNames) {
    expect((await scene.send(event, { event_id, phone_number: anotherNumber })).json).toEqual(
      answer({ duplicate: true }),
    );
  }
  expect(await stateOf(service, scene.rep)).toEqual(before);
  expect(await eventsOf(service, scene.rep)).toHaveLength(1);
});

test('an event_id is unique in its brand, across reps', async () => {
  const colleague = await addUser(service, scene.brand);
  await scene.send('call-started', { event_id });
  expect((await scene.send('call-started', { agent_email: colleague.email, event_id })).json).toEqual(
    answer({ duplicate: true }),
  );
  expect((await scene.send('call-started', { agent_email: 'nobody@x.example', event_id })).json).toEqual(
    answer({ duplicate: true }),
  );
  expect(await callsOf(service, colleague)).toEqual([]);
  expect(await eventsOf(service, colleague)).toEqual([]);
});

test('the same event_id in another brand is a different event', async () => {
  const other = await newRep(service);
  for (const { send } of [scene, other]) {
    expect((await send('call-started', { event_id })).json).toEqual(answer({ duplicate: false }));
  }
  for (const { send } of [scene, other]) {
    expect((await send('call-started', { event_id })).json).toEqual(answer({ duplicate: true }));
  }
});

describe('a duplicate gets the answer of the first event', () => {
  test('call_active is true, even if the call has ended', async () => {
    await scene.send('call-started');
    await scene.send('hold-started', { event_id });
    await scene.send('call-ended');
    expect((await scene.send('hold-started', { event_id })).json).toEqual(answer({ duplicate: true, active: true }));
  });

  test('call_active is false, even if there is a live call now', async () => {
    await scene.send('call-ended', { event_id });
    await scene.send('call-started');
    expect((await scene.send('call-ended', { event_id })).json).toEqual(answer({ duplicate: true, active: false }));
    expect(await stateOf(service, scene.rep)).toMatchObject({ call_id: expect.any(String) });
  });

  test('agent_resolved is false, even if the rep is active now', async () => {
    const user = await addUser(service, scene.brand, { status: 'invited' });
    const { send } = createRepsDialler(scene.dialler, user);
    await send('call-started', { event_id });
    await service.query(`UPDATE users SET status = 'active' WHERE id = $1`, [user.id]);
    const unresolved = answer({ duplicate: true, resolved: false, active: false });
    expect((await send('call-started', { event_id })).json).toEqual(unresolved);
    expect(await callsOf(service, user)).toEqual([]);
  });

  test('agent_resolved is true, even if the rep has been deactivated', async () => {
    await scene.send('call-started', { event_id });
    await service.query(`UPDATE users SET status = 'deactivated' WHERE id = $1`, [scene.rep.id]);
    expect((await scene.send('call-started', { event_id })).json).toEqual(answer({ duplicate: true }));
  });
});

test('a retried old pause after a resume does not pause', async () => {
  await scene.send('call-started');
  await scene.send('recording-paused', { event_id: 'pause' });
  await scene.send('recording-resumed', { event_id: 'resume' });
  const before = await stateOf(service, scene.rep);
  expect((await scene.send('recording-paused', { event_id: 'pause' })).json).toEqual(answer({ duplicate: true }));
  expect(await stateOf(service, scene.rep)).toEqual(before);
  expect(before.recording_paused).toBe(false);
});

test('a retried pause of an earlier call does not pause the next', async () => {
  await scene.send('call-started');
  await scene.send('recording-paused', { event_id: 'pause' });
  await scene.send('call-started', { phone_number: anotherNumber });
  const before = await stateOf(service, scene.rep);
  expect((await scene.send('recording-paused', { event_id: 'pause' })).json).toEqual(answer({ duplicate: true }));
  expect(await stateOf(service, scene.rep)).toEqual(before);
});

test('a retried end of an earlier call does not end the next', async () => {
  await scene.send('call-started');
  await scene.send('call-ended', { event_id: 'end' });
  await scene.send('call-started');
  expect((await scene.send('call-ended', { event_id: 'end' })).json).toEqual(answer({ duplicate: true }));
  expect(await stateOf(service, scene.rep)).toMatchObject({ call_id: expect.any(String) });
});

test('a retry with another body is still a duplicate, and the first body is kept', async () => {
  await scene.send('call-ended', { event_id, customer_id: 'first', metadata: { a: 1 }, phone_number: anotherNumber });
  await scene.send('call-ended', { event_id, customer_id: 'second', metadata: { a: 2 } });
  expect(await eventsOf(service, scene.rep)).toMatchObject([
    { customer_id: 'first', metadata: '{"a":1}', phone_number: anotherNumber },
  ]);
});

test('an invalid retry is refused like any other request', async () => {
  await scene.send('call-started', { event_id });
  expect((await scene.send('call-started', { event_id, phone_number: '' })).status).toBe(422);
});

test('refused events do not use up their event_id', async () => {
  expect((await scene.send('call-started', { event_id, phone_number: 5 })).status).toBe(422);
  expect((await scene.send('call-started', { event_id })).json).toEqual(answer({ duplicate: false }));
});

test('two concurrent events with one id are one event', async () => {
  const before = await countEvents(service);
  const answers = await Promise.all(
    callEventNames.map((event) => scene.send(event, { event_id: 'same', agent_email: `${event}@x.example` })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(answers.filter(({ json }) => Object(json).duplicate === false)).toHaveLength(1);
  expect(await countEvents(service)).toBe(before + 1);
});
