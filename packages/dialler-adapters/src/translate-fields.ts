import type { Adapter, PlatformRequest, Translation } from './adapter.ts';
import { formField, isObject, readJson, textAt } from './payload.ts';
import { translateCall } from './translate-call.ts';

const events = {
  start: 'call-started',
  end: 'call-ended',
  hold: 'hold-started',
  unhold: 'hold-ended',
  'pause-recording': 'recording-paused',
  'resume-recording': 'recording-resumed',
} as const;

/**
 * For platforms whose administrators write the request themselves, with the platform's variables: the fields `event`, `call_id`,
 * `agent`, `customer` and `occurred_at`, in JSON, a form or the query.
 */
export function translateFields(platform: Adapter['platform'], request: PlatformRequest): Translation {
  const json = readJson(request.body);
  const form = new URLSearchParams(json === undefined ? request.body : '');
  const field = (name: string) =>
    formField(request.query, name) ?? (isObject(json) ? textAt(json, name) : formField(form, name));
  const event = field('event');
  if (event === undefined || !Object.hasOwn(events, event)) {
    return { ok: false, problem: `the field event must be one of ${Object.keys(events).join(', ')}` };
  }
  return translateCall(request, {
    platform,
    event: events[event as keyof typeof events],
    callId: field('call_id'),
    // A call may be put on hold, and its recording paused, several times.
    step: event === 'start' || event === 'end' ? event : `${event}:${field('occurred_at') ?? ''}`,
    agent: field('agent'),
    customer: field('customer'),
    occurredAt: field('occurred_at'),
  });
}
