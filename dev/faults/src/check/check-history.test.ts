import {
  companion,
  delivered,
  eventIdOf,
  firstSession,
  goodHistory,
  purchased,
  recorded,
  secondSession,
  shown,
  tab,
  withMore,
  without,
} from '../../test/support/sample-history.ts';
import type { History } from '../history/history.ts';
import type { Occurrence } from '../history/occurrence.ts';
import { checkHistory } from './check-history.ts';
import { type Rule, rules } from './violation.ts';

function rulesBrokenIn(history: History): Set<Rule> {
  return new Set(checkHistory(history).violations.map(({ rule }) => rule));
}

function withFault(history: History, fault: object, from: number, to: number): History {
  const phase = {
    type: 'fault' as const,
    fault: 1,
    kind: 'kill' as const,
    target: { kind: 'postgres' as const },
    ...fault,
  };
  return withMore(history, { ...phase, at: from, phase: 'begins' }, { ...phase, at: to, phase: 'ends' });
}

/** No tab shows a recording state as confirmed. */
const unconfirmed = () =>
  without(goodHistory(), (each) => each.type === 'recording shown' && each.state === 'confirmed');

describe('a good history', () => {
  it('breaks no rule', () => {
    expect(checkHistory(goodHistory()).violations).toEqual([]);
  });

  it('examines every rule, except those that only failures examine', () => {
    const { examined } = checkHistory(goodHistory());
    const idle = rules.filter((rule) => examined[rule] === undefined);
    expect(idle).toEqual([
      'an event is on file at most once',
      'an id that came with another event is marked',
      'an answer is one that the specification names',
      'a held row delays only its rep',
      'everybody comes back',
    ]);
  });
});

describe('acknowledged events', () => {
  it('are reported when their row is lost', () => {
    const history = goodHistory();
    history.onFile.events = history.onFile.events.filter(({ event }) => event !== 'recording-paused');
    expect(rulesBrokenIn(history)).toContain('an acknowledged event is on file once');
  });

  it('are reported when they have two rows', () => {
    const history = goodHistory();
    history.onFile.events.push({ ...history.onFile.events[1]!, id: 99 });
    expect(rulesBrokenIn(history)).toContain('an acknowledged event is on file once');
  });

  it('may have no row if they are a resend of the live call, and only then', () => {
    const resend = (at: number, phoneNumber: string) => {
      const place = { eventId: 'a resend', delivery: 0, attempt: 1 };
      const agentEmail = 'rep1@faults.example';
      return withMore(
        goodHistory(),
        {
          at,
          type: 'sent',
          ...place,
          sharedId: null,
          instance: 1,
          event: 'call-started',
          agentEmail,
          phoneNumber,
          customerId: null,
        },
        { at: at + 5, type: 'answered', ...place, status: 200, duplicate: true, agentResolved: true, callActive: true },
      );
    };
    expect(rulesBrokenIn(resend(20_000, '+14155550001'))).toEqual(new Set());
    expect(rulesBrokenIn(resend(20_000, '+14155550009'))).toContain('an acknowledged event is on file once');
    expect(rulesBrokenIn(resend(45_000, '+14155550001'))).toContain('an acknowledged event is on file once');
  });

  it('are reported when their row differs from what was sent', () => {
    const history = goodHistory();
    history.onFile.events[1] = { ...history.onFile.events[1]!, metadata: '{}' };
    expect(rulesBrokenIn(history)).toEqual(new Set(['a row contains what was sent']));
  });

  it('may only be refused with 503', () => {
    const place = { eventId: eventIdOf({ at: 1000 }), delivery: 0, attempt: 1 };
    const refused = (status: number) =>
      withMore(goodHistory(), {
        at: 1005,
        type: 'answered',
        ...place,
        status,
        duplicate: null,
        agentResolved: null,
        callActive: null,
      });
    expect(rulesBrokenIn(refused(503))).toEqual(new Set());
    expect(rulesBrokenIn(refused(401))).toEqual(new Set(['an answer is one that the specification names']));
  });

  it('are reported when a position of a rep is missing', () => {
    const history = goodHistory();
    history.onFile.events[2] = { ...history.onFile.events[2]!, position: 9 };
    expect(rulesBrokenIn(history)).toContain("the positions of a rep's events have no gap");
  });
});

