import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createSigner } from 'fast-jwt';
import { adapters, findAdapter } from './adapters.ts';

const folder = path.join(import.meta.dirname, 'platforms');
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');

interface Sent {
  body?: string;
  query?: string;
  /** Members of the sample to replace, in the object at `within`. */
  set?: object;
  within?: string[];
}

/** The translation of a sample of the platform. */
function translate(platform: string, sample: string | null, { body, query = '', set = {}, within = [] }: Sent = {}) {
  const adapter = findAdapter(platform);
  const payload = sample === null ? null : JSON.parse(read(`${platform}/samples/${sample}.json`));
  if (payload !== null)
    Object.assign(
      within.reduce((inner, name) => inner[name], payload),
      set,
    );
  const text = body ?? (payload === null ? '' : platform === 'dialpad' ? tokenOf(payload) : JSON.stringify(payload));
  return adapter?.translate({ headers: {}, query: new URLSearchParams(query), body: text });
}

/** The id of the one event of a translation. */
function idOf(translation: ReturnType<typeof translate>): string | undefined {
  if (translation?.ok !== true || translation.events.length !== 1) throw new Error('there is not one event');
  return translation.events[0]?.body.event_id;
}

const tokenOf = (payload: object) => createSigner({ key: 'secret' })(payload as Record<string, unknown>);
const nothing = { ok: true, events: [] };
const one = (event: string, body: object) => ({
  ok: true,
  events: [expect.objectContaining({ event, body: expect.objectContaining(body) })],
});

it('each of the thirteen platforms has an adapter, a name and a level of support', () => {
  expect(adapters.map(({ platform }) => platform).join(' ')).toBe(
    'twilio amazon-connect genesys-cloud five9 talkdesk aircall dialpad ringcentral vonage 3cx vicidial freeswitch asterisk',
  );
  expect(new Set(adapters.map(({ name }) => name)).size).toBe(adapters.length);
});

test('an end with another id than that of the live call ends nothing where the id of a call lasts', () => {
  expect(adapters.filter(({ callIdLasts }) => callIdLasts).map(({ platform }) => platform)).toEqual([
    'twilio',
    'amazon-connect',
    'genesys-cloud',
    'aircall',
    'dialpad',
    'ringcentral',
    'vonage',
    'freeswitch',
    'asterisk',
  ]);
});

test('a call that has ended starts no more where its last event has a name of its own', () => {
  const platforms = adapters.filter(({ endIsFinal }) => endIsFinal).map(({ platform }) => platform);
  expect(platforms).toEqual(['twilio', 'amazon-connect', 'dialpad', 'vonage', 'freeswitch']);
});

it.each([
  ['ringcentral', 'answered', 6],
  ['ringcentral', 'disconnected', 7],
  ['freeswitch', 'channel-answer', 2034],
  ['asterisk', 'bridge-leave', 1748541427123456],
])("gives the platform's own number of an event: %s, %s", (platform, sample, order) => {
  const set = platform === 'asterisk' ? { Timestamp: '1748541427.123456' } : {};
  expect(translate(platform, sample, { set })).toMatchObject({ events: [{ order }] });
});

it.each([
  ['aircall', 'ended', { isFinal: true }],
  ['aircall', 'transferred', {}],
])('the end of a call that nobody gets back is final: %s, %s', (platform, sample, expected) => {
  const translation = translate(platform, sample);
  if (translation?.ok !== true) throw new Error('it is not translated');
  expect(translation.events.map(({ isFinal }) => ({ ...(isFinal && { isFinal }) }))).toEqual([expected]);
});

describe('a hold or pause that comes a second time in a call', () => {
  it.each<[string, string, object, object]>([
    ['aircall', 'hold', { timestamp: 1646389751 }, { timestamp: 1646389799 }],
    ['aircall', 'hold', { event: 'call.unhold' }, { event: 'call.unhold', timestamp: 1646389799 }],
    ['freeswitch', 'channel-hold', {}, { 'Event-Date-Timestamp': '1735558499000000' }],
    ['asterisk', 'hold', { Timestamp: '1748541420.123456' }, { Timestamp: '1748541427.123456' }],
    ['asterisk', 'mix-monitor-mute', { Timestamp: '1748541420.123456' }, { Timestamp: '1748541427.123456' }],
    ['asterisk', 'mix-monitor-mute', { State: '0', Timestamp: '1.5' }, { State: '0', Timestamp: '2.5' }],
  ])('%s: %s has another id, and a repeated request has the same one', (platform, sample, first, second) => {
    const idsOf = (set: object) => {
      const translation = translate(platform, sample, { set });
      return translation?.ok === true ? translation.events.map(({ body }) => body.event_id) : [];
    };
    expect(idsOf(first)).toEqual(idsOf(first));
    expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(2 * idsOf(first).length);
    expect(idsOf(first)).not.toContain(undefined);
  });
});

