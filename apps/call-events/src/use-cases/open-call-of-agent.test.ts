import type { CallEventResponse } from '@callside/schemas';
import type { CallStarted } from '../domain/call-event.ts';
import type { EventOnFile } from '../domain/event-on-file.ts';
import { openCallOfAgent } from './open-call-of-agent.ts';

const now = new Date('2026-11-20T08:00:10Z');
const named = { brandId: 'brand', agent: 'sip/1001', requestId: 'request' };

function event(name: EventOnFile['event'], second: number): EventOnFile {
  const at = new Date(now.getTime() - 10_000 + second * 1000);
  return {
    id: String(100 + second),
    event: name,
    eventId: null,
    agentEmail: named.agent,
    callReference: null,
    phoneNumber: '+14155550134',
    customerId: null,
    metadata: '{"platform":"five9","call_id":"F1"}',
    occurredAt: at,
    receivedAt: at,
    agentResolved: false,
    callActive: false,
  };
}

const answer = (duplicate: boolean) => ({ duplicate }) as CallEventResponse;

/** `onWait` is called while the transactions that did not see the alias end, `adopt` with each attempt. */
function open(
  log: EventOnFile[],
  { onWait = () => {}, adopt }: { onWait?: () => void; adopt: (event: CallStarted) => CallEventResponse | null },
) {
  const attempts: CallStarted[] = [];
  const outcome = openCallOfAgent(named, {
    agents: { waitForReaders: async () => onWait() },
    events: { readPage: async () => ({ items: [...log].reverse(), next: null }) },
    recorder: {
      adopt: async (attempt) => {
        attempts.push(attempt);
        return adopt(attempt);
      },
    },
    now: () => now,
  });
  return { outcome, attempts };
}

test('an event that was being recorded without the alias counts', async () => {
  const log = [event('call-started', 1), event('recording-paused', 2)];
  const onWait = () => log.push(event('recording-resumed', 3));
  const { outcome, attempts } = open(log, { onWait, adopt: () => answer(false) });
  expect(await outcome).toBe('opened');
  expect(attempts).toMatchObject([
    { platformCall: 'five9:F1', adopted: { eventId: '101', newestEventId: '103', recordingPaused: false } },
  ]);
});

test('a call that lacks a newer event is made again from the whole log', async () => {
  const log = [event('call-started', 1)];
  const adopt = () => {
    if (log.length > 1) return answer(false);
    log.push(event('recording-paused', 2));
    return null;
  };
  const { outcome, attempts } = open(log, { adopt });
  expect(await outcome).toBe('opened');
  expect(attempts.map(({ adopted }) => adopted?.recordingPaused)).toEqual([false, true]);
});

test('the end of the call that comes meanwhile leaves nothing to open, and a rep on a call is busy', async () => {
  const log = [event('call-started', 1)];
  const ended = open(log, { onWait: () => log.push(event('call-ended', 2)), adopt: () => answer(false) });
  expect(await ended.outcome).toBe('none');
  expect(ended.attempts).toEqual([]);
  expect(await open([event('call-started', 1)], { adopt: () => answer(true) }).outcome).toBe('rep_busy');
});

test('it fails when each attempt lacks a newer event', async () => {
  const { outcome, attempts } = open([event('call-started', 1)], { adopt: () => null });
  await expect(outcome).rejects.toThrow('too quickly');
  expect(attempts).toHaveLength(20);
});
