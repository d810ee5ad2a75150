import { callEventNames } from '@callside/schemas';

/** What the log shows, as the address of the page has it. Empty: everything. */
export interface EventFilters {
  /** One text of any kind: an address, a number, an event id, a request id. */
  q: string;
  event: string;
  outcome: '' | 'accepted' | 'refused' | 'unresolved';
}

const outcomes = ['accepted', 'refused', 'unresolved'] as const;

export function readFilters(address: URLSearchParams): EventFilters {
  const event = callEventNames.find((name) => name === address.get('kind')) ?? '';
  const outcome = outcomes.find((one) => one === address.get('outcome')) ?? '';
  return { q: address.get('q') ?? '', event, outcome };
}

/** Other parameters of the address are left out: a changed filter closes the open event. */
export function addressOf({ q, event, outcome }: EventFilters): URLSearchParams {
  const parts = { q: q.trim(), kind: event, outcome };
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== ''));
}

/** The query of `GET /{brand}/events`. */
export function queryOf({ q, event, outcome }: EventFilters, cursor: string | null): string {
  const query = new URLSearchParams({ limit: '50', outcome: outcome === '' ? 'all' : outcome });
  if (outcome === 'unresolved') {
    query.set('outcome', 'accepted');
    query.set('resolved', 'false');
  }
  if (q.trim() !== '') query.set('q', q.trim());
  if (event !== '') query.set('event', event);
  if (cursor !== null) query.set('cursor', cursor);
  return query.toString();
}
