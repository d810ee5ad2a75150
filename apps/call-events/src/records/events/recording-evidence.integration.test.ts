// What the page of a pause or a resume says of companions.

import { type EventLog, type EventWay, eventLogSchema, eventWaySchema, type RecordingState } from '@callside/schemas';
import { until } from '@callside/test-kit';
import { Companion } from '../../../test/support/companion.ts';
import { createDialler, createRepsDialler, type RepsDialler } from '../../../test/support/dialler.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../../test/support/organisations.ts';
import { Reader, tokenFor } from '../../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let rep: TestUser;
let reader: Reader;
let reps: RepsDialler;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  brand = await addBrand(service);
  rep = await addUser(service, brand);
  reader = await Reader.of(service.clients[0], brand, await addUser(service, brand, { role: 'owner' }));
  reps = createRepsDialler(createDialler(service.clients[0], brand), rep);
});
afterAll(() => service.close());

const opened: Companion[] = [];
afterEach(() => {
  for (const companion of opened.splice(0)) companion.close();
});

/** A companion that acknowledges what `answers` says, and the others when `late` is called. */
async function connect(answers: (state: RecordingState) => boolean = () => true) {
  const token = await tokenFor(rep, brand, { audience: 'companion' });
  const companion = new Companion({ port: service.clients[0].port, host: brand.host, token, protocol: 2 });
  opened.push(companion);
  companion.answer = null;
  const waiting: (() => void)[] = [];
  companion.socket.on('recording.state', (state: RecordingState, acknowledge: (answer: unknown) => void) => {
    if (answers(state)) acknowledge({ applied: state.sequence });
    else waiting.push(() => acknowledge({ applied: state.sequence }));
  });
  await companion.hears('recording.state');
  const late = () => {
    for (const acknowledge of waiting.splice(0)) acknowledge();
  };
  return { companion, late };
}
const neverPaused = ({ paused }: RecordingState) => !paused;

const sequenceNow = async () => {
  const [state] = await service.query<{ sequence: string }>(
    'SELECT recording_sequence AS sequence FROM rep_state WHERE user_id = $1',
    [rep.id],
  );
  return state?.sequence ?? '';
};
/** Waits until `count` companions have acknowledged the current state. */
async function acknowledgedBy(count: number): Promise<void> {
  const sequence = await sequenceNow();
  await until(`${count} have acknowledged`, async () => {
    const rows = await service.query(
      'SELECT FROM companion_connections WHERE user_id = $1 AND acknowledged_sequence >= $2',
      [rep.id, sequence],
    );
    return rows.length === count;
  });
}
/** In the order in which they came. */
async function idsOf(event: EventLog['items'][number]['event']): Promise<string[]> {
  const { items } = eventLogSchema.parse(await reader.read<EventLog>('/events', { event: event ?? '' }));
  return items.map(({ id }) => id).toReversed();
}
const readWay = async (id: string): Promise<EventWay> => eventWaySchema.parse(await reader.read(`/events/${id}`));

async function outcomeOf(id: string | undefined): Promise<string> {
  const { recording, steps } = await readWay(id ?? '');
  const step = steps.find(({ step }) => step === 'companion');
  // The words must never say more than what is known.
  expect(step?.text.startsWith('Not confirmed')).toBe(recording !== null && recording.outcome !== 'confirmed');
  return `${step?.state} ${recording?.outcome} ${recording?.acknowledged}/${recording?.connected}`;
}

it('the companion step is done for a pause and a resume that every companion acknowledged while they were in force, and stays so', async () => {
  await connect();
  await connect();
  await reps.send('call-started');
  await reps.send('recording-paused');
  await acknowledgedBy(2);
  await reps.send('recording-resumed');
  await acknowledgedBy(2);
  await reps.send('call-ended');
  await acknowledgedBy(2);
  const events = [...(await idsOf('recording-paused')), ...(await idsOf('recording-resumed'))];
  for (const id of events) expect(await outcomeOf(id)).toBe('done confirmed 2/2');
  expect((await readWay((await idsOf('call-ended'))[0] ?? '')).recording).toBeNull();
});