describe('one id for all events of a call', () => {
  /** The end of the first call came with the id of its start, and was answered as a duplicate. */
  const withSharedId = (answer: object = {}, reusedIds = [{ eventId: 'shared', event: 'hold-started' as const }]) => {
    const history = goodHistory();
    const [start] = history.onFile.events;
    history.onFile.events[0] = { ...start!, eventId: 'shared' };
    history.onFile.reusedIds = reusedIds;
    history.occurrences = history.occurrences.map((each) => {
      if (each.type === 'sent' && each.eventId === eventIdOf({ at: 1000 })) return { ...each, sharedId: 'shared' };
      return each.type === 'event shown' && each.position === 1 ? { ...each, eventId: 'shared' } : each;
    });
    const place = { eventId: 'a hold', delivery: 0, attempt: 1 };
    const agentEmail = 'rep1@faults.example';
    const hold = { sharedId: 'shared', instance: 1, event: 'hold-started' as const, agentEmail };
    const duplicate = { status: 200, duplicate: true, agentResolved: true, callActive: true };
    return withMore(
      history,
      { at: 5000, type: 'sent', ...place, ...hold, phoneNumber: null, customerId: null },
      { at: 5005, type: 'answered', ...place, ...duplicate, ...answer },
    );
  };

  it('is no violation when the later ones are duplicates and marked', () => {
    const { violations, examined } = checkHistory(withSharedId());
    expect(violations).toEqual([]);
    expect(examined['an id that came with another event is marked']).toBe(1);
  });

  it('is reported when a later one is answered as new, or not marked', () => {
    const asNew = rulesBrokenIn(withSharedId({ duplicate: false }));
    expect(asNew).toContain('an acknowledged event is on file once');
    expect(rulesBrokenIn(withSharedId({}, []))).toEqual(new Set(['an id that came with another event is marked']));
  });

  it('is reported when the id has two rows', () => {
    const history = withSharedId();
    history.onFile.events.push({ ...history.onFile.events[0]!, id: 99 });
    expect(rulesBrokenIn(history)).toContain('an acknowledged event is on file once');
  });
});

describe('consecutive exports', () => {
  const broken = new Set(['consecutive exports have each call exactly once']);
  const exported = (series: 'started' | 'ended', calls: string[]) =>
    rulesBrokenIn(withMore(goodHistory(), { at: 60_000, type: 'exported', series, calls }));

  it('are reported when they have a call twice', () => {
    expect(exported('started', ['call-1'])).toEqual(broken);
    expect(exported('ended', ['call-1'])).toEqual(broken);
    expect(exported('started', [])).toEqual(new Set());
  });

  it('are reported when they do not have a call', () => {
    expect(rulesBrokenIn(without(goodHistory(), (each) => each.type === 'exported' && each.at === 51_000))).toEqual(
      broken,
    );
  });
});

describe('a held row', () => {
  const row = (rep: string) => ({ kind: 'hold' as const, target: { kind: 'row' as const, rep } });
  const isAnswer = (each: Occurrence) => each.type === 'answered' && each.eventId === eventIdOf({ at: 30_000 });

  it('may delay its rep, and no other', () => {
    const history = without(goodHistory(), isAnswer);
    expect(rulesBrokenIn(withFault(history, row('rep 1'), 29_000, 35_000))).toEqual(new Set());
    expect(rulesBrokenIn(withFault(history, row('rep 2'), 29_000, 35_000))).toEqual(
      new Set(['a held row delays only its rep']),
    );
    expect(rulesBrokenIn(withFault(goodHistory(), row('rep 2'), 29_000, 35_000))).toEqual(new Set());
    const slow = withFault(history, { kind: 'slow commits' as const }, 29_000, 35_000);
    expect(rulesBrokenIn(withFault(slow, row('rep 2'), 29_000, 35_000))).toEqual(new Set());
  });

  it('and slow commits excuse no client', () => {
    const history = without(goodHistory(), (each) => each.type === 'shown' && each.version >= 4);
    for (const fault of [row('rep 2'), { kind: 'slow commits' as const }]) {
      expect(rulesBrokenIn(withFault(history, fault, 39_000, 110_000))).toContain(
        'a tab catches up within 5 seconds of quiet',
      );
    }
  });
});