describe('amazon-connect', () => {
  const agent = '12345678-1234-1234-1234-123456789012';
  const contact = '11111111-1111-1111-1111-111111111111';

  it('starts the call of a contact that is connected to an agent, without a number, and ends it', () => {
    expect(translate('amazon-connect', 'connected-to-agent')).toEqual(
      one('call-started', {
        agent_email: agent,
        phone_number: 'unavailable',
        event_id: `amazon-connect:${contact}:${agent}:CONNECTED_TO_AGENT`,
        occurred_at: '2021-08-04T17:29:09.000Z',
      }),
    );
    expect(translate('amazon-connect', 'disconnected')).toEqual(
      one('call-ended', { agent_email: 'arn', event_id: `amazon-connect:${contact}:arn:DISCONNECTED` }),
    );
  });

  it('takes names of members that begin with a capital letter', () => {
    const text = read('amazon-connect/samples/connected-to-agent.json');
    const { detail } = JSON.parse(
      text
        .replaceAll(/"([a-z])(\w*)":/g, (_, first, rest) => `"${first.toUpperCase()}${rest}":`)
        .replace('"Detail"', '"detail"'),
    );
    expect(translate('amazon-connect', null, { body: JSON.stringify({ detail }) })).toEqual(
      translate('amazon-connect', 'connected-to-agent'),
    );
  });

  it('takes the event without its envelope', () => {
    const { detail } = JSON.parse(read('amazon-connect/samples/connected-to-agent.json'));
    expect(translate('amazon-connect', null, { body: JSON.stringify(detail) })).toEqual(
      translate('amazon-connect', 'connected-to-agent'),
    );
  });

  it.each([
    ['a chat', { channel: 'CHAT' }],
    ['a contact that no agent answered', { AgentInfo: undefined }],
    ['another type', { eventType: 'QUEUED' }],
  ])('makes no event of %s', (_what, set) => {
    expect(translate('amazon-connect', 'disconnected', { set, within: ['detail'] })).toEqual(nothing);
  });
});

describe('genesys-cloud', () => {
  it('starts and ends the call of a user, with the number of the customer', () => {
    const [call, participant, user] = [2, 3, 5].map((number) => `cafe0000-0000-4000-8000-00000000000${number}`);
    expect(translate('genesys-cloud', 'user-start')).toEqual(
      one('call-started', {
        agent_email: user,
        phone_number: '+14155550134',
        event_id: `genesys-cloud:${call}:${user}:${participant}:start:1765356270264`,
        occurred_at: '2025-12-10T08:44:30.264Z',
      }),
    );
    expect(translate('genesys-cloud', 'user-end')).toEqual(
      one('call-ended', { event_id: `genesys-cloud:${call}:${user}:${participant}:end:1765356270264` }),
    );
  });

  it.each(['user-start', 'user-end'])(
    '%s of another user, or a second one of the same participant, is a new event',
    (name) => {
      const idOfBody = (set: object) =>
        idOf(translate('genesys-cloud', name, { within: ['detail', 'eventBody'], set }));
      const first = idOfBody({});
      expect(idOfBody({ userId: 'kim' })).not.toBe(first);
      expect(idOfBody({ eventTime: 1765356279999 })).not.toBe(first);
      expect(idOfBody({ eventTime: undefined })).toBeUndefined();
    },
  );

  it('makes no event of other topics and media', () => {
    const within = ['detail'];
    const topicName = 'v2.detail.events.conversation.x.customer.start';
    expect(translate('genesys-cloud', 'user-start', { within, set: { topicName } })).toEqual(nothing);
    expect(translate('genesys-cloud', 'user-start', { within, set: { eventBody: { mediaType: 'CHAT' } } })).toEqual(
      nothing,
    );
  });
});

