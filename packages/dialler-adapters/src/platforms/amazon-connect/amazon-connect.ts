import type { Adapter, PlatformRequest, Translation } from '../../adapter.ts';
import { noEvents } from '../../adapter.ts';
import { at, isObject, readJson, textAt } from '../../payload.ts';
import { translateCall } from '../../translate-call.ts';

const events = { CONNECTED_TO_AGENT: 'call-started', DISCONNECTED: 'call-ended' } as const;

/**
 * Amazon Connect: contact events, which EventBridge sends to an API destination. They have no number of the customer.
 * https://docs.aws.amazon.com/connect/latest/adminguide/contact-events.html
 */
export const amazonConnect: Adapter = {
  platform: 'amazon-connect',
  name: 'Amazon Connect',
  support: 'verified',
  methods: ['POST'],
  authentication: { kind: 'key' },
  translate: translateAmazonConnect,
  callIdLasts: true,
  endIsFinal: true,
};

function translateAmazonConnect(request: PlatformRequest): Translation {
  const payload = readJson(request.body);
  if (!isObject(payload)) return { ok: false, problem: 'the body is not a JSON object' };
  // Without the envelope, when the rule of EventBridge sends only `$.detail`.
  const detail = at(payload, 'detail') ?? payload;
  const type = text(detail, 'eventType');
  if (type === undefined) return { ok: false, problem: 'the contact event has no eventType' };
  if (text(detail, 'channel')?.toUpperCase() !== 'VOICE') return noEvents;
  const agent = member(detail, 'agentInfo');
  // A contact that no agent has answered does not end the call that an agent is on.
  const connectedAt = text(agent, 'connectedToAgentTimestamp');
  if (!Object.hasOwn(events, type) || connectedAt === undefined) return noEvents;
  return translateCall(request, {
    platform: 'amazon-connect',
    event: events[type as keyof typeof events],
    callId: text(detail, 'contactId'),
    step: type,
    agent: idOf(text(agent, 'agentArn')),
    customer: undefined,
    occurredAt: type === 'DISCONNECTED' ? text(detail, 'disconnectTimestamp') : connectedAt,
    mayHaveNoAgent: true,
    direction: text(detail, 'initiationMethod') === 'OUTBOUND' ? 'outbound' : 'inbound',
  });
}

/** Some samples of the documentation begin the names of members with a capital letter. */
function member(value: unknown, name: string): unknown {
  return at(value, name) ?? at(value, name.charAt(0).toUpperCase() + name.slice(1));
}

function text(value: unknown, name: string): string | undefined {
  return textAt(member(value, name));
}

/** The last part of an ARN. */
function idOf(arn: string | undefined): string | undefined {
  return arn?.slice(arn.lastIndexOf('/') + 1);
}