describe('the state of a rep', () => {
  it('is reported when it differs from the result of the rows', () => {
    const history = goodHistory();
    history.onFile.reps[0] = { ...history.onFile.reps[0]!, version: 4 };
    expect(rulesBrokenIn(history)).toEqual(new Set(['the state on file is the state of the specification']));
  });

  it('is reported when a pause continues after its call', () => {
    const history = goodHistory();
    history.onFile.reps[0] = { ...history.onFile.reps[0]!, paused: true };
    expect(rulesBrokenIn(history)).toContain('the state on file is the state of the specification');
  });
});

describe('tabs', () => {
  it('are reported when they show a stale pause on the next call', () => {
    const stale = { version: 5, sequence: 1_050_000, paused: true, call: 'call-2' };
    expect(rulesBrokenIn(withMore(goodHistory(), shown(50_100, stale)))).toContain('a pause ends with its call');
  });

  it('are reported when they show a pause without a call', () => {
    const stale = { version: 4, sequence: 1_040_000, paused: true, call: null };
    expect(rulesBrokenIn(withMore(goodHistory(), shown(40_100, stale)))).toContain('a pause ends with its call');
  });

  it('are reported when they are behind', () => {
    const history = without(goodHistory(), (each) => each.type === 'shown' && each.version >= 4);
    expect(rulesBrokenIn(history)).toEqual(new Set(['a tab catches up within 5 seconds of quiet']));
  });

  it('need not show a start that was first a resend before its row exists', () => {
    const history = goodHistory();
    const [start] = history.occurrences.filter((each) => each.type === 'sent' && each.at === 49_990);
    const early = { eventId: eventIdOf({ at: 50_000 }), delivery: 1, attempt: 1, status: 200, duplicate: true };
    const resent = withMore(
      history,
      { ...start!, at: 20_000 },
      { at: 20_005, type: 'answered', ...early, agentResolved: true, callActive: true },
    );
    expect(rulesBrokenIn(resent)).toEqual(new Set());
  });

  it('are reported when they do not get an event, also one whose state they have', () => {
    const isMissed = (each: Occurrence) => each.type === 'event shown' && each.eventId === eventIdOf({ at: 30_000 });
    const history = without(goodHistory(), isMissed);
    const order = 'a tab gets each event once, and in order';
    expect(rulesBrokenIn(history)).toEqual(new Set(['a tab gets every event within 5 seconds of quiet', order]));
    expect(rulesBrokenIn(withFault(history, { target: { kind: 'redis' } }, 29_000, 110_000))).toEqual(new Set([order]));
    const place = { rep: 'rep 1', instance: 1 };
    const reconnected = withMore(
      history,
      { at: 31_000, type: 'tab', tab, ...place, presence: 'lost' },
      { at: 31_001, type: 'tab', tab, ...place, presence: 'connected' },
      shown(31_002, { version: 3, sequence: 1_030_000, paused: false, call: 'call-1' }, true),
    );
    expect(rulesBrokenIn(reconnected)).toEqual(new Set());
  });

  it('are reported when they get an event twice or late, also during a fault, and not when a retry brings it again', () => {
    const order = new Set(['a tab gets each event once, and in order']);
    const again = (position: number | null) => {
      const event = { event: 'recording-paused' as const, eventId: eventIdOf({ at: 10_000 }), position };
      return withMore(goodHistory(), { at: 35_000, type: 'event shown', tab, rep: 'rep 1', ...event });
    };
    expect(rulesBrokenIn(again(2))).toEqual(order);
    const late = rulesBrokenIn(withFault(again(3), { target: { kind: 'redis' } }, 29_000, 110_000));
    expect(late).toEqual(new Set([...order, 'a tab gets at a position the event that is on file there']));
    expect(rulesBrokenIn(again(null))).toEqual(new Set());
  });

  it('are reported when they get another event at a position than the one on file', () => {
    const history = goodHistory();
    history.occurrences = history.occurrences.map((each) =>
      each.type === 'event shown' && each.position === 2 ? { ...each, event: 'recording-resumed' } : each,
    );
    expect(rulesBrokenIn(history)).toEqual(new Set(['a tab gets at a position the event that is on file there']));
  });

  it('get the end of a superseded call and the start that superseded it at one position, the end first', () => {
    const ended = { event: 'call-ended' as const, eventId: null, position: 5 };
    const replaced = (at: number) => withMore(goodHistory(), { at, type: 'event shown', tab, rep: 'rep 1', ...ended });
    expect(rulesBrokenIn(replaced(50_001))).toEqual(new Set());
    expect(rulesBrokenIn(replaced(50_003))).toEqual(new Set(['a tab gets each event once, and in order']));
  });

  it('may be behind during a fault, or while they sleep', () => {
    const history = without(goodHistory(), (each) => each.type === 'shown' && each.version >= 4);
    expect(rulesBrokenIn(withFault(history, { target: { kind: 'redis' } }, 39_000, 110_000))).toEqual(new Set());
    const place = { rep: 'rep 1', instance: 1 };
    const asleep = withMore(history, { at: 39_000, type: 'tab', tab, ...place, presence: 'asleep' });
    expect(rulesBrokenIn(asleep)).toEqual(new Set());
  });

  it('are reported when the first message after a connection is older than an earlier message', () => {
    const place = { rep: 'rep 1', instance: 1 };
    const history = withMore(
      goodHistory(),
      { at: 60_000, type: 'tab', tab, ...place, presence: 'lost' },
      { at: 60_001, type: 'tab', tab, ...place, presence: 'opening' },
      { at: 60_002, type: 'tab', tab, ...place, presence: 'connected' },
      shown(60_003, { version: 4, sequence: 1_040_000, paused: false, call: null }, true),
      shown(60_004, { version: 5, sequence: 1_050_000, paused: false, call: 'call-2' }),
    );
    expect(rulesBrokenIn(history)).toEqual(
      new Set(['a version never decreases', 'a tab gets each event once, and in order']),
    );
  });
});