describe.each(['five9', 'talkdesk'])('%s', (platform) => {
  const fields = {
    event: 'start',
    call_id: '42',
    agent: 'robin@reps.example',
    customer: '+14155550134',
    occurred_at: '2026-11-26T14:00:00Z',
  };

  it('takes the fields of the template in JSON, a form or the query', () => {
    const expected = one('call-started', {
      agent_email: 'robin@reps.example',
      phone_number: '+14155550134',
      event_id: `${platform}:42:robin@reps.example:start:${fields.occurred_at}`,
    });
    const form = new URLSearchParams(fields).toString();
    expect(translate(platform, null, { body: JSON.stringify(fields) })).toEqual(expected);
    expect(translate(platform, null, { body: form })).toEqual(expected);
    expect(translate(platform, null, { query: form })).toEqual(expected);
  });

  it.each(['12345678901234567001', '12345678901234567002', '-7', '0'])(
    'keeps each digit of an id that is a JSON number, however long: %s',
    (callId) => {
      const body = JSON.stringify({ note: '"7" \\ 8', ...fields }).replace('"42"', callId);
      expect(translate(platform, null, { body })).toEqual(
        one('call-started', {
          phone_number: '+14155550134',
          event_id: `${platform}:${callId}:robin@reps.example:start:${fields.occurred_at}`,
          metadata: { platform, call_id: callId },
        }),
      );
    },
  );

  it('restores the plus signs of a form or query that were not encoded', () => {
    const form = Object.entries({ ...fields, agent: 'ann+us@acme.test', occurred_at: '2026-11-26T15:00:00+01:00' })
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
    const body = {
      agent_email: 'ann+us@acme.test',
      phone_number: '+14155550134',
      occurred_at: '2026-11-26T15:00:00+01:00',
    };
    const withRemark = (fields: object) => ({
      ok: true,
      events: [{ event: 'call-started', hasLostPlus: true, body: expect.objectContaining(fields) }],
    });
    expect(translate(platform, null, { body: form })).toEqual(withRemark(body));
    expect(translate(platform, null, { query: form })).toEqual(withRemark(body));
    expect(translate(platform, null, { query: `${form}&x=1`.replace('+14155550134', '415 555 0134') })).toEqual(
      withRemark({ phone_number: '415 555 0134' }),
    );
    expect(translate(platform, null, { query: form.replace('ann+us', 'ann%2Bus') })).toEqual(one('call-started', body));
    for (const scheme of ['tel:', 'whatsapp:']) {
      expect(translate(platform, null, { query: form.replace('+14155550134', `${scheme}+14155550134`) })).toEqual(
        withRemark({ phone_number: `${scheme}+14155550134` }),
      );
    }
    for (const time of ['2026-11-26T15:00:00+01', '2026-11-26T15:00:00+0100', '20261126T150000+01']) {
      expect(translate(platform, null, { query: form.replace('2026-11-26T15:00:00+01:00', time) })).toEqual(
        withRemark({ occurred_at: time }),
      );
    }
    const ofPhone = form.replace('ann+us@acme.test', '+14155550101');
    expect(translate(platform, null, { query: ofPhone })).toEqual(withRemark({ agent_email: '+14155550101' }));
    expect(translate(platform, null, { query: form.replace('ann+us@acme.test', '+1001') })).toEqual(
      one('call-started', { ...body, agent_email: '1001' }),
    );
  });

  it.each([
    ['end', 'call-ended'],
    ['hold', 'hold-started'],
    ['pause-recording', 'recording-paused'],
    ['resume-recording', 'recording-resumed'],
  ])('translates %s to %s', (event, expected) => {
    expect(translate(platform, null, { body: JSON.stringify({ ...fields, event }) })).toEqual(one(expected, {}));
  });

  it('translates unhold to the end of a hold, and to the start of a call that is named with its customer', () => {
    const unhold = { ...fields, event: 'unhold' };
    const id = `${platform}:42:robin@reps.example:unhold:${fields.occurred_at}`;
    expect(translate(platform, null, { body: JSON.stringify(unhold) })).toEqual({
      ok: true,
      events: [
        {
          event: 'call-started',
          isOffHold: true,
          body: expect.objectContaining({ event_id: `${id}:call-started`, phone_number: '+14155550134' }),
        },
        { event: 'hold-ended', body: expect.objectContaining({ event_id: id }) },
      ],
    });
    expect(translate(platform, null, { body: JSON.stringify({ ...unhold, customer: undefined }) })).toEqual(
      one('hold-ended', { event_id: id }),
    );
  });

  const idAt = (event: string, occurred_at?: string, agent = fields.agent) =>
    idOf(
      translate(platform, null, {
        body: JSON.stringify({ ...fields, event, occurred_at, agent, customer: undefined }),
      }),
    );

  it.each([undefined, '2026-11-26T14:00:00.123Z', '2026-11-26T14:00:00Z', '{{timestamp}}'])(
    'gives a pause no id, so that none is taken for an earlier one: %s',
    (time) => {
      expect(idAt('pause-recording', time)).toBeUndefined();
    },
  );

  it.each(['start', 'end', 'hold', 'unhold', 'resume-recording'])(
    'tells a repeated %s from a new one by its time',
    (event) => {
      const id = idAt(event, '2026-11-26T14:00:00Z');
      expect(id).toBe(idAt(event, '2026-11-26T14:00:00Z'));
      expect(id).not.toBe(idAt(event, '2026-11-26T14:00:01Z'));
    },
  );

  it.each([undefined, '2026-11-26', '2026-11-26T14:00Z', '{{timestamp}}'])(
    'gives no id to an event that a call may have several times, when its time is no time to the second: %s',
    (time) => {
      const repeatable = ['start', 'end', 'hold', 'unhold', 'resume-recording'];
      for (const event of repeatable) expect(idAt(event, time)).toBeUndefined();
    },
  );

  it.each(['start', 'end'])('%s of the agent to whom the call was transferred is a new event', (event) => {
    expect(idAt(event, fields.occurred_at, 'kim@reps.example')).not.toBe(idAt(event, fields.occurred_at));
  });

  it('names the field that is wrong', () => {
    expect(translate(platform, null, { body: JSON.stringify({ ...fields, event: 'ring' }) })).toMatchObject({
      ok: false,
      problem: expect.stringContaining('the field event must be one of start'),
    });
  });
});