it('the companion step is not done for a pause that was acknowledged only after the end of the call', async () => {
  const { late } = await connect(neverPaused);
  await reps.send('call-started');
  await acknowledgedBy(1);
  await reps.send('recording-paused');
  const [id] = await idsOf('recording-paused');
  expect(await outcomeOf(id)).toBe('open waiting 0/1');
  await reps.send('call-ended');
  await acknowledgedBy(1);
  late();
  expect(await outcomeOf(id)).toBe('failed too_late 0/1');
});

it('the companion step is not done for a pause that only a later companion acknowledged', async () => {
  await reps.send('call-started');
  await reps.send('recording-paused');
  const [id] = await idsOf('recording-paused');
  expect(await outcomeOf(id)).toBe('open no_companion 0/0');
  await connect();
  await acknowledgedBy(1);
  expect(await outcomeOf(id)).toBe('open later_companion 0/0');
  await reps.send('recording-resumed');
  await acknowledgedBy(1);
  expect(await outcomeOf(id)).toBe('open later_companion 0/0');
});

it('the companion step is not done for a pause that one of two companions acknowledged', async () => {
  await connect();
  const silent = await connect(neverPaused);
  await reps.send('call-started');
  await reps.send('recording-paused');
  await acknowledgedBy(1);
  const [id] = await idsOf('recording-paused');
  expect(await outcomeOf(id)).toBe('open waiting 1/2');
  silent.companion.close();
  await until('it has left', async () => (await outcomeOf(id)) === 'failed unacknowledged 1/2');
  await reps.send('call-ended');
  expect(await outcomeOf(id)).toBe('failed unacknowledged 1/2');
});

it('the companion step is done for a pause that was requested again before it was acknowledged, but not for one before a resume', async () => {
  const { late } = await connect(neverPaused);
  await reps.send('call-started');
  await reps.send('recording-paused');
  await reps.send('recording-resumed');
  await reps.send('recording-paused');
  await reps.send('recording-paused');
  const sequence = await sequenceNow();
  await until('it has heard the last pause', () =>
    opened.some(({ recordingStates }) => String(recordingStates.at(-1)?.sequence) === sequence),
  );
  late();
  await acknowledgedBy(1);
  await reps.send('call-ended');
  const outcomes = [];
  for (const id of await idsOf('recording-paused')) outcomes.push(await outcomeOf(id));
  expect(outcomes).toEqual(['failed too_late 0/1', 'done confirmed 1/1', 'done confirmed 1/1']);
});

it('the companion step goes by the sequence, however far it is ahead of the clock', async () => {
  await reps.send('call-started');
  await service.query('UPDATE rep_state SET recording_sequence = recording_sequence + 3600000 WHERE user_id = $1', [
    rep.id,
  ]);
  await reps.send('recording-paused');
  await reps.send('call-ended');
  await connect();
  await acknowledgedBy(1);
  await reps.send('call-started');
  await acknowledgedBy(1);
  await reps.send('recording-paused');
  await acknowledgedBy(1);
  const [before, now] = await idsOf('recording-paused');
  expect(await outcomeOf(before)).toBe('open no_companion 0/0');
  expect(await outcomeOf(now)).toBe('done confirmed 1/1');
});

it('the companion step says that the dialler reported it where companions did not record, also after the setting has changed', async () => {
  const letRecord = (by: string) => service.query('UPDATE brands SET recording_by = $2 WHERE id = $1', [brand.id, by]);
  await letRecord('dialler');
  await connect();
  await reps.send('call-started');
  await acknowledgedBy(1);
  await reps.send('recording-paused');
  await acknowledgedBy(1);
  await letRecord('nobody');
  await reps.send('recording-resumed');
  await letRecord('companion');
  await reps.send('recording-paused');
  await acknowledgedBy(1);
  const [first, last] = await idsOf('recording-paused');
  for (const id of [first, (await idsOf('recording-resumed'))[0]]) {
    const { recording, steps } = await readWay(id ?? '');
    expect(recording?.outcome).toBe('reported');
    expect(steps.at(-1)).toMatchObject({
      step: 'companion',
      state: 'not_needed',
      text: 'Reported by the dialler. No confirmation was due.',
    });
  }
  expect(await outcomeOf(last)).toBe('done confirmed 1/1');
});