describe('companions', () => {
  it('are reported when they record during a pause', () => {
    for (const recording of [recorded(10_004, 16_500), recorded(20_000, 20_500)]) {
      expect(rulesBrokenIn(withMore(goodHistory(), recording))).toEqual(
        new Set([
          'no companion records 5 seconds after an acknowledged pause',
          'no tab shows a confirmed pause while a companion records',
        ]),
      );
    }
  });

  it('may record for 2 s more when their server could not reach PostgreSQL', () => {
    const history = withMore(unconfirmed(), recorded(10_004, 16_500));
    const link = { kind: 'lose both ways', target: { kind: 'link', instance: 1, to: 'postgres' } };
    expect(rulesBrokenIn(withFault(history, link, 9000, 12_000))).toEqual(new Set());
    const another = { kind: 'lose both ways', target: { kind: 'link', instance: 2, to: 'postgres' } };
    expect(rulesBrokenIn(withFault(history, another, 9000, 12_000))).not.toEqual(new Set());
    const redis = { kind: 'lose both ways', target: { kind: 'link', instance: 1, to: 'redis' } };
    expect(rulesBrokenIn(withFault(history, redis, 9000, 12_000))).not.toEqual(new Set());
    const longer = withMore(unconfirmed(), recorded(10_004, 18_500));
    expect(rulesBrokenIn(withFault(longer, link, 9000, 29_000))).toContain(
      'no companion records 5 seconds after an acknowledged pause',
    );
  });

  it('are reported when a sequence decreases', () => {
    const place = { rep: 'rep 1', instance: 1, kind: 'plain' as const };
    const history = withMore(
      goodHistory(),
      { at: 60_000, type: 'companion', companion, ...place, presence: 'lost' },
      { at: 60_001, type: 'companion', companion, ...place, presence: 'opening' },
      { at: 60_002, type: 'companion', companion, ...place, presence: 'connected' },
      delivered(60_003, { sequence: 1_030_000, paused: false, call: 'call-1' }, true),
    );
    expect(rulesBrokenIn(history)).toContain('a sequence never decreases');
  });

  it('are reported when a sequence was never stored, or has another meaning', () => {
    const unknown = withMore(goodHistory(), delivered(20_000, { sequence: 1_020_000, paused: true, call: 'call-1' }));
    expect(rulesBrokenIn(unknown)).toEqual(new Set(['a companion gets what is on file']));
    const other = withMore(goodHistory(), delivered(20_000, { sequence: 1_010_000, paused: false, call: 'call-1' }));
    expect(rulesBrokenIn(other)).toContain('a companion gets what is on file');
  });

  it('are reported when they are behind', () => {
    const history = without(goodHistory(), (each) => each.type === 'delivered' && each.sequence === 1_040_000);
    expect(rulesBrokenIn(history)).toEqual(new Set(['a companion catches up within 5 seconds of quiet']));
  });
});

