import { type AuditAction, auditActions } from '@callside/schemas';
import { instantOf, readRange, type TimeRange } from '../../app/time-range.ts';

/** The filters of the audit log, as they are in the address of the page. Empty: no filter. */
export interface AuditFilters extends TimeRange {
  /** A part of the actor. */
  person: string;
  action: '' | AuditAction;
}

const entriesAPage = 25;

/** Unknown values are ignored. */
export function readAuditFilters(address: URLSearchParams): AuditFilters {
  const action = auditActions.find((name) => name === address.get('action')) ?? '';
  return { person: address.get('person') ?? '', action, ...readRange(address) };
}

export function addressOfAudit({ person, action, from, to }: AuditFilters): URLSearchParams {
  const parts = { person: person.trim(), action, from, to };
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== ''));
}

/** The query of `GET /{brand}/settings/audit`. */
export function auditQuery(
  { person, action, from, to }: AuditFilters,
  timeZone: string,
  cursor: string | null,
): string {
  const query = new URLSearchParams({ limit: String(entriesAPage) });
  if (person.trim() !== '') query.set('actor', person.trim());
  if (action !== '') query.set('action', action);
  if (from !== '') query.set('from', instantOf(from, timeZone));
  if (to !== '') query.set('to', instantOf(to, timeZone));
  if (cursor !== null) query.set('cursor', cursor);
  return query.toString();
}