describe('aircall', () => {
  it.each([
    ['answered', 'call-started', 'call.answered:1646389740'],
    ['hold', 'hold-started', 'call.hold:1646389751'],
    ['ended', 'call-ended', 'call.ended'],
    ['transferred', 'call-ended', 'call.transferred:1646389755'],
  ])('translates %s', (sample, event, step) => {
    expect(translate('aircall', sample)).toEqual(
      one(event, { agent_email: 'robin@reps.example', event_id: `aircall:780836699:robin@reps.example:${step}` }),
    );
  });

  it('starts the call again with call.unhold, because another one may have replaced it', () => {
    const start = { agent_email: 'robin@reps.example', phone_number: '+43 720 880079' };
    expect(translate('aircall', 'unhold')).toEqual({
      ok: true,
      events: [
        {
          event: 'call-started',
          isOffHold: true,
          body: expect.objectContaining({
            ...start,
            event_id: 'aircall:780836699:robin@reps.example:call.unhold:1646389753:call-started',
          }),
        },
        {
          event: 'hold-ended',
          body: expect.objectContaining({ event_id: 'aircall:780836699:robin@reps.example:call.unhold:1646389753' }),
        },
      ],
    });
  });

  it('ends the call with call.hungup, and with call.ended about 30 s later if an answer came between both', () => {
    const hungUp = translate('aircall', 'ended', { set: { event: 'call.hungup', timestamp: 1646389730 } });
    expect(hungUp).toEqual(one('call-ended', { occurred_at: '2022-03-04T10:28:50.000Z' }));
    expect(idOf(hungUp)).not.toBe(idOf(translate('aircall', 'ended')));
    const ofAnotherUser = { within: ['data', 'user'], set: { email: 'kim@reps.example' } };
    expect(idOf(translate('aircall', 'ended', ofAnotherUser))).not.toBe(idOf(translate('aircall', 'ended')));
  });

  it('ends a call that was transferred to another company for the user who transferred it', () => {
    const transferred = (payload: object) =>
      translate('aircall', null, {
        body: JSON.stringify({ event: 'call.external_transferred', timestamp: 1646389755, data: payload }),
      });
    const data = { id: 780836699, answered_at: 1646389740, user: { email: 'robin@reps.example' } };
    expect(transferred(data)).toEqual(
      one('call-ended', {
        agent_email: 'robin@reps.example',
        event_id: 'aircall:780836699:robin@reps.example:call.external_transferred:1646389755',
      }),
    );
    expect(transferred({ ...data, transferred_by: { email: 'kim@reps.example' } })).toEqual(
      one('call-ended', { agent_email: 'kim@reps.example' }),
    );
  });

  it('starts the call again for the user to whom it comes back after an unsuccessful transfer', () => {
    expect(translate('aircall', 'unsuccessful-transfer')).toEqual(
      one('call-started', {
        agent_email: 'robin@reps.example',
        phone_number: '+44 330 818 6690',
        event_id: 'aircall:780883160:robin@reps.example:call.unsuccessful_transfer:1646391274',
      }),
    );
    const hungUp = { within: ['data'], set: { status: 'done', ended_at: 1646391274 } };
    expect(translate('aircall', 'unsuccessful-transfer', hungUp)).toEqual(nothing);
  });

  it('ends a transferred call for the user who transferred it, and for nobody when none is named', () => {
    const transferredBy = (by: unknown, query = '') =>
      translate('aircall', 'transferred', { query, within: ['data'], set: { transferred_by: by } });
    expect(transferredBy({ email: 'kim@reps.example' })).toEqual(
      one('call-ended', { agent_email: 'kim@reps.example' }),
    );
    expect(transferredBy(undefined)).toEqual(nothing);
    expect(transferredBy(null, 'agent=kim@reps.example')).toEqual(nothing);
  });

  it('gives no id to a hold without a time', () => {
    expect(idOf(translate('aircall', 'hold', { set: { timestamp: undefined } }))).toBeUndefined();
  });

  it('has the number of the customer in the start', () => {
    expect(translate('aircall', 'answered')).toEqual(one('call-started', { phone_number: '+43 720 880079' }));
  });

  it('makes no event of a new call, nor of the end of one that nobody answered', () => {
    expect(translate('aircall', 'created')).toEqual(nothing);
    expect(translate('aircall', 'ended', { within: ['data'], set: { answered_at: null } })).toEqual(nothing);
  });
});