describe('the recording state that a tab shows', () => {
  it('is reported when a connected companion has not acknowledged', () => {
    const history = without(goodHistory(), (each) => each.type === 'acknowledged' && each.sequence === 1_010_000);
    expect(rulesBrokenIn(history)).toEqual(
      new Set(['no state is shown as confirmed before all companions acknowledge it']),
    );
  });

  it('is reported when another companion of the rep has not acknowledged', () => {
    const other = { companion: 'rep 1 other companion', rep: 'rep 1', instance: 2, kind: 'plain' as const };
    const history = withMore(
      goodHistory(),
      { at: 9000, type: 'companion', ...other, presence: 'connected' },
      { at: 29_000, type: 'companion', ...other, presence: 'lost' },
    );
    expect(rulesBrokenIn(history)).toContain('no state is shown as confirmed before all companions acknowledge it');
  });

  it('is reported when no companion is connected', () => {
    const place = { rep: 'rep 1', instance: 1, kind: 'plain' as const };
    const history = withMore(goodHistory(), { at: 60_000, type: 'companion', companion, ...place, presence: 'lost' });
    expect(rulesBrokenIn(history)).toEqual(
      new Set(['no state is shown as confirmed before all companions acknowledge it']),
    );
  });

  it('is not checked when the service does not send it', () => {
    const history = goodHistory();
    history.occurrences = history.occurrences.map((each) =>
      each.type === 'recording shown' ? { ...each, state: null } : each,
    );
    const { examined } = checkHistory(history);
    expect(examined['no state is shown as confirmed before all companions acknowledge it']).toBeUndefined();
  });
});

describe('a pause that a tab shows as confirmed', () => {
  const rule = 'no tab shows a confirmed pause while a companion records';
  const other = { companion: 'rep 1 other companion', rep: 'rep 1' };
  /** Another companion, which knows the sequence, records during the confirmed pause from 10,006 to 30,002. */
  const recordsUnder = (sequence: number, from: number, to: number) => {
    const place = { instance: 2, kind: 'plain' as const };
    const state = { isGreeting: true, sequence, paused: false, call: 'call-1' };
    const history = withMore(
      goodHistory(),
      { at: 1100, type: 'companion', ...other, ...place, presence: 'connected' },
      { at: 1101, type: 'delivered', ...other, ...state },
      { at: to, type: 'recorded', ...other, from, to },
    );
    return rulesBrokenIn(withFault(history, { kind: 'stop', target: { kind: 'service', instance: 2 } }, 1100, 110_000));
  };

  it('is reported when a companion that does not know it records, also during a fault', () => {
    expect(recordsUnder(1_001_000, 9000, 11_000)).toContain(rule);
    expect(recordsUnder(1_001_000, 9000, 10_200)).not.toContain(rule);
  });

  it('may be 5 s behind a companion that knows a later state', () => {
    expect(recordsUnder(1_030_000, 11_000, 16_000)).not.toContain(rule);
    expect(recordsUnder(1_030_000, 11_000, 17_000)).toContain(rule);
  });
});

