import { createLogger } from '@callside/service-kit';
import { anEvent, everyRep, now } from '../../test/support/event-arbitraries.ts';
import { MemoryStore } from '../../test/support/memory-store.ts';
import { CallEventRecorder, UnconfirmedKey } from './record-events.ts';
import type { NewCallEvent } from './rules/call-event.ts';
import type { BatchDecision, RecordedEvent } from './rules/decide-batch.ts';

/** A recorder on a store in memory that keeps in order what happens. */
function setUp() {
  const memory = new MemoryStore(everyRep);
  const steps: string[] = [];
  const batches: number[] = [];
  const announced: RecordedEvent[] = [];
  const upTo: number[] = [];
  /** How many tabs lack what a duplicate is about. */
  const behind = { tabs: 0 };
  const opened: string[] = [];
  const measured: string[] = [];
  const unresolved: string[] = [];
  const reused: string[] = [];
  const failures: { begin: unknown[]; commit: unknown[]; delivery: unknown } = {
    begin: [],
    commit: [],
    delivery: null,
  };
  const begin = async (events: readonly NewCallEvent[]) => {
    steps.push(`begin ${events.length}`);
    const failure = failures.begin.shift();
    if (failure) throw failure;
    return {
      context: memory.contextOf(events, now),
      commit: async (decision: BatchDecision) => {
        steps.push('commit');
        const commitFailure = failures.commit.shift();
        if (commitFailure) throw commitFailure;
        memory.keepDecision(decision);
      },
      end: async () => void steps.push('end'),
    };
  };
  const recorder = new CallEventRecorder({
    store: {
      begin,
      beginWaiting: (event) => begin([event]),
    },
    delivery: {
      announceEvent: (recorded) => {
        steps.push('announce');
        announced.push(recorded);
        return 2;
      },
      deliverUpTo: async (_, position) => {
        if (failures.delivery) throw failures.delivery;
        upTo.push(position);
        return behind.tabs;
      },
      deliverAgain: async ({ event }) => (event.startsWith('recording') ? 2 : 0),
      noteCommit: () => void steps.push('note'),
    },
    onOpened: (_, reference) => void opened.push(reference),
    onReusedId: async (first, { event }) => void reused.push(`${first.event} ${event.event}`),
    metrics: {
      batchSizes: { observe: (size) => void batches.push(size) },
      countUnresolved: (event) => void unresolved.push(event),
      startRecording: () => ({
        committed: () => void measured.push('committed'),
        failed: () => void measured.push('failed'),
        relay: (send) => {
          measured.push('relayed');
          return send();
        },
      }),
    },
    logger: createLogger({ service: 'test', level: 'silent' }),
    // The clock does not advance: on a busy machine an event may wait longer than the queue allows.
    now: () => 0,
  });
  const recordAll = (...events: NewCallEvent[]) => Promise.all(events.map((event) => recorder.record(event)));
  return {
    memory,
    recorder,
    recordAll,
    steps,
    batches,
    announced,
    upTo,
    behind,
    opened,
    measured,
    unresolved,
    reused,
    failures,
  };
}

const identified = (id: string) => ({ eventId: id, eventKey: id });

test('an event is measured as committed and then announced, or as failed', async () => {
  const { recordAll, measured, failures } = setUp();
  await recordAll(anEvent());
  expect(measured).toEqual(['committed', 'relayed']);
  failures.begin.push(new Error('no database'));
  await expect(recordAll(anEvent())).rejects.toThrow('no database');
  expect(measured).toEqual(['committed', 'relayed', 'failed']);
});

test('an event is announced after its batch is committed', async () => {
  const { recorder, steps } = setUp();
  expect(await recorder.record(anEvent())).toEqual({
    accepted: true,
    duplicate: false,
    agent_resolved: true,
    call_active: true,
    delivered_sockets: 2,
  });
  expect(steps).toEqual(['begin 1', 'commit', 'note', 'end', 'announce']);
});

test('the opening of a call is reported once, after its start is announced, and not if the same batch ended the call', async () => {
  const { recorder, recordAll, announced, opened } = setUp();
  await recorder.record(anEvent(identified('start')));
  expect(opened).toEqual([announced[0]?.rep?.state.call?.reference]);
  await recorder.record(anEvent(identified('start')));
  await recordAll(anEvent({ event: 'hold-started' }), anEvent({ event: 'call-ended' }));
  expect(opened).toHaveLength(1);
});

test('events that arrive together are one batch, and are answered and announced in order', async () => {
  const { recordAll, batches, announced } = setUp();
  const answers = await recordAll(anEvent(), anEvent({ event: 'recording-paused' }), anEvent({ event: 'call-ended' }));
  expect(answers.map(({ call_active }) => call_active)).toEqual([true, true, true]);
  expect(batches).toEqual([3]);
  expect(announced.map(({ rep }) => rep?.position)).toEqual([1, 2, 3]);
});