describe('dialpad', () => {
  it('starts and ends the call of a user', () => {
    expect(translate('dialpad', 'connected')).toEqual(
      one('call-started', {
        agent_email: 'robin@reps.example',
        phone_number: '+17024993350',
        event_id: 'dialpad:5635304278851584:robin@reps.example:connected:1787158720100',
        occurred_at: '2026-08-19T16:58:40.100Z',
      }),
    );
    expect(translate('dialpad', 'hangup')).toEqual(one('call-ended', {}));
  });

  it('starts the call again when it is connected after a hold', () => {
    const [first, again] = [{}, { event_timestamp: 1787158730100 }].map((set) =>
      translate('dialpad', 'connected', { set }),
    );
    expect(idOf(again)).not.toBe(idOf(first));
  });

  it('makes no event while it rings, of a call centre, nor of a call that was never connected', () => {
    expect(translate('dialpad', 'ringing')).toEqual(nothing);
    expect(translate('dialpad', 'connected', { within: ['target'], set: { type: 'callcenter' } })).toEqual(nothing);
    expect(translate('dialpad', 'hangup', { set: { date_connected: null } })).toEqual(nothing);
  });
});

describe('ringcentral', () => {
  const session = 'ringcentral:Y3MxNzE4NDE5MDM0MzQwMTgzODRAMTAuNjIuMjUuMTEx:400144455008:cs171841903434018384-2';
  const party = (set: object) => ({ within: ['body', 'parties', '0'], set });

  it('starts and ends the call of an extension', () => {
    expect(translate('ringcentral', 'answered')).toEqual(
      one('call-started', {
        agent_email: '400144455008',
        phone_number: '+14155550134',
        event_id: `${session}:Answered:2018-06-05T00:14:50.147Z`,
        occurred_at: '2018-06-05T00:14:50.147Z',
      }),
    );
    expect(translate('ringcentral', 'disconnected')).toEqual(
      one('call-ended', { event_id: `${session}:Disconnected` }),
    );
  });

  it('makes no event while it rings, of the other side, nor of a missed call', () => {
    expect(translate('ringcentral', 'proceeding')).toEqual(nothing);
    expect(translate('ringcentral', 'answered', party({ extensionId: undefined }))).toEqual(nothing);
    expect(translate('ringcentral', 'disconnected', party({ missedCall: true }))).toEqual(nothing);
  });

  it.each(['Rejected', 'NoAnswer', 'CallerInputRedirect', 'NoSuchUser', 'Pickup'])(
    'makes no event of a call that was not answered: %s',
    (reason) => {
      const unanswered = party({ status: { code: 'Disconnected', reason } });
      expect(translate('ringcentral', 'disconnected', unanswered)).toEqual(nothing);
    },
  );

  it('starts a call again that was on hold during a consultation', () => {
    const again = { within: ['body'], set: { eventTime: '2018-06-05T00:16:00.000Z' } };
    expect(translate('ringcentral', 'answered', again)).toEqual(
      one('call-started', { event_id: `${session}:Answered:2018-06-05T00:16:00.000Z` }),
    );
    expect(idOf(translate('ringcentral', 'answered', { within: ['body'], set: { eventTime: null } }))).toBeUndefined();
  });

  it('ends the call of an extension that has transferred it', () => {
    const gone = party({ status: { code: 'Gone', reason: 'AttendedTransfer', peerId: { partyId: 'p-1' } } });
    expect(translate('ringcentral', 'disconnected', gone)).toEqual(one('call-ended', { event_id: `${session}:Gone` }));
  });

  it('ends the call of an extension that has parked it, and starts it when the extension takes it back', () => {
    const parked = party({ status: { code: 'Parked', parkData: '*801' } });
    expect(translate('ringcentral', 'disconnected', parked)).toEqual(
      one('call-ended', { event_id: expect.stringMatching(/:Parked:2018-/) }),
    );
    const takenBack = { within: ['body', 'parties', '0'], set: { id: 'cs171841903434018384-3' } };
    expect(translate('ringcentral', 'answered', takenBack)).toEqual(one('call-started', {}));
  });

  it('keeps the call of an extension that goes on with another phone or in a conference', () => {
    const switched = party({ status: { code: 'Disconnected', reason: 'CallSwitch' } });
    const merged = party({ status: { code: 'Gone', reason: 'Conference' } });
    expect(translate('ringcentral', 'disconnected', switched)).toEqual(nothing);
    expect(translate('ringcentral', 'disconnected', merged)).toEqual(nothing);
    const conference = { within: ['body', 'origin'], set: { type: 'Conference' } };
    expect(translate('ringcentral', 'answered', conference)).toEqual(nothing);
    expect(translate('ringcentral', 'disconnected', conference)).toEqual(one('call-ended', {}));
  });

  it('answers the registration of the address with its token', () => {
    const answer = findAdapter('ringcentral')?.answerRegistration;
    const request = { query: new URLSearchParams(), body: '' };
    expect(answer?.({ ...request, headers: { 'validation-token': 'abc-1' } })).toEqual({ 'Validation-Token': 'abc-1' });
    expect(answer?.({ ...request, headers: {} })).toBeNull();
    expect(answer?.({ ...request, body: '{}', headers: { 'validation-token': 'abc-1' } })).toBeNull();
    expect(answer?.({ ...request, headers: { 'validation-token': 'x'.repeat(513) } })).toBeNull();
  });
});

