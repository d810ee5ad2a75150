import { type Adapter, noEvents, type PlatformRequest, type Translation } from '../../adapter.ts';
import { at, isObject, isoOfEpoch, readJson, textAt } from '../../payload.ts';
import { type FoundCall, stepAt, translateCall } from '../../translate-call.ts';

const events = {
  CHANNEL_ANSWER: 'call-started',
  CHANNEL_HANGUP_COMPLETE: 'call-ended',
  CHANNEL_HOLD: 'hold-started',
  CHANNEL_UNHOLD: 'hold-ended',
} as const;

/**
 * FreeSWITCH: events of the event socket as JSON, and records of mod_json_cdr, which end a call.
 * https://developer.signalwire.com/freeswitch/FreeSWITCH-Explained/Modules/mod_json_cdr_4653124
 */
export const freeswitch: Adapter = {
  platform: 'freeswitch',
  name: 'FreeSWITCH',
  support: 'experimental',
  methods: ['POST'],
  authentication: { kind: 'key' },
  translate: translateFreeswitch,
  callIdLasts: true,
  endIsFinal: true,
};

function translateFreeswitch(request: PlatformRequest): Translation {
  // mod_json_cdr posts a form with the record in its field `cdr`, or the record alone.
  const payload = readJson(new URLSearchParams(request.body).get('cdr') ?? '') ?? readJson(request.body);
  if (!isObject(payload)) return { ok: false, problem: 'the body is not a JSON object' };
  const found = at(payload, 'variables') === undefined ? findInEvent(payload) : findInRecord(payload);
  return found === null ? noEvents : translateCall(request, found);
}

function findInEvent(event: unknown): FoundCall | null {
  const type = textAt(event, 'Event-Name') ?? '';
  // The end of a leg that was not answered does not end the call that an agent is on.
  const answeredAt = textAt(event, 'Caller-Channel-Answered-Time') ?? '0';
  if (!Object.hasOwn(events, type) || answeredAt === '0') return null;
  const name = events[type as keyof typeof events];
  const isRepeatable = name === 'hold-started' || name === 'hold-ended';
  const time = textAt(event, 'Event-Date-Timestamp');
  return {
    ...sidesOf({
      direction: textAt(event, 'Call-Direction'),
      user: textAt(event, 'variable_user_name'),
      dialled: textAt(event, 'variable_dialed_user'),
      caller: textAt(event, 'Caller-Caller-ID-Number'),
      destination: textAt(event, 'Caller-Destination-Number'),
    }),
    platform: 'freeswitch',
    event: name,
    callId: textAt(event, 'Unique-ID'),
    step: isRepeatable ? stepAt(time, name) : name,
    occurredAt: isoOfEpoch(time),
    order: at(event, 'Event-Sequence'),
  };
}

function findInRecord(record: unknown): FoundCall | null {
  const variable = (name: string) => decoded(textAt(record, 'variables', name));
  const answeredAt = variable('answer_epoch') ?? '0';
  if (answeredAt === '0') return null;
  return {
    ...sidesOf({
      direction: variable('direction'),
      user: variable('user_name'),
      dialled: variable('dialed_user'),
      caller: undefined,
      destination: undefined,
    }),
    platform: 'freeswitch',
    event: 'call-ended',
    callId: variable('uuid'),
    step: 'call-ended',
    // In whole seconds, the end may seem to be before the start.
    occurredAt: isoOfEpoch(variable('end_uepoch') ?? variable('end_epoch')),
  };
}

interface Leg {
  /** As FreeSWITCH sees it: inbound from a phone or a trunk, outbound to one. */
  direction: string | undefined;
  /** The registered user who calls. */
  user: string | undefined;
  /** The registered user who is called. */
  dialled: string | undefined;
  caller: string | undefined;
  destination: string | undefined;
}

/** The leg of a trunk has no registered user, and makes no event. */
function sidesOf({ direction, user, dialled, caller, destination }: Leg) {
  return direction === 'outbound'
    ? { agent: dialled, customer: caller, direction: 'inbound' as const, mayHaveNoAgent: true }
    : { agent: user, customer: destination, direction: 'outbound' as const, mayHaveNoAgent: true };
}

/** mod_json_cdr encodes values as in a URL, unless encode-values is false. */
function decoded(value: string | undefined): string | undefined {
  try {
    return value === undefined ? undefined : decodeURIComponent(value);
  } catch {
    return value;
  }
}