test('an event whose key may no longer be used is not recorded, and the others of its batch are', async () => {
  const { recorder, memory, batches, measured } = setUp();
  memory.unusableKeys.add('revoked');
  const keyed = (digest: string) => ({ keyToConfirm: { digest, address: undefined } });
  const refused = recorder.record(anEvent(keyed('revoked')));
  const accepted = recorder.record(anEvent({ event: 'hold-started', ...keyed('usable') }));
  await expect(refused).rejects.toThrow(UnconfirmedKey);
  // The start that was refused has opened no call.
  expect(await accepted).toMatchObject({ duplicate: false, call_active: false });
  expect(batches).toEqual([2]);
  expect(measured).toContain('failed');
  expect(memory.log.map(({ event }) => event.event)).toEqual(['hold-started']);
});

test('an event with the id of another one is reported, and answered like its retry', async () => {
  const { recordAll, reused } = setUp();
  const paused = anEvent({ event: 'recording-paused', ...identified('a') });
  const answers = await recordAll(
    anEvent(),
    paused,
    anEvent({ event: 'recording-resumed', ...identified('a') }),
    paused,
  );
  expect(answers[2]).toMatchObject({ duplicate: true, call_active: true });
  expect(answers[3]).toEqual(answers[2]);
  expect(reused).toEqual(['recording-paused recording-resumed']);
});

test('an event of an unknown rep is recorded and not announced', async () => {
  const { recorder, memory, announced } = setUp();
  const answer = await recorder.record(anEvent({ agentEmail: 'nobody@reps.example' }));
  expect(answer).toMatchObject({ duplicate: false, agent_resolved: false, call_active: false, delivered_sockets: 0 });
  expect(memory.log).toHaveLength(1);
  expect(announced).toEqual([]);
});

test.each([
  ['hold-started', 0],
  ['recording-paused', 2],
  ['recording-resumed', 2],
] as const)('a duplicate %s that the tabs have reaches %i tabs', async (event, deliveredSockets) => {
  const { recorder, upTo } = setUp();
  await recorder.record(anEvent());
  await recorder.record(anEvent({ event, ...identified('e') }));
  const answer = await recorder.record(anEvent({ event, ...identified('e') }));
  expect(answer).toMatchObject({ duplicate: true, call_active: true, delivered_sockets: deliveredSockets });
  expect(upTo).toEqual([2]);
});

test('a duplicate of an event that tabs lack is delivered, once', async () => {
  const { recorder, behind } = setUp();
  await recorder.record(anEvent({ event: 'recording-paused', ...identified('e') }));
  behind.tabs = 3;
  const answer = await recorder.record(anEvent({ event: 'recording-paused', ...identified('e') }));
  expect(answer).toMatchObject({ duplicate: true, delivered_sockets: 3 });
});

test('a resend of the start records nothing, and delivers what tabs lack of the log', async () => {
  const { recorder, memory, upTo, behind } = setUp();
  await recorder.record(anEvent());
  const again = { accepted: true, duplicate: true, agent_resolved: true, call_active: true };
  expect(await recorder.record(anEvent())).toEqual({ ...again, delivered_sockets: 0 });
  behind.tabs = 2;
  expect(await recorder.record(anEvent())).toEqual({ ...again, delivered_sockets: 2 });
  expect(memory.log).toHaveLength(1);
  expect(upTo).toEqual([1, 1]);
});

test('a duplicate is answered even if it cannot be sent again', async () => {
  const { recorder, failures } = setUp();
  const pause = anEvent({ event: 'recording-paused', ...identified('pause') });
  await recorder.record(pause);
  failures.delivery = new Error('PostgreSQL is away');
  expect(await recorder.record(pause)).toMatchObject({ duplicate: true, delivered_sockets: 0 });
});

test('a batch that lost a race runs again, at most five times', async () => {
  const { recorder, failures, steps } = setUp();
  const lost = Object.assign(new Error('deadlock'), { code: '40P01' });
  failures.begin = [lost];
  failures.commit = [lost];
  expect(await recorder.record(anEvent())).toMatchObject({ duplicate: false });
  expect(steps).toEqual(['begin 1', 'begin 1', 'commit', 'end', 'begin 1', 'commit', 'note', 'end', 'announce']);

  failures.commit = Array.from({ length: 5 }, () => lost);
  await expect(recorder.record(anEvent())).rejects.toBe(lost);
});

test('a batch that fails is recorded event by event: only the one that causes the failure is refused', async () => {
  const { recordAll, memory, failures, announced } = setUp();
  failures.commit = [new Error('of the batch'), undefined, new Error('of the second event')];
  const bad = anEvent({ event: 'hold-started' });
  const answers = await Promise.allSettled([...[anEvent(), bad].map((event) => recordAll(event))]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(memory.log).toHaveLength(1);
  expect(announced).toHaveLength(1);
});

test('a failed batch ends its transaction and announces nothing', async () => {
  const { recorder, failures, steps, announced } = setUp();
  failures.commit = [new Error('the disk is full')];
  await expect(recorder.record(anEvent())).rejects.toThrow('the disk is full');
  expect(steps).toEqual(['begin 1', 'commit', 'end']);
  expect(announced).toEqual([]);
});