describe('vonage', () => {
  const query = 'agent=robin@reps.example';

  it('starts and ends the call, with the plus sign of the number', () => {
    expect(translate('vonage', 'answered', { query })).toEqual(
      one('call-started', {
        agent_email: 'robin@reps.example',
        phone_number: '+442079460000',
        event_id: 'vonage:aaaaaaaa-bbbb-cccc-dddd-0123456789ab:robin@reps.example:answered',
      }),
    );
    expect(translate('vonage', 'completed', { query })).toEqual(one('call-ended', {}));
  });

  it('makes no event of other states, recordings, nor of the end of a call that was not answered', () => {
    expect(translate('vonage', 'ringing', { query })).toEqual(nothing);
    expect(translate('vonage', 'record', { query })).toEqual(nothing);
    expect(translate('vonage', 'completed', { query, set: { start_time: null } })).toEqual(nothing);
  });

  it.each(['447700900123', '%2B447700900123', '+447700900123'])(
    'takes the number of the customer from the address of the leg to an agent: %s',
    (number) => {
      const leg = { from: '442079460000', to: '447700900999', direction: 'outbound' };
      expect(translate('vonage', 'answered', { query: `${query}&customer=${number}`, set: leg })).toEqual(
        one('call-started', {
          phone_number: '+447700900123',
          metadata: expect.objectContaining({ direction: 'inbound' }),
        }),
      );
      expect(translate('vonage', 'answered', { query, set: leg })).toEqual(
        one('call-started', {
          phone_number: '+447700900999',
          metadata: expect.objectContaining({ direction: 'outbound' }),
        }),
      );
    },
  );

  it('needs the agent in the address', () => {
    expect(translate('vonage', 'answered')).toMatchObject({ ok: false, problem: expect.stringContaining('?agent=') });
  });
});

