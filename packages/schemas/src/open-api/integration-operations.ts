import { integrationAnswerSchema } from '../integrations.ts';
import { referenceTo } from './call-event-components.ts';
import type { OpenApiPathItem } from './document.ts';
import { integrationExamples } from './golden.ts';
import { json, keyErrors, notFound, textInPath } from './operation-parts.ts';

/** The payloads of telephony platforms. VICIdial and Five9 may also send GET. */
export const integrationPaths: Record<string, OpenApiPathItem> = {
  '/integrations/{platform}': {
    post: {
      operationId: 'takePlatformPayload',
      tags: ['Integrations'],
      summary: 'A payload of a telephony platform, in its own form',
      description:
        'The payload is translated to none, one or several of the six events, which are recorded like those of the webhooks; ' +
        'their `event_id` comes from the ids of the platform, so repetitions are duplicates. The agent is the query parameter ' +
        "`agent`, else the one that the platform names; the brand's aliases resolve extensions and ids.\n\n" +
        'Checks come in this order: host and platform (404), size (413), signature or key (401), payload (422). A platform ' +
        'that signs its requests needs its own signature; any other sends a key of the brand. A platform that the brand has ' +
        'not switched on gets the same 401 as a wrong signature.',
      security: [{ apiKey: [] }, {}],
      parameters: [
        textInPath('platform', 'A platform that the brand has switched on, such as `twilio`.'),
        {
          name: 'agent',
          in: 'query',
          required: false,
          description: 'The address or an alias of the agent.',
          schema: { type: 'string' },
        },
      ],
      requestBody: {
        required: true,
        description: 'At most 256 KiB: the payload of the platform, in any content type.',
        content: { '*/*': { schema: {} } },
      },
      responses: {
        200: json('The events are durably recorded.', referenceTo(integrationAnswerSchema), integrationExamples),
        ...keyErrors,
        ...notFound,
      },
    },
  },
};
