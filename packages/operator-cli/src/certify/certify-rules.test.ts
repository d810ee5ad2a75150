import type { AcceptedEntry, LoggedEntry, RefusedEntry } from '../event-log/logged-entry.ts';
import { certify, toMarkdown } from './certificate.ts';
import { judge as judgeAll } from './certify-rules.ts';
import type { ReusedId } from './reused-ids.ts';

const begin = Date.UTC(2026, 10, 22, 12);
let rows = 0n;

function entry(event: string, second: number, changes: Partial<AcceptedEntry> = {}): AcceptedEntry {
  rows += 1n;
  return {
    outcome: 'accepted',
    row: rows,
    event,
    eventId: `e${rows}`,
    agentEmail: 'rep@acme.example',
    phoneNumber: '+14155552671',
    customerId: null,
    occurredAt: new Date(begin + second * 1_000),
    occurredAtSent: true,
    receivedAt: new Date(begin + second * 1_000 + 40),
    position: rows,
    agentResolved: true,
    callActive: true,
    resentFrom: null,
    isTest: false,
    remarks: [],
    ...changes,
  };
}

const refused: RefusedEntry = {
  outcome: 'refused',
  row: 1n,
  event: 'call-started',
  agentEmail: null,
  receivedAt: new Date(begin),
  status: 422,
  reason: 'agent_email is required',
  requestId: 'r',
  apiKeyId: null,
  address: null,
};

const goodCall = () => [
  entry('call-started', 0),
  entry('hold-started', 1),
  entry('hold-ended', 2),
  entry('recording-paused', 3),
  entry('recording-resumed', 4),
  entry('call-ended', 5),
];

/** A good call with one entry changed or added. */
function changed(at: number, changes: Partial<AcceptedEntry>): LoggedEntry[] {
  return goodCall().map((one, index) => (index === at ? { ...one, ...changes } : one));
}

/** A good call with two events that were applied in the wrong order. */
function swapped(at: number): AcceptedEntry[] {
  const call = goodCall();
  const [first, second] = [call[at] as AcceptedEntry, call[at + 1] as AcceptedEntry];
  return call.map((one) => {
    if (one === first) return { ...one, position: second.position };
    return one === second ? { ...one, position: first.position } : one;
  });
}

const judge = (entries: readonly LoggedEntry[], reused: readonly ReusedId[] = []) => judgeAll(entries, reused);

const failedRules = (entries: readonly LoggedEntry[]) =>
  judge(entries).flatMap(({ rule, status }) => (status === 'failed' ? [rule] : []));

it('a good dialler passes every rule', () => {
  expect(judge(goodCall()).map(({ status }) => status)).toEqual(judge([]).map(() => 'passed'));
});

it('a dialler that sends nothing passes no rule and fails none', () => {
  expect(new Set(judge([]).map(({ status }) => status))).toEqual(new Set(['not_seen']));
});

it.each<[string, LoggedEntry[], string[]]>([
  ['a refused request', [...goodCall(), refused], ['accepted']],
  ['no hold', goodCall().filter(({ event }) => !event.startsWith('hold')), ['coverage']],
  ['an unknown agent', changed(0, { agentResolved: false }), ['agent']],
  ['a start without an id', changed(0, { eventId: null }), ['event_id']],
  ['a pause without an id', changed(3, { eventId: null }), ['recording_event_id']],
  [
    'a retry with another id',
    goodCall().flatMap((one) => (one.event === 'hold-ended' ? [one, { ...one, row: 900n, eventId: 'other' }] : [one])),
    ['retry'],
  ],
  ['no time of the event', changed(1, { occurredAtSent: false }), ['occurred_at']],
  [
    'a clock that is behind',
    goodCall().map((one) => ({ ...one, receivedAt: new Date(one.receivedAt.getTime() + 9_000) })),
    ['clock'],
  ],
  ['events in another order', changed(2, { occurredAt: new Date(begin + 500) }), ['order']],
  [
    'a resume that overtook its pause, with one time for all events',
    swapped(3).map((one) => ({ ...one, occurredAt: new Date(begin), receivedAt: new Date(begin) })),
    ['order'],
  ],
  [
    'an end of a hold that overtook its start, without times',
    swapped(1).map((one) => ({ ...one, occurredAtSent: false })),
    ['occurred_at', 'order'],
  ],
  [
    'a time that is only that of the receipt, after a clock that is ahead',
    changed(1, { occurredAt: new Date(begin + 3_000) }).map((one, at) =>
      at === 2 ? { ...one, occurredAtSent: false } : one,
    ),
    ['occurred_at'],
  ],
  ['another number at the end', changed(5, { phoneNumber: '+14155550199' }), ['number']],
  ['a call without an end', goodCall().slice(0, 5), ['coverage', 'ends']],
  [
    'a call without an end before the next',
    [
      ...goodCall().slice(0, 5),
      ...goodCall().map((one) => ({
        ...one,
        occurredAt: new Date(one.occurredAt.getTime() + 6_000),
        receivedAt: new Date(one.receivedAt.getTime() + 6_000),
      })),
    ],
    ['ends'],
  ],
  ['a hold outside of a call', changed(1, { callActive: false }), ['live_call']],
  ['a number that cannot be placed', changed(0, { phoneNumber: '415 555 0134 ext. 5' }), ['number']],
  ['a body that is not UTF-8', changed(1, { remarks: ['charset'] }), ['encoding']],
  ['a Content-Encoding that the body has not', changed(1, { remarks: ['content_encoding'] }), ['encoding']],
  ['an address without its plus', changed(1, { remarks: ['lost_plus'] }), ['lost_plus']],
  [
    'an address without its plus that is no user',
    changed(1, { remarks: ['lost_plus'], agentResolved: false }),
    ['agent', 'lost_plus'],
  ],
  ['a time without an offset', changed(1, { remarks: ['no_offset'] }), ['offset']],
  ['a time that is no instant', changed(1, { occurredAtSent: false, remarks: ['unreadable_time'] }), ['occurred_at']],
  [
    'a clock that is ahead',
    goodCall().map((one) => ({ ...one, receivedAt: new Date(one.receivedAt.getTime() - 9_000) })),
    ['clock'],
  ],
])('%s fails its rule only', (_what, entries, expected) => {
  expect(failedRules(entries)).toEqual(expected);
});