describe('3cx', () => {
  it('starts and ends the call of an extension', () => {
    expect(translate('3cx', 'pickupincoming')).toEqual(
      one('call-started', {
        agent_email: '105',
        phone_number: '+381629759787',
      }),
    );
    expect(translate('3cx', 'outgoing-ok')).toEqual(one('call-ended', { agent_email: '105' }));
    expect(translate('3cx', 'outgoing-missed')).toEqual(nothing);
  });

  it.each([
    ['hangupincoming', 'inbound'],
    ['hangupoutgoing', 'outbound'],
  ])('starts the call at %s, the name of older releases', (event, direction) => {
    expect(translate('3cx', 'pickupincoming', { set: { event } })).toEqual(
      one('call-started', { metadata: expect.objectContaining({ direction }) }),
    );
  });

  it.each([
    ['a national number', '0612345678'],
    ['a national number without a leading zero', '4155550134'],
    ['11 digits, which may be national', '13812345678'],
    ['an extension', '105'],
    ['an extension in a URI', 'sip:105@10.0.0.1'],
    ['a number with its international prefix', '00381629759787'],
    ['a withheld number', 'anonymous'],
    ['a number with its plus', '+381629759787'],
  ])('keeps %s as it was sent', (_what, callerid) => {
    expect(translate('3cx', 'pickupincoming', { set: { callerid } })).toEqual(
      one('call-started', { phone_number: callerid }),
    );
  });

  it.each(['\u202a381629759787\u202c', 'sip:381629759787@10.0.0.1'])(
    'adds the plus sign to the number of %j',
    (callerid) => {
      expect(translate('3cx', 'pickupincoming', { set: { callerid } })).toEqual(
        one('call-started', { phone_number: '+381629759787' }),
      );
    },
  );

  it.each(['pickupincoming', 'outgoing-ok'])('gives %s no id, because a transferred call may come back', (name) => {
    expect(idOf(translate('3cx', name))).toBeUndefined();
  });
});

describe('vicidial', () => {
  const start = 'event=start&call_id=V1120182103000000042&user=6666&phone_code=1&phone_number=4155550134';

  it('starts the call at the Start Call URL, and ends it at the Dispo Call URL, from the query or a form', () => {
    const expected = one('call-started', {
      agent_email: '6666',
      phone_number: '+14155550134',
    });
    expect(translate('vicidial', null, { query: start })).toEqual(expected);
    expect(translate('vicidial', null, { body: start })).toEqual(expected);
    expect(translate('vicidial', null, { query: start.replace('start', 'dispo') })).toEqual(one('call-ended', {}));
  });

  it.each(['start', 'dispo'])('gives %s no id, because a transferred call may come back', (event) => {
    expect(idOf(translate('vicidial', null, { query: start.replace('start', event) }))).toBeUndefined();
  });

  it.each([
    ['1', '14155550134', '+14155550134'],
    ['44', '2079460000', '+442079460000'],
    ['44', '02079460000', '+442079460000'],
    ['44', '442079460958', '+442079460958'],
    ['44', '44442079460958', '+442079460958'],
    ['044', '2079460958', '+442079460958'],
    ['01144', '2079460958', '+442079460958'],
    ['011', '442079460958', '+442079460958'],
    // Ranges for films, which are not valid.
    ['44', '447700900123', '+447700900123'],
    ['44', '07700900123', '+447700900123'],
    ['44', '441632960123', '+441632960123'],
    ['33', '0639981234', '+33639981234'],
    ['33', '33639981234', '+33639981234'],
    ['353', '353209101234', '+353209101234'],
    ['44', '4402079460958', '+442079460958'],
    ['44', '00442079460958', '+442079460958'],
    ['44', '+442079460958', '+442079460958'],
    // No number that is assigned, but with its country code.
    ['1', '0012422000000', '+12422000000'],
    ['1', '12422000000', '+12422000000'],
    ['0044', '02079460958', '+442079460958'],
    ['44', '020 7946 0958', '+442079460958'],
    ['39', '0669812345', '+390669812345'],
    ['39', '390669812345', '+390669812345'],
    ['49', '030901820', '+4930901820'],
    ['61', '0412345678', '+61412345678'],
    ['49', '4930901820', '+4930901820'],
    ['7', '74951234567', '+74951234567'],
    ['1', '2115550134', '+12115550134'],
    ['1', '12115550134', '+12115550134'],
    ['44', '+14155550134', '+14155550134'],
    ['44', '%2B14155550134', '+14155550134'],
    // Marked, and in a URI.
    ['44', '%E2%80%AA2079460958%E2%80%AC', '+442079460958'],
    ['44', 'sip:2079460958@10.0.0.1', '+442079460958'],
    ['44', 'tel:+14155550134', '+14155550134'],
    ['', 'sip:1001@10.0.0.1', 'sip:1001@10.0.0.1'],
    ['44', 'unknown', 'unknown'],
    ['44', '0000000000', '0000000000'],
    ['', '4155550134', '4155550134'],
    // Codes that no country has.
    ['999', '02079460958', '02079460958'],
    ['210', '02079460958', '02079460958'],
    ['1415', '5550134', '+14155550134'],
  ])('reads the code %j and the number %s as %s', (code, number, expected) => {
    const query = start.replace('phone_code=1&phone_number=4155550134', `phone_code=${code}&phone_number=${number}`);
    expect(translate('vicidial', null, { query })).toEqual(one('call-started', { phone_number: expected }));
  });

  it('explains a variable that VICIdial did not replace', () => {
    expect(translate('vicidial', null, { query: 'event=start&user=--A--user--B--' })).toMatchObject({
      problem: expect.stringContaining('must begin with VAR'),
    });
  });
});

