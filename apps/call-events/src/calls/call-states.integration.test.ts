import { type CallEventName, callEventNames } from '@callside/schemas';
import { aNumber, anotherNumber, answer, createRepsDialler } from '../../test/support/dialler.ts';
import { addBrand, addUser } from '../../test/support/organisations.ts';
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

const state = () => stateOf(service, scene.rep);
const calls = () => callsOf(service, scene.rep);
const log = () => eventsOf(service, scene.rep);

async function bodyOf(event: CallEventName, fields?: Record<string, unknown>): Promise<unknown> {
  const { status, json } = await scene.send(event, fields);
  expect(status).toBe(200);
  return json;
}

const laterEvents = callEventNames.filter((name) => name !== 'call-started');

describe('no live call', () => {
  test('call-started opens a call, unpaused and off hold', async () => {
    expect(await bodyOf('call-started', { customer_id: '007' })).toEqual(answer({}));
    const [call] = await calls();
    expect(call).toMatchObject({
      brand_id: scene.brand.id,
      agent_email: scene.rep.email,
      phone_number: aNumber,
      customer_id: '007',
      ended_at: null,
      end_reason: null,
    });
    expect(await state()).toMatchObject({
      version: 1,
      call_id: call?.id,
      call_reference: call?.reference,
      phone_number: aNumber,
      customer_id: '007',
      on_hold: false,
      recording_paused: false,
    });
    expect(await log()).toMatchObject([
      { event: 'call-started', call_id: call?.id, user_id: scene.rep.id, agent_resolved: true, call_active: true },
    ]);
  });

  test('a new call has exactly one chat at once', async () => {
    await bodyOf('call-started');
    const [call] = await calls();
    expect(await service.query('SELECT brand_id FROM chats WHERE call_id = $1', [call?.id])).toEqual([
      { brand_id: scene.brand.id },
    ]);
  });

  test.each(laterEvents)('%s is recorded and opens no live call', async (event) => {
    expect(await bodyOf(event)).toEqual(answer({ active: false }));
    expect(await log()).toMatchObject([
      { event, call_id: null, agent_resolved: true, call_active: false, phone_number: null },
    ]);
    expect(await calls()).toEqual([]);
    expect(await state()).toMatchObject({ version: 0, call_id: null, on_hold: false, recording_paused: false });
  });

  test.each(laterEvents)('%s after the end of a call does not change it', async (event) => {
    await bodyOf('call-started');
    await bodyOf('call-ended');
    const [before, [callBefore]] = [await state(), await calls()];
    expect(await bodyOf(event)).toEqual(answer({ active: false }));
    expect(await state()).toEqual(before);
    expect(await calls()).toEqual([callBefore]);
  });
});

describe('live call', () => {
  beforeEach(() => scene.send('call-started'));

  test('call-ended closes it and clears the recording state', async () => {
    await bodyOf('recording-paused');
    await bodyOf('hold-started');
    const { recording_sequence } = await state();
    expect(await bodyOf('call-ended')).toEqual(answer({}));
    const cleared = await state();
    expect(cleared).toMatchObject({
      version: 4,
      call_id: null,
      call_reference: null,
      phone_number: null,
      customer_id: null,
      on_hold: false,
      recording_paused: false,
    });
    expect(cleared.recording_sequence).toBeGreaterThan(recording_sequence);
    expect(await calls()).toMatchObject([{ ended_at: expect.any(Date), end_reason: 'ended' }]);
  });

  test('a hold is stored and does not change the recording state', async () => {
    const before = await state();
    expect(await bodyOf('hold-started')).toEqual(answer({}));
    expect(await state()).toEqual({ ...before, version: before.version + 1, on_hold: true });
    expect(await bodyOf('hold-ended')).toEqual(answer({}));
    expect(await state()).toEqual({ ...before, version: before.version + 2, on_hold: false });
  });

  test('a hold-ended that arrives before its hold-started is corrected by the next event', async () => {
    await bodyOf('hold-ended');
    expect(await state()).toMatchObject({ on_hold: false });
    await bodyOf('hold-started');
    expect(await state()).toMatchObject({ on_hold: true });
    await bodyOf('hold-ended');
    expect(await state()).toMatchObject({ on_hold: false });
  });

  test('recording-paused pauses and recording-resumed resumes, each with a higher sequence', async () => {
    const started = await state();
    expect(await bodyOf('recording-paused')).toEqual(answer({}));
    const paused = await state();
    expect(paused).toMatchObject({ version: 2, recording_paused: true, on_hold: false });
    expect(paused.recording_sequence).toBeGreaterThan(started.recording_sequence);
    expect(await bodyOf('recording-resumed')).toEqual(answer({}));
    const resumed = await state();
    expect(resumed).toMatchObject({ version: 3, recording_paused: false });
    expect(resumed.recording_sequence).toBeGreaterThan(paused.recording_sequence);
  });

  test('the version also counts events that change nothing else', async () => {
    for (const event of ['hold-ended', 'recording-resumed', 'hold-started', 'hold-started'] as const)
      await bodyOf(event);
    expect(await state()).toMatchObject({ version: 5 });
  });

  test('a start with another number ends the call and opens a new one', async () => {
    await bodyOf('recording-paused');
    await bodyOf('hold-started');
    const before = await state();
    expect(await bodyOf('call-started', { phone_number: anotherNumber })).toEqual(answer({}));
    const [old, live, ...more] = await calls();
    expect(more).toEqual([]);
    expect(old).toMatchObject({ phone_number: aNumber, ended_at: expect.any(Date), end_reason: 'superseded' });
    expect(live).toMatchObject({ phone_number: anotherNumber, ended_at: null });
    expect(live?.reference).not.toBe(old?.reference);
    expect(await state()).toMatchObject({
      version: before.version + 2,
      call_id: live?.id,
      phone_number: anotherNumber,
      on_hold: false,
      recording_paused: false,
    });
    expect((await state()).recording_sequence).toBeGreaterThan(before.recording_sequence);
    expect((await log()).map(({ event, call_id }) => [event, call_id])).toEqual([
      ['call-started', old?.id],
      ['recording-paused', old?.id],
      ['hold-started', old?.id],
      ['call-started', live?.id],
    ]);
  });

  test('every later event is recorded with the call', async () => {
    const [call] = await calls();
    for (const event of laterEvents.filter((name) => name !== 'call-ended')) await bodyOf(event);
    await bodyOf('call-ended');
    expect((await log()).map(({ call_id }) => call_id)).toEqual(Array(6).fill(call?.id));
  });

  test('the next call with the same number is a new call, unpaused', async () => {
    await bodyOf('recording-paused');
    await bodyOf('call-ended');
    expect(await bodyOf('call-started')).toEqual(answer({}));
    expect(await calls()).toHaveLength(2);
    expect(await state()).toMatchObject({ on_hold: false, recording_paused: false });
  });
});

