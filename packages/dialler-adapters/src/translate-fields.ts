import { plusOfAgent, plusOfNumber } from '@callside/schemas';
import type { Adapter, PlatformRequest, Translation } from './adapter.ts';
import { isObject, readJsonTexts, sentField, textAt } from './payload.ts';
import { stepAt, translateCall } from './translate-call.ts';

const events = {
  start: 'call-started',
  end: 'call-ended',
  hold: 'hold-started',
  unhold: 'hold-ended',
  'pause-recording': 'recording-paused',
  'resume-recording': 'recording-resumed',
} as const;

/** Of the offset of a time, which may have no minutes. */
const plusOfOffset = / (?=\d\d(?::?\d\d)?$)(?<=[Tt]\d\d\S* )/;

/**
 * For platforms whose administrators write the request themselves, with the platform's variables: the fields `event`, `call_id`,
 * `agent`, `customer` and `occurred_at`, in JSON, a form or the query.
 */
export function translateFields(platform: Adapter['platform'], request: PlatformRequest): Translation {
  const json = readJsonTexts(request.body);
  const form = new URLSearchParams(json === undefined ? request.body : '');
  const field = (name: string, lostPlus?: RegExp) =>
    sentField(request.query, name, lostPlus) ?? (isObject(json) ? textAt(json, name) : sentField(form, name, lostPlus));
  const event = field('event');
  if (event === undefined || !Object.hasOwn(events, event)) {
    return { ok: false, problem: `the field event must be one of ${Object.keys(events).join(', ')}` };
  }
  const occurredAt = field('occurred_at', plusOfOffset);
  return translateCall(request, {
    platform,
    event: events[event as keyof typeof events],
    callId: field('call_id'),
    step: stepOf(event, occurredAt),
    agent: field('agent', plusOfAgent),
    customer: field('customer', plusOfNumber),
    occurredAt,
  });
}

/**
 * A call that was transferred may come back to its first agent, so a start and an end need a time like a hold. A pause has no id,
 * whatever its time: the administrator may have entered a time that several pauses share, such as the start of the call. A pause
 * that comes twice pauses once more; one that is taken for a repetition leaves the recording on. A resume that is taken for a
 * repetition leaves the recording paused, so its time is used.
 */
function stepOf(event: string, occurredAt: string | undefined): string | null {
  return event === 'pause-recording' ? null : stepAt(timeToTheSecond(occurredAt), event);
}

/** undefined: text that is no time, such as a variable that was not replaced, or a time without seconds. */
function timeToTheSecond(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(text) ? text : undefined;
}
