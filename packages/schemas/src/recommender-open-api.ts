import type { OpenApiDocument } from './open-api/document.ts';
import {
  exchangeHeaders,
  exchangeParameters,
  pathsWithExchangeHeaders,
  responsesWithExchangeHeaders,
} from './open-api/exchange-headers.ts';
import { healthExamples } from './open-api/golden.ts';
import { createOperationsPaths } from './open-api/operations-paths.ts';
import { componentSchemas, referenceTo } from './open-api/recommender-components.ts';
import { errorResponses, modelErrorResponses } from './open-api/recommender-error-responses.ts';
import { recommenderPaths } from './open-api/recommender-operations.ts';
import { shopPaths } from './open-api/shop-operations.ts';
import { recommenderHealthSchema } from './recommender-health.ts';

export interface RecommenderOpenApiOptions {
  /** Version of the service. */
  version: string;
  /** The base address. Without it, readers use the host of the document. */
  serverUrl?: string;
}

/** The OpenAPI 3.1 document of the recommender, generated from the schemas that the service parses with. */
export function createRecommenderOpenApiDocument({ version, serverUrl }: RecommenderOpenApiOptions): OpenApiDocument {
  const schema = referenceTo(recommenderHealthSchema);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Callside recommender',
      version,
      summary: 'The right offer to make, while the customer is on the line.',
      description:
        "Given a customer's phone number, what they are buying or bought, the service answers ranked offers that " +
        'are in stock. Later it is told what the customer bought. It is made for conversations, not for bulk work: ask the ' +
        'operator before you send many requests at once.\n\n' +
        'Checks come in this order: JSON (422), key (401), fields (422).',
    },
    ...(serverUrl !== undefined && { servers: [{ url: serverUrl }] }),
    tags: [
      {
        name: 'Offers',
        description:
          'For IVRs, diallers and desks. Send a User-Agent of your own. Wait up to 3 seconds; retry on a timeout, a ' +
          'failed connection or any 5xx with backoff, never on 401, 404 or 422. Log the three build identifiers with ' +
          '`recommendation_id`.',
      },
      {
        name: 'Models',
        description: 'For owners, with the console of call-events. Without SESSION_SECRET they answer 404.',
      },
      { name: 'Shops', description: 'For Shopify and WooCommerce: their webhooks, with their own signatures.' },
      { name: 'Operations', description: 'For operators and load balancers. Answered without a key.' },
    ],
    paths: pathsWithExchangeHeaders({
      ...recommenderPaths,
      ...shopPaths,
      ...createOperationsPaths({
        serving: { schema, examples: healthExamples.serving },
        notServing: { schema, examples: healthExamples.notServing },
      }),
    }),
    components: {
      schemas: componentSchemas(),
      parameters: exchangeParameters,
      headers: exchangeHeaders,
      responses: responsesWithExchangeHeaders({ ...errorResponses, ...modelErrorResponses }),
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description:
            'A key of the brand for the recommender (a prefix, `_live_` and 40 hexadecimal characters), or the ' +
            "operator's service credential. Over HTTPS only. " +
            'Also taken as `Authorization: Bearer KEY`, and as the password of HTTP Basic.',
        },
        sessionToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A token of the audience `recommender` that call-events issues for an owner, valid for one minute.',
        },
      },
    },
  };
}