describe('an agent_email that matches no active user of the brand', () => {
  const unresolved = answer({ resolved: false, active: false });

  test.each(['invited', 'deactivated'] as const)('a user who is %s is not resolved', async (status) => {
    const user = await addUser(service, scene.brand, { status });
    for (const event of callEventNames) expect(await bodyOf(event, { agent_email: user.email })).toEqual(unresolved);
    const rows = await eventsOf(service, user);
    expect(rows.map(({ event }) => event)).toEqual([...callEventNames]);
    for (const row of rows)
      expect(row).toMatchObject({ user_id: null, call_id: null, agent_resolved: false, call_active: false });
    expect(await service.query('SELECT FROM rep_state WHERE user_id = $1', [user.id])).toEqual([]);
    expect(await callsOf(service, user)).toEqual([]);
  });

  test('an unknown user is not resolved', async () => {
    for (const event of callEventNames)
      expect(await bodyOf(event, { agent_email: 'nobody@x.example' })).toEqual(unresolved);
  });

  test('a user of another brand is not resolved, and their call does not change', async () => {
    const stranger = await newRep(service);
    await stranger.send('call-started');
    const before = await stateOf(service, stranger.rep);
    for (const event of callEventNames) {
      expect(await bodyOf(event, { agent_email: stranger.rep.email, phone_number: anotherNumber })).toEqual(unresolved);
    }
    expect(await stateOf(service, stranger.rep)).toEqual(before);
  });

  test('the same address in two brands is two reps', async () => {
    const brand = await addBrand(service);
    const namesake = await addUser(service, brand, { email: scene.rep.email });
    await bodyOf('call-started');
    await expect(stateOf(service, namesake)).rejects.toThrow('no state yet');
    expect(await callsOf(service, namesake)).toEqual([]);
  });

  test('a rep who is deactivated during a call has no live call, and events no longer apply to it', async () => {
    await bodyOf('call-started');
    await service.query(`UPDATE users SET status = 'deactivated' WHERE id = $1`, [scene.rep.id]);
    const before = await state();
    expect(before).toMatchObject({ call_id: null, recording_paused: false });
    for (const event of callEventNames)
      expect(await bodyOf(event, { phone_number: anotherNumber })).toEqual(unresolved);
    expect(await state()).toEqual(before);
  });

  test('a user resolves as soon as they are active', async () => {
    const user = await addUser(service, scene.brand, { status: 'invited' });
    const dialler = createRepsDialler(scene.dialler, user);
    expect((await dialler.send('call-started')).json).toEqual(unresolved);
    await service.query(`UPDATE users SET status = 'active' WHERE id = $1`, [user.id]);
    expect((await dialler.send('call-started')).json).toEqual(answer({}));
  });
});

test('a rep has one live call, for any number of starts', async () => {
  for (const phone_number of ['1', '2', '3', '2', '1']) await bodyOf('call-started', { phone_number });
  const all = await calls();
  expect(all).toHaveLength(5);
  expect(all.filter(({ ended_at }) => ended_at === null)).toEqual([all.at(-1)]);
});

test('reps of one brand have separate calls', async () => {
  const colleague = await addUser(service, scene.brand);
  await bodyOf('call-started');
  await bodyOf('call-started', { agent_email: colleague.email });
  await bodyOf('recording-paused');
  expect(await stateOf(service, colleague)).toMatchObject({ version: 1, recording_paused: false });
});

test('no answer and no log line contains the internal call id', async () => {
  const texts: string[] = [];
  for (const event of ['call-started', 'call-started', 'hold-started', 'recording-paused', 'call-ended'] as const) {
    texts.push((await scene.send(event, { event_id: event })).text);
  }
  const [call] = await calls();
  expect(call?.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(texts.join()).not.toContain(call?.id);
  expect(service.logged()).not.toContain(call?.id);
  for (const text of texts) {
    expect(Object.keys(JSON.parse(text))).toEqual([
      'accepted',
      'duplicate',
      'agent_resolved',
      'call_active',
      'delivered_sockets',
    ]);
  }
});
