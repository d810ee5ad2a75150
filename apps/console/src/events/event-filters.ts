import { callEventNames } from '@callside/schemas';
import { parseDateTime, toZoned } from '@internationalized/date';

/** The filters of the log, as they are in the address of the page. Empty: no filter. */
export interface EventFilters {
  /** One text of any kind: an address, a number, an event id, a request id. */
  q: string;
  event: string;
  outcome: '' | 'accepted' | 'refused' | 'unresolved';
  /** Received at this time or later, such as 2026-11-22T09:30 in the time zone of the brand. */
  from: string;
  /** Received before this time. */
  to: string;
}

const outcomes = ['accepted', 'refused', 'unresolved'] as const;

/** Unknown values, times that do not exist and an end before the start are ignored. */
export function readFilters(address: URLSearchParams): EventFilters {
  const event = callEventNames.find((name) => name === address.get('kind')) ?? '';
  const outcome = outcomes.find((one) => one === address.get('outcome')) ?? '';
  const [from, to] = [timeIn(address, 'from'), timeIn(address, 'to')];
  return { q: address.get('q') ?? '', event, outcome, from, to: isReversed({ from, to }) ? '' : to };
}

/** Other parameters of the address are left out: a changed filter closes the open event. */
export function addressOf({ q, event, outcome, from, to }: EventFilters): URLSearchParams {
  const parts = { q: q.trim(), kind: event, outcome, from, to };
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== ''));
}

/** The query of `GET /{brand}/events`. */
export function queryOf(filters: EventFilters, timeZone: string, cursor: string | null): string {
  const { q, event, outcome, from, to } = filters;
  const query = new URLSearchParams({ limit: '50', outcome: outcome === '' ? 'all' : outcome });
  if (outcome === 'unresolved') {
    query.set('outcome', 'accepted');
    query.set('resolved', 'false');
  }
  if (q.trim() !== '') query.set('q', q.trim());
  if (event !== '') query.set('event', event);
  if (from !== '') query.set('from', instantOf(from, timeZone));
  if (to !== '') query.set('to', instantOf(to, timeZone));
  if (cursor !== null) query.set('cursor', cursor);
  return query.toString();
}

/** Whether a text is a time that can be a filter. A time with an incomplete year cannot. */
export function isTime(text: string): boolean {
  if (!/^2\d{3}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return false;
  try {
    parseDateTime(text);
    return true;
  } catch {
    return false;
  }
}

/** Both times have the same format, so the order of the texts is the order of the times. */
export function isReversed({ from, to }: Pick<EventFilters, 'from' | 'to'>): boolean {
  return from !== '' && to !== '' && to <= from;
}

function timeIn(address: URLSearchParams, name: string): string {
  const text = address.get(name) ?? '';
  return isTime(text) ? text : '';
}

/** A time that a change of the clocks skips is moved to after the change. Of a repeated time, the first one is taken. */
function instantOf(time: string, timeZone: string): string {
  return toZoned(parseDateTime(time), timeZone).toAbsoluteString();
}
