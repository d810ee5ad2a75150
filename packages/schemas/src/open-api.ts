import { administrationPaths } from './open-api/administration-operations.ts';
import { componentSchemas } from './open-api/call-event-components.ts';
import { errorResponses } from './open-api/call-event-error-responses.ts';
import { callEventPaths } from './open-api/call-event-operations.ts';
import { deskPaths } from './open-api/desk-operations.ts';
import type { OpenApiDocument } from './open-api/document.ts';
import {
  exchangeHeaders,
  exchangeParameters,
  pathsWithExchangeHeaders,
  responsesWithExchangeHeaders,
} from './open-api/exchange-headers.ts';
import { integrationPaths } from './open-api/integration-operations.ts';
import { offerPaths } from './open-api/offer-operations.ts';
import { createOperationsPaths } from './open-api/operations-paths.ts';
import { ownerPaths } from './open-api/owner-operations.ts';
import { readErrorResponses } from './open-api/read-error-responses.ts';
import { readPaths } from './open-api/read-operations.ts';
import { settingsPaths } from './open-api/settings-operations.ts';
import { wordPaths } from './open-api/word-operations.ts';

export type { OpenApiDocument } from './open-api/document.ts';

export interface CallEventsOpenApiOptions {
  /** Version of the service. */
  version: string;
  /** The base address of a brand. Without it, readers use the host of the document. */
  serverUrl?: string;
}

/** The OpenAPI 3.1 document of call-events, generated from the schemas that the service parses with. */
export function createCallEventsOpenApiDocument({ version, serverUrl }: CallEventsOpenApiOptions): OpenApiDocument {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Callside call events',
      version,
      summary: "The call on the rep's screen the moment it connects.",
      description:
        'A telephony platform posts one small JSON body per call event; the tabs of the rep show it at once. A 200 ' +
        'means that the event is durably recorded, not merely queued. A call belongs to the rep (`agent_email`), ' +
        'not to an id of the sender. Nothing is refused for arriving out of order.\n\n' +
        'The host names the brand. Checks come in this order: host (404), JSON (422), key (401), fields (422).',
    },
    ...(serverUrl !== undefined && { servers: [{ url: serverUrl }] }),
    tags: [
      {
        name: 'Call events',
        description:
          'Webhooks for diallers. Retry on a timeout, a failed connection or any 5xx (after 1 s, 4 s and 15 s), ' +
          'never on 401, 404 or 422. An `event_id` makes retries safe; without one of your own, derive it from ' +
          'your call reference, the event and a number that you count up in the call: a second pause with the id of the ' +
          'first is a duplicate, and the recording goes on.',
      },
      {
        name: 'Integrations',
        description:
          'Payloads of telephony platforms in their own form, translated to the six events. `callside integration set` ' +
          'switches a platform on for a brand.',
      },
      {
        name: 'Live push',
        description:
          'Socket.IO 4 on the same origin, for the tabs and the companion of a rep: `/docs/asyncapi.json` describes each message.',
      },
      {
        name: 'Reads',
        description:
          "For signed-in users: chats, calls and the event log of the user's own brand, below its segment of the path. No " +
          'answer is kept by a cache.',
      },
      {
        name: 'Offers',
        description: 'What to offer during a call, from the recommender of the brand, and what became of it.',
      },
      {
        name: 'Settings',
        description:
          'Signing in, and what owners manage: keys, people and the brand. With the cookie, a write must come from a page of the same origin.',
      },
      { name: 'Operations', description: 'For operators and load balancers. Answered on any host, without a key.' },
    ],
    paths: pathsWithExchangeHeaders({
      ...callEventPaths,
      ...integrationPaths,
      ...readPaths,
      ...ownerPaths,
      ...settingsPaths,
      ...administrationPaths,
      ...wordPaths,
      ...offerPaths,
      ...deskPaths,
      ...createOperationsPaths(),
    }),
    components: {
      schemas: componentSchemas(),
      parameters: exchangeParameters,
      headers: exchangeHeaders,
      responses: responsesWithExchangeHeaders({ ...errorResponses, ...readErrorResponses }),
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description:
            'A key of the brand for call events: a prefix, `_live_` and 40 hexadecimal characters. Over HTTPS only. ' +
            'Also taken as `Authorization: Bearer KEY`, and as the password of HTTP Basic.',
        },
        sessionToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A session token of the audience `api`, of an active user of the brand.',
        },
        sessionCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'callside_session',
          description: 'The session of a browser; over https its name is `__Host-callside_session`.',
        },
      },
    },
  };
}
