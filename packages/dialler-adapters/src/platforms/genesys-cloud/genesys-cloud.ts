import { type Adapter, noEvents, type PlatformRequest, type Translation } from '../../adapter.ts';
import { at, isObject, isoOfEpoch, readJson, textAt } from '../../payload.ts';
import { stepAt, translateCall } from '../../translate-call.ts';

const topic = /^v2\.detail\.events\.conversation\.[^.]+\.user\.(start|end)$/;

/**
 * Genesys Cloud: the topics `v2.detail.events.conversation.{id}.user.start` and `.user.end`, which EventBridge sends to an API
 * destination. https://developer.genesys.cloud/notificationsalerts/notifications/available-topics
 */
export const genesysCloud: Adapter = {
  platform: 'genesys-cloud',
  name: 'Genesys Cloud',
  support: 'experimental',
  methods: ['POST'],
  authentication: { kind: 'key' },
  translate: translateGenesysCloud,
  callIdLasts: true,
};

function translateGenesysCloud(request: PlatformRequest): Translation {
  const payload = readJson(request.body);
  if (!isObject(payload)) return { ok: false, problem: 'the body is not a JSON object' };
  const detail = at(payload, 'detail') ?? payload;
  const name = textAt(detail, 'topicName');
  if (name === undefined) return { ok: false, problem: 'the notification has no topicName' };
  const change = topic.exec(name)?.[1];
  const body = at(detail, 'eventBody');
  if (change === undefined || textAt(body, 'mediaType')?.toUpperCase() !== 'VOICE') return noEvents;
  const direction = textAt(body, 'direction')?.toUpperCase() === 'OUTBOUND' ? 'outbound' : 'inbound';
  return translateCall(request, {
    platform: 'genesys-cloud',
    event: change === 'start' ? 'call-started' : 'call-ended',
    callId: textAt(body, 'conversationId'),
    // A conversation has a participant for each agent that it is transferred to; one that comes back may have the same one.
    step: stepAt(textAt(body, 'eventTime'), `${textAt(body, 'participantId') ?? ''}:${change}`),
    agent: textAt(body, 'userId'),
    customer: numberOf(textAt(body, direction === 'inbound' ? 'ani' : 'dnis')),
    occurredAt: isoOfEpoch(at(body, 'eventTime')),
    mayHaveNoAgent: true,
    direction,
  });
}

/** Genesys writes `tel:+14155550134` and `sip:+14155550134@…`. */
function numberOf(address: string | undefined): string | undefined {
  return address?.replace(/^(tel|sip):/i, '').replace(/@.*$/s, '');
}
