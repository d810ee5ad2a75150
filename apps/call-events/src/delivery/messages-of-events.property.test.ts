import { callEventMessageSchema } from '@callside/schemas';
import fc from 'fast-check';
import { customerOf } from '../../test/support/customers-on-file.ts';
import { anEvent, eventsArbitrary, everyRep, now } from '../../test/support/event-arbitraries.ts';
import { MemoryStore } from '../../test/support/memory-store.ts';
import type { NewCallEvent } from '../calls/rules/call-event.ts';
import { agentKey } from '../calls/rules/decide-batch.ts';
import type { RepState } from '../calls/rules/rep-state.ts';
import { eventAnnouncement } from './messages-of-events.ts';
import type { Announcement } from './rules/messages.ts';

interface AnnouncedChange {
  before: RepState;
  after: RepState;
  event: NewCallEvent;
  announcement: Announcement;
}

/** Checks each recorded event of a known rep, with the state before and after it. */
function everyAnnouncement(check: (change: AnnouncedChange) => void): void {
  fc.assert(
    fc.property(eventsArbitrary, (events) => {
      const store = new MemoryStore(everyRep);
      for (const event of events) {
        const before = store.reps.get(agentKey(event.brandId, event.agentEmail))?.state;
        const [outcome] = store.record([event], now).outcomes;
        const after = store.reps.get(agentKey(event.brandId, event.agentEmail))?.state;
        if (outcome?.kind !== 'recorded' || !before || !after) continue;
        const announcement = eventAnnouncement(outcome);
        expect(announcement).not.toBeNull();
        if (announcement) check({ before, after, event, announcement });
      }
    }),
  );
}

function callEvents({ tabs }: Announcement) {
  return tabs.flatMap((message) => (message.name === 'call.event' ? [message.payload] : []));
}

const isReplacement = ({ before, after }: AnnouncedChange) =>
  before.call !== null && after.call !== null && before.call.id !== after.call.id;

test('tabs get every event once, after the implicit end that it causes', () => {
  everyAnnouncement((change) => {
    const heard = callEvents(change.announcement).map(({ event, end_reason }) => [event, end_reason]);
    const isEnd = change.event.event === 'call-ended' && change.before.call !== null && change.after.call === null;
    const own = [change.event.event, isEnd ? 'ended' : undefined];
    expect(heard).toEqual(isReplacement(change) ? [['call-ended', 'superseded'], own] : [own]);
  });
});

test('tabs get the customer of the opening event for as long as the call is live', () => {
  everyAnnouncement(({ event, announcement }) => {
    for (const { state } of callEvents(announcement)) {
      const { call } = state;
      const lookUp = call && { brandId: event.brandId, phoneNumber: call.phone_number, customerId: call.customer_id };
      expect(state.customer).toEqual(lookUp && customerOf(lookUp));
    }
  });
});

test('tabs get versions that rise by one, and the unchanged version if nothing was applied', () => {
  everyAnnouncement(({ before, after, announcement }) => {
    const heard = callEvents(announcement);
    const versions = heard.map(({ state }) => state.version);
    if (after.version === before.version) expect(versions).toEqual([before.version]);
    else expect(versions).toEqual(heard.map((_payload, index) => before.version + index + 1));
    expect(heard.map(({ applied }) => applied)).toEqual(heard.map(() => after.version !== before.version));
  });
});

test('the last message to the tabs has the state after the event', () => {
  everyAnnouncement(({ after, announcement }) => {
    const last = callEvents(announcement).at(-1);
    expect(last?.state).toMatchObject({
      version: after.version,
      recording: { paused: after.recordingPaused, sequence: after.recordingSequence },
    });
    expect(last?.state.call?.reference ?? null).toBe(after.call?.reference ?? null);
  });
});

test('an implicit end has no call, and neither the id nor the metadata of the start', () => {
  const store = new MemoryStore(everyRep);
  store.record([anEvent()], now);
  const replacing = anEvent({ phoneNumber: '+14155550199', eventId: 'e', eventKey: 'k', metadata: '{"a":1}' });
  const [outcome] = store.record([replacing], now).outcomes;
  const announcement = outcome?.kind === 'recorded' ? eventAnnouncement(outcome) : null;
  expect(announcement && callEvents(announcement)).toMatchObject([
    {
      event: 'call-ended',
      end_reason: 'superseded',
      event_id: null,
      metadata: {},
      applied: true,
      state: { call: null },
    },
    {
      event: 'call-started',
      event_id: 'e',
      metadata: { a: 1 },
      applied: true,
      state: { call: { phone_number: '+14155550199' } },
    },
  ]);
});

test('the companion gets the end of a call only after its recording state was cleared', () => {
  everyAnnouncement(({ before, announcement }) => {
    const { companion } = announcement;
    const end = companion.findIndex(({ name }) => name === 'call.ended');
    if (end === -1) return;
    expect(companion[end]).toEqual({ name: 'call.ended', payload: { call_reference: before.call?.reference } });
    expect(companion[end - 1]).toMatchObject({
      name: 'recording.state',
      payload: { paused: false, call_reference: null },
    });
  });
});

test('the companion gets starts, ends and recording changes, and nothing else', () => {
  everyAnnouncement((change) => {
    const names = change.announcement.companion.map(({ name }) => name).filter((name) => name !== 'recording.state');
    const ends = change.before.call !== null && change.after.call?.id !== change.before.call.id;
    const starts = change.after.call !== null && change.after.call.id !== change.before.call?.id;
    expect(names).toEqual([...(ends ? ['call.ended'] : []), ...(starts ? ['call.started'] : [])]);
    if (change.event.event.startsWith('hold-')) expect(change.announcement.companion).toEqual([]);
  });
});

test('page and companion get the same pause with the same sequence', () => {
  everyAnnouncement(({ announcement }) => {
    const recording = announcement.companion.flatMap((message) =>
      message.name === 'recording.state' ? [[message.payload.sequence, message.payload.paused]] : [],
    );
    if (recording.length === 0) return;
    expect(recording).toEqual(
      callEvents(announcement).map(({ state }) => [state.recording?.sequence, state.recording?.paused]),
    );
  });
});

test('no announcement contains the internal call id', () => {
  everyAnnouncement(({ announcement }) => {
    expect(JSON.stringify(announcement)).not.toContain('internal-');
  });
});

test('messages to tabs match the schema of the contract', () => {
  const reference = '6f0f5a3e-8b0f-4c39-9d0e-6a4c2f6d2c11';
  const store = new MemoryStore(everyRep);
  const newCall = { id: 'internal', reference, chatId: 'chat' };
  const events = [
    anEvent({ newCall }),
    anEvent({ event: 'recording-paused' }),
    anEvent({ newCall: { ...newCall, id: 'other' }, customerId: 'c', phoneNumber: 'anonymous' }),
    anEvent({ event: 'call-ended', occurredAt: new Date('0001-01-01T00:00:00Z') }),
    anEvent({ event: 'hold-started', metadata: '{"a":[]}' }),
  ];
  const recorded = store.record(events, now).outcomes.filter((outcome) => outcome.kind === 'recorded');
  const payloads = recorded.flatMap((event) => {
    const announcement = eventAnnouncement(event);
    return announcement ? callEvents(announcement) : [];
  });
  expect(payloads).toHaveLength(6);
  for (const payload of payloads) expect(callEventMessageSchema.parse(payload)).toEqual(payload);
});