describe('offers', () => {
  it('are reported when an answered recommendation is not stored', () => {
    const history = goodHistory();
    history.onFile.recommendations = [];
    expect(rulesBrokenIn(history)).toEqual(new Set(['a purchase for an acknowledged recommendation is accepted']));
  });

  it('are reported when a purchase is refused', () => {
    const history = withMore(goodHistory(), purchased(62_000, { status: 404, purchaseId: null, isRecorded: null }));
    expect(rulesBrokenIn(history)).toEqual(new Set(['a purchase for an acknowledged recommendation is accepted']));
  });

  it('are reported when an answered purchase is not stored, or was recorded twice', () => {
    const broken = new Set(['an acknowledged purchase is on file once']);
    const history = goodHistory();
    history.onFile.purchases = [];
    expect(rulesBrokenIn(history)).toEqual(broken);
    history.onFile.purchases = ['purchase-1', 'purchase-2'].map((purchaseId) => ({ purchaseId, lines: ['line 1'] }));
    expect(rulesBrokenIn(history)).toEqual(broken);
    expect(rulesBrokenIn(withMore(goodHistory(), purchased(62_000)))).toEqual(broken);
    expect(rulesBrokenIn(withMore(goodHistory(), purchased(62_000, { isRecorded: false })))).toEqual(new Set());
  });
});

describe('keys', () => {
  const tried = (isRevoked: boolean, status: number | null) =>
    rulesBrokenIn(
      withMore(goodHistory(), { at: 960, type: 'key tried', key: 'key 1', instance: 1, isRevoked, status }),
    );

  it('are reported when a revoked one is accepted, or another one is refused', () => {
    const broken = new Set(['a revoked key is refused, and no other']);
    expect(tried(true, 200)).toEqual(broken);
    expect(tried(false, 401)).toEqual(broken);
  });

  it('may always be answered 503, or not at all', () => {
    for (const status of [503, null])
      expect([tried(true, status), tried(false, status)]).toEqual([new Set(), new Set()]);
  });
});

describe('transcription sessions', () => {
  const withSession = (session: string, difference: object) => {
    const history = goodHistory();
    const { sessions } = history.onFile;
    history.onFile.sessions = sessions.map((each) => (each.session === session ? { ...each, ...difference } : each));
    return history;
  };

  it('are reported when an acknowledged chunk is lost', () => {
    const history = goodHistory();
    history.onFile.chunks.pop();
    expect(rulesBrokenIn(history)).toEqual(new Set(['an acknowledged chunk is on file']));
  });

  it('are reported when a call has two', () => {
    expect(rulesBrokenIn(withSession(secondSession, { call: 'call-1', endedMs: 1_040_000 }))).toEqual(
      new Set(['a call has one session']),
    );
  });

  it('are reported when their end is not the one that the dialler reported', () => {
    expect(rulesBrokenIn(withSession(firstSession, { endedMs: 1_039_000 }))).toEqual(
      new Set(['a session ends with the reported end of its call']),
    );
  });

  it('are reported when they are not finalized without a producer, or are with one', () => {
    const broken = new Set(['a session is finalized when it has no producer, and only then']);
    expect(rulesBrokenIn(withSession(firstSession, { isFinalized: false }))).toEqual(broken);
    expect(rulesBrokenIn(withSession(secondSession, { isFinalized: true }))).toEqual(broken);
  });

  it('may be finalized while their producer sends nothing', () => {
    const silent = without(withSession(secondSession, { isFinalized: true }), ({ at }) => at === 109_000);
    expect(rulesBrokenIn(silent)).toEqual(new Set());
  });
});

it('the checker names a client that did not reconnect', () => {
  const history = withMore(goodHistory(), { at: 60_000, type: 'missing', what: 'a tab' });
  expect(rulesBrokenIn(history)).toEqual(new Set(['everybody comes back']));
});

it('the checker extends the limits by the time in which the harness itself did not run', () => {
  const history = withMore(unconfirmed(), recorded(10_004, 16_500), { at: 16_000, type: 'stall', forMs: 2000 });
  expect(rulesBrokenIn(history)).toEqual(new Set());
});
