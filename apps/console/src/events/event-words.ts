import type { CallEventName, EventLogItem, EventWay } from '@callside/schemas';
import type { TFunction } from 'i18next';
import { callEventWords } from '../texts/call-event-words.ts';

export type EventStatus = 'refused' | 'unresolved' | 'noCall' | 'applied';

export const statusTones = { refused: 'bad', unresolved: 'caution', noCall: 'neutral', applied: 'good' } as const;

/** In words. null: the path of the request names no event. */
export function eventName(event: CallEventName | null, t: TFunction): string {
  return event === null ? t('events.unknown') : t(callEventWords[event]);
}

/** The result of a request. */
export function statusOf(item: EventLogItem): EventStatus {
  if (item.outcome === 'refused') return 'refused';
  if (!item.agent_resolved) return 'unresolved';
  return item.call_active ? 'applied' : 'noCall';
}

/** The body that a sender would post for the event, as far as it is known. null: the path names no event. */
export function requestOf({ item, body }: EventWay): { event: CallEventName; body: object } | null {
  if (item.outcome === 'refused') return item.event && { event: item.event, body: body ?? {} };
  const { agent_email, phone_number, customer_id, event_id, occurred_at, metadata } = item;
  const takesNumber = item.event === 'call-started' || item.event === 'call-ended';
  return {
    event: item.event,
    body: {
      agent_email,
      ...(takesNumber && phone_number !== null && { phone_number }),
      ...(customer_id !== null && { customer_id }),
      ...(event_id !== null && { event_id }),
      occurred_at,
      metadata,
    },
  };
}