describe('freeswitch', () => {
  const leg = 'freeswitch:c37517e6-7fe3-42f7-8560-03df6cca0306:1002';

  it('starts the call when the leg of a user is answered', () => {
    expect(translate('freeswitch', 'channel-answer')).toEqual(
      one('call-started', {
        agent_email: '1002',
        phone_number: '02473001403',
        event_id: `${leg}:call-started`,
        occurred_at: '2024-12-30T11:34:17.366Z',
      }),
    );
    expect(translate('freeswitch', 'channel-hold')).toEqual(one('hold-started', {}));
  });

  it.each([
    ['freeswitch', 'channel-hold', { 'Event-Name': 'CHANNEL_UNHOLD' }, '02473001403'],
    ['asterisk', 'hold', { Event: 'Unhold' }, '4155550134'],
  ])(
    '%s: the end of a hold starts the call again, for the case that another one has replaced it',
    (platform, sample, set, number) => {
      expect(translate(platform, sample, { set })).toEqual({
        ok: true,
        events: [
          expect.objectContaining({
            event: 'call-started',
            isOffHold: true,
            body: expect.objectContaining({ phone_number: number }),
          }),
          {
            event: 'hold-ended',
            order: expect.any(Number),
            body: expect.not.objectContaining({ phone_number: number }),
          },
        ],
      });
    },
  );

  it('gives no id to a hold without a time', () => {
    expect(
      idOf(translate('freeswitch', 'channel-hold', { set: { 'Event-Date-Timestamp': undefined } })),
    ).toBeUndefined();
  });

  it('ends the call with the record of mod_json_cdr, alone or in a form', () => {
    const expected = one('call-ended', { agent_email: '1002', event_id: `${leg}:call-ended` });
    expect(translate('freeswitch', 'json-cdr')).toEqual(expected);
    const body = new URLSearchParams({ cdr: read('freeswitch/samples/json-cdr.json') }).toString();
    expect(translate('freeswitch', null, { body })).toEqual(expected);
    const exact = { within: ['variables'], set: { end_uepoch: '1735558490366461' } };
    expect(translate('freeswitch', 'json-cdr', exact)).toEqual(
      one('call-ended', { occurred_at: '2024-12-30T11:34:50.366Z' }),
    );
  });

  it('makes no event of a leg that was not answered, nor of the leg of a trunk', () => {
    expect(translate('freeswitch', 'channel-create')).toEqual(nothing);
    expect(translate('freeswitch', 'channel-answer', { set: { variable_dialed_user: undefined } })).toEqual(nothing);
  });
});

describe('asterisk', () => {
  const channel = 'asterisk:1748541358.476:PJSIP/1001';

  it.each([
    ['bridge-enter', 'call-started'],
    ['bridge-leave', 'call-ended'],
    ['hold', 'hold-started'],
    ['mix-monitor-mute', 'recording-paused'],
  ])('translates %s, with its time in the id', (sample, event) => {
    const Timestamp = '1748541420.123456';
    expect(translate('asterisk', sample, { set: { Timestamp } })).toEqual(
      one(event, { agent_email: 'PJSIP/1001', event_id: `${channel}:${event}:${Timestamp}` }),
    );
  });

  it.each([undefined, '1748541410'])('gives no id to an event whose time is %s', (Timestamp) => {
    for (const name of ['bridge-enter', 'bridge-leave', 'hold', 'mix-monitor-mute']) {
      expect(idOf(translate('asterisk', name, { set: { Timestamp } }))).toBeUndefined();
    }
  });

  it.each(['bridge-enter', 'bridge-leave'])(
    'makes no event of %s of a bridge in which an agent waits for calls',
    (name) => {
      expect(translate('asterisk', name, { set: { BridgeTechnology: 'holding_bridge' } })).toEqual(nothing);
    },
  );

  it.each(['Hold', 'Unhold'])('makes no event of %s before the call is answered', (Event) => {
    expect(translate('asterisk', 'hold', { set: { Event, ChannelState: '4', ChannelStateDesc: 'Ring' } })).toEqual(
      nothing,
    );
  });

  it('has the number of the other side, and makes no event of the channel of a trunk', () => {
    expect(translate('asterisk', 'bridge-enter')).toEqual(one('call-started', { phone_number: '4155550134' }));
    expect(translate('asterisk', 'bridge-enter-trunk')).toEqual(nothing);
  });
});
