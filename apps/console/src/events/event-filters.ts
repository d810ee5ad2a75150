import { callEventNames } from '@callside/schemas';
import { instantOf, readRange, type TimeRange } from '../app/time-range.ts';

/** The filters of the log, as they are in the address of the page. Empty: no filter. */
export interface EventFilters extends TimeRange {
  /** One text of any kind: an address, a number, an event id, a request id. */
  q: string;
  event: string;
  outcome: '' | 'accepted' | 'refused' | 'unresolved';
}

const outcomes = ['accepted', 'refused', 'unresolved'] as const;

/** Unknown values, times that do not exist and an end before the start are ignored. */
export function readFilters(address: URLSearchParams): EventFilters {
  const event = callEventNames.find((name) => name === address.get('kind')) ?? '';
  const outcome = outcomes.find((one) => one === address.get('outcome')) ?? '';
  return { q: address.get('q') ?? '', event, outcome, ...readRange(address) };
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
