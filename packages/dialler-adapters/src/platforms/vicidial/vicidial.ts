import { bareNumber, isWithheld, plusOfAgent, plusOfNumber } from '@callside/schemas';
import { numberOfCallingCode } from '@callside/schemas/customer-phone';
import type { Adapter, PlatformRequest, Translation } from '../../adapter.ts';
import { sentField } from '../../payload.ts';
import { translateCall } from '../../translate-call.ts';

const events = { start: 'call-started', dispo: 'call-ended' } as const;

/**
 * VICIdial: Start Call URL and Dispo Call URL of a campaign or an in-group, whose parameters have the names of VICIdial's variables.
 * https://vicidial.org/docs/CALL_URL_FEATURES.txt
 */
export const vicidial: Adapter = {
  platform: 'vicidial',
  name: 'VICIdial',
  support: 'experimental',
  methods: ['GET', 'POST'],
  authentication: { kind: 'key' },
  // No callIdLasts: VICIdial takes `call_id` of a dispo from the agent's page, and not from the call as at the start.
  translate: translateVicidial,
};

function translateVicidial(request: PlatformRequest): Translation {
  const form = new URLSearchParams(request.body);
  const field = (name: string, lostPlus?: RegExp) =>
    sentField(request.query, name, lostPlus) ?? sentField(form, name, lostPlus);
  const event = field('event');
  if (event === undefined || !Object.hasOwn(events, event)) {
    return { ok: false, problem: 'the parameter event must be start or dispo' };
  }
  if ([...request.query, ...form].some(([, value]) => value.startsWith('--A--'))) {
    return { ok: false, problem: 'a variable was not replaced: the URL in VICIdial must begin with VAR' };
  }
  return translateCall(request, {
    platform: 'vicidial',
    event: events[event as keyof typeof events],
    callId: field('call_id'),
    // Nothing tells the start of a call that came back to its first agent from a repeated request: there is no time.
    step: null,
    agent: field('user', plusOfAgent),
    customer: international(field('phone_code'), field('phone_number', plusOfNumber)),
  });
}

/**
 * VICIdial keeps the code of the country apart from the number. Trunks and lists often have it in the number as well, or a trunk zero. The
 * number of an area that the library does not know gets the code before it.
 */
function international(sentCode: string | undefined, sent: string | undefined): string | undefined {
  const code = sentCode?.replace(/^(\+|011|00|0)/, '');
  if (code === undefined || sent === undefined || isWithheld(sent)) return sent;
  const number = bareNumber(sent);
  const written = number.replace(/^00(?=[1-9])/, '+');
  // A prefix without a code: the number has it.
  if (code === '' && sentCode !== '' && /^[1-9]\d{6,14}$/.test(written)) return `+${written}`;
  if (!/^[1-9]\d{0,3}$/.test(code)) return sent;
  const placed = numberOfCallingCode(written, code);
  if (placed !== null || written.startsWith('+')) return placed ?? written;
  if (code === '1' && /^1\d{10}$/.test(number)) return `+${number}`;
  return /^[1-9]\d{4,13}$/.test(number) ? `+${code}${number}` : sent;
}