it('a withheld number is right, and not judged', () => {
  expect(failedRules(changed(0, { phoneNumber: 'anonymous' }))).toEqual([]);
});

const findingsOf = (rule: string, entries: readonly LoggedEntry[], reused: readonly ReusedId[] = []) =>
  judge(entries, reused).find((one) => one.rule === rule)?.findings;

it.each<[ReusedId['differs'], string, string]>([
  ['event', 'recording-paused', 'a call-started'],
  ['agent', 'call-started', 'a call-started of another agent'],
  ['time', 'call-started', 'another call-started, at another time'],
])('an id that is reused is named with the event that has it: %s', (differs, event, owner) => {
  expect(
    findingsOf('event_id_reused', [], [{ event, first: 'call-started', differs, receivedAt: new Date(begin) }]),
  ).toEqual([`${event} at 2026-11-22T12:00:00.000Z: it has the event_id of ${owner}, and was not applied`]);
});

it.each([
  [-9, '9.0 s before the receipt'],
  [9, '9.0 s after the receipt, in the future'],
  [-5 * 3_600, '18000.0 s before the receipt: its offset is wrong or missing'],
  [5.5 * 3_600, '19800.0 s after the receipt, in the future: its offset is wrong or missing'],
  [7 * 86_400, '604800.0 s after the receipt, in the future'],
])('a clock that differs by %d s is named', (seconds, finding) => {
  const receivedAt = new Date(begin);
  const occurredAt = new Date(begin + seconds * 1_000);
  expect(findingsOf('clock', [entry('call-started', 0, { receivedAt, occurredAt })])).toEqual([
    `call-started at 2026-11-22T12:00:00.000Z: occurred_at is ${finding}`,
  ]);
});

it('shows how a number is written, and nothing of it', () => {
  const phoneNumber = 'Kim <(415) 555-０134 x5>';
  expect(findingsOf('number', [entry('call-started', 0, { phoneNumber })])?.[0]).toMatch(
    /: phone_number cannot be placed, written as “aaa <\(nnn\) nnn-nnnn an>”$/,
  );
});

it('says what to change for each rule that failed, and for no other', () => {
  for (const { status, change } of judge([...changed(3, { eventId: null }), refused])) {
    expect(typeof change).toBe(status === 'failed' ? 'string' : 'object');
  }
});

it('a second pause with the id of the first fails its rule only, also without any event on file', () => {
  const reused = [
    { event: 'recording-paused', first: 'recording-paused', differs: 'time' as const, receivedAt: new Date(begin) },
  ];
  const failed = judge(goodCall(), reused).filter(({ status }) => status === 'failed');
  expect(failed).toEqual([
    {
      rule: 'event_id_reused',
      title: 'Each event has an event_id of its own',
      status: 'failed',
      findings: [
        'recording-paused at 2026-11-22T12:00:00.000Z: it has the event_id of another recording-paused, at another time, and was not applied',
      ],
      change: expect.stringContaining('an id for each event'),
    },
  ]);
  expect(judge([], reused).filter(({ status }) => status === 'failed')).toEqual(failed);
});

it('two reps may have calls at the same time', () => {
  const other = goodCall().map((one) => ({ ...one, agentEmail: 'other@acme.example' }));
  const together = goodCall().flatMap((one, at) => [one, other[at] ?? one]);
  expect(failedRules(together)).toEqual([]);
});

it('names at most ten findings of a rule', () => {
  const many = Array.from({ length: 50 }, (_, at) => entry('hold-started', at, { eventId: null }));
  const found = judge(many).find(({ rule }) => rule === 'event_id')?.findings;
  expect(found).toHaveLength(10);
  expect(found?.at(-1)).toBe('and 41 more');
});

it('the report has the score, each rule and the findings, without numbers of customers', () => {
  const observation = {
    brand: 'acme',
    agent: 'rep@acme.example',
    from: new Date(begin),
    to: new Date(begin + 60_000),
    reused: [],
  };
  const good = certify({ ...observation, entries: goodCall() });
  expect(good).toMatchObject({ passed: true, score: 100, accepted: 6, refused: 0 });
  const bad = certify({ ...observation, entries: changed(3, { eventId: null }) });
  expect(bad).toMatchObject({ passed: false, score: 93 });
  const markdown = toMarkdown(bad);
  expect(markdown).toMatch(/^# Dialler certification: not passed, 93 %\n/);
  expect(markdown).toContain('| Recording events have an event_id | FAILED |');
  expect(markdown).toContain('- recording-paused at 2026-11-22T12:00:03.040Z: event_id is missing');
  expect(markdown).toContain('\n\nTo change: Make an id for each event');
  expect(markdown).not.toContain('4155552671');
});
