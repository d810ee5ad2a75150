import type { CallEventName } from '@callside/schemas';
import { findCallOfAgent as find } from './call-of-agent.ts';
import type { EventOnFile } from './event-on-file.ts';

const begin = Date.parse('2026-11-20T08:00:00Z');

function event(name: CallEventName, second: number, more: Partial<EventOnFile> = {}): EventOnFile {
  const at = new Date(begin + second * 1000);
  return {
    id: String(100 + second),
    event: name,
    eventId: null,
    agentEmail: 'sip/1001',
    callReference: null,
    phoneNumber: '+14155550134',
    customerId: null,
    metadata: '{}',
    occurredAt: at,
    receivedAt: at,
    agentResolved: false,
    callActive: false,
    ...more,
  };
}

const idsLast = (platform: string) => platform === 'ringcentral';
const findCallOfAgent = (events: readonly EventOnFile[]) => find(events, idsLast);
const unpaused = {
  platformStartedAt: null,
  onHold: false,
  recordingPaused: false,
  pausedBy: null,
  pastPlatformCalls: [],
};

test('a start without a later end is a live call since its start', () => {
  const start = event('call-started', 10);
  expect(findCallOfAgent([start, event('call-ended', 5)])).toEqual({
    start,
    platformCall: null,
    adopted: { ...unpaused, eventId: '110', newestEventId: '110', startedAt: start.receivedAt },
  });
});

test('an ended call, an end without a start and a start that had a rep are no live call', () => {
  expect(findCallOfAgent([event('call-started', 1), event('call-ended', 2)])).toBeNull();
  expect(findCallOfAgent([event('call-ended', 2)])).toBeNull();
  expect(findCallOfAgent([event('call-started', 1, { agentResolved: true, callActive: true })])).toBeNull();
});

test('a pause of this call is kept, and a pause of the call before is not', () => {
  const paused = [event('call-started', 1), event('recording-paused', 3), event('recording-resumed', 2)];
  expect(findCallOfAgent(paused)?.adopted.recordingPaused).toBe(true);
  const resumed = [event('call-started', 1), event('recording-paused', 2), event('recording-resumed', 3)];
  expect(findCallOfAgent(resumed)?.adopted.recordingPaused).toBe(false);
  const before = [event('call-started', 5), event('recording-paused', 3), event('hold-started', 4)];
  expect(findCallOfAgent(before)?.adopted).toMatchObject({ recordingPaused: false, onHold: false });
});

test('the last event of this call decides the hold; equal instants are ordered by id', () => {
  const at = event('hold-ended', 2).receivedAt;
  const held = [
    event('call-started', 1),
    event('hold-started', 2, { id: '10', receivedAt: at }),
    event('hold-ended', 2, { id: '9' }),
  ];
  expect(findCallOfAgent([...held, event('call-started', 1)])?.adopted.onHold).toBe(true);
});

test('a start of the same call that came again keeps the start, the hold, the pause and the customer of the call', () => {
  const start = event('call-started', 1, { customerId: 'C-1' });
  const events = [start, event('recording-paused', 2), event('hold-started', 3), event('call-started', 4)];
  expect(findCallOfAgent(events)).toEqual({
    start,
    platformCall: null,
    adopted: {
      eventId: '101',
      newestEventId: '104',
      startedAt: start.receivedAt,
      onHold: true,
      recordingPaused: true,
      pausedBy: null,
      platformStartedAt: null,
      pastPlatformCalls: [],
    },
  });
});

test('a start with another number is another call, without the pause of the one before', () => {
  const other = event('call-started', 3, { phoneNumber: '+14155550199' });
  expect(findCallOfAgent([event('call-started', 1), event('recording-paused', 2), other])).toEqual({
    start: other,
    platformCall: null,
    adopted: { ...unpaused, eventId: '103', newestEventId: '103', startedAt: other.receivedAt },
  });
});

test('the ids that the platform has of the live call and of the calls that are over are known', () => {
  const ofCall = (id: string) => ({ metadata: `{"platform":"five9","call_id":"${id}"}` });
  const other = event('call-started', 2, { phoneNumber: '+14155550199' });
  const events = [
    event('call-started', 1, ofCall('F1')),
    other,
    event('call-started', 3, { phoneNumber: other.phoneNumber, ...ofCall('F2') }),
  ];
  expect(findCallOfAgent(events)).toMatchObject({
    start: other,
    platformCall: 'five9:F2',
    adopted: { pastPlatformCalls: [{ platformCall: 'five9:F1' }] },
  });
});

test('a call that came back is found, also if its end came without a time and the clock of the sender is behind', () => {
  const ofCall = { metadata: '{"platform":"five9","call_id":"F1"}' };
  const behind = (second: number) => ({ ...ofCall, occurredAt: new Date(begin + (second - 3600) * 1000) });
  const back = event('call-started', 3, behind(3));
  expect(findCallOfAgent([event('call-started', 1, behind(1)), event('call-ended', 2, ofCall), back])?.start).toBe(
    back,
  );
});

const ofPlatform = (platform: string, id: string) => ({ metadata: JSON.stringify({ platform, call_id: id }) });

test('the earlier call whose pause paused the live one is known', () => {
  const events = [
    event('call-started', 1, ofPlatform('five9', 'F1')),
    event('call-started', 2, { phoneNumber: '+14155550199', ...ofPlatform('five9', 'F2') }),
    event('recording-paused', 3, ofPlatform('five9', 'F1')),
  ];
  expect(findCallOfAgent(events)?.adopted).toMatchObject({ recordingPaused: true, pausedBy: 'five9:F1' });
});

test('where ids last, the end of a call that was not answered does not end the live one', () => {
  const events = (platform: string) => [
    event('call-started', 1, ofPlatform(platform, '1')),
    event('call-ended', 2, ofPlatform(platform, '2')),
  ];
  expect(findCallOfAgent(events('ringcentral'))).toMatchObject({ platformCall: 'ringcentral:1' });
  expect(findCallOfAgent(events('five9'))).toBeNull();
});

test('the start at the end of a hold keeps the pause of the call, also when its number has changed', () => {
  const ofCall = ofPlatform('five9', 'F1');
  const events = [
    event('call-started', 1, ofCall),
    event('recording-paused', 2, ofCall),
    event('hold-started', 3, ofCall),
    event('call-started', 4, { phoneNumber: '+14155550199', ...ofCall }),
    event('hold-ended', 5, ofCall),
  ];
  expect(findCallOfAgent(events)?.adopted).toMatchObject({ recordingPaused: true, onHold: false });
});

test('a call that a rep had is not found again by the events before', () => {
  const adopted = event('call-started', 3, { agentResolved: true, callActive: true });
  expect(findCallOfAgent([event('call-started', 1), adopted])).toBeNull();
  expect(findCallOfAgent([event('call-started', 1), adopted, event('recording-paused', 4)])).toBeNull();
});

test('an event of the rep right after the address became an alias counts, while the rep is on no call', () => {
  const events = [event('call-started', 1), event('recording-paused', 2, { agentResolved: true })];
  expect(findCallOfAgent(events)?.adopted).toMatchObject({ newestEventId: '102', recordingPaused: true });
  expect(findCallOfAgent([...events, event('call-ended', 3, { agentResolved: true })])).toBeNull();
  expect(findCallOfAgent([...events, event('call-started', 3, { agentResolved: true, callActive: true })])).toBeNull();
});
