import { type CallEventName, plusOfAgent, restorePlus } from '@callside/schemas';
import { noEvents, type PlatformRequest, type Translation } from './adapter.ts';
import { formField, sentField } from './payload.ts';

/** What an adapter has found in a request. */
export interface FoundCall {
  platform: string;
  /** null: the platform's event means nothing here. */
  event: CallEventName | null;
  /** The platform's id of the call. */
  callId: string | undefined;
  /**
   * What distinguishes the event from the others of the agent in the call; the same in each repetition of the request. null: nothing does, and
   * the event has no id. Two events with one step would be taken for one: a pause that is lost leaves the recording on.
   */
  step: string | null;
  /** The agent, as the platform names them. */
  agent: string | undefined;
  customer: string | undefined;
  occurredAt?: string | undefined;
  /** As `order` of the event. A text of digits counts. */
  order?: unknown;
  isFinal?: boolean;
  /** The platform also reports calls that have no agent: they make no event. */
  mayHaveNoAgent?: boolean;
  direction?: 'inbound' | 'outbound' | undefined;
}

/** Stands for a number that the platform does not send. */
export const noNumber = 'unavailable';

/** The step of an event that an agent may have several times in a call. Without a time, a repeated request cannot be told from a new event. */
export function stepAt(time: string | undefined, step: string): string | null {
  return time === undefined ? null : `${step}:${time}`;
}

/**
 * The events of a call. The agent is the query parameter `agent` of the address, else the one that the platform names: an address,
 * an extension or an id, which the brand's aliases resolve.
 */
export function translateCall(request: PlatformRequest, found: FoundCall): Translation {
  const { platform, event, callId, step, customer, occurredAt, isFinal, direction } = found;
  if (event === null) return noEvents;
  if (callId === undefined) return { ok: false, problem: 'the payload has no id of a call' };
  const named = formField(request.query, 'agent') ?? found.agent;
  if (named === undefined) {
    if (found.mayHaveNoAgent) return noEvents;
    return {
      ok: false,
      problem:
        'the payload names no agent: add ?agent=ADDRESS-OR-ALIAS to the URL (callside integration set --agent prints it)',
    };
  }
  const agent = restorePlus(sentField(request.query, 'agent', plusOfAgent) ?? named);
  const order = orderIn(found.order);
  return {
    ok: true,
    events: eventsOf(event, customer).map((each) => ({
      event: each,
      ...(order !== undefined && { order }),
      ...(isFinal && { isFinal }),
      ...(each !== event && { isOffHold: true }),
      ...(agent !== named && { hasLostPlus: true }),
      body: {
        agent_email: agent,
        ...(each === 'call-started' && { phone_number: customer ?? noNumber }),
        ...(step !== null && {
          event_id: [platform, callId, agent, step, ...(each === event ? [] : [each])].join(':'),
        }),
        ...(occurredAt !== undefined && { occurred_at: occurredAt }),
        metadata: { platform, call_id: callId, ...(direction !== undefined && { direction }) },
      },
    })),
  };
}

function orderIn(sent: unknown): number | undefined {
  const number = typeof sent === 'string' && /^\d{1,16}$/.test(sent) ? Number(sent) : sent;
  return Number.isSafeInteger(number) && Number(number) >= 0 ? Number(number) : undefined;
}

/**
 * An agent who takes a call off hold is on that call, also when another one has replaced it meanwhile, such as a consultation. The start
 * of the call that is live changes nothing.
 */
export function eventsOf(event: CallEventName, customer: string | undefined): CallEventName[] {
  return event === 'hold-ended' && customer !== undefined ? ['call-started', event] : [event];
}
