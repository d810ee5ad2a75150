import {
  createAsyncApiDocument,
  createCallEventsOpenApiDocument,
  createRecommenderOpenApiDocument,
} from '@callside/schemas/documents';

/** The documents that clients are written against, by the name of their file. */
export function createContracts(version: string) {
  return {
    'call-events.openapi.json': createCallEventsOpenApiDocument({ version }),
    'recommender.openapi.json': createRecommenderOpenApiDocument({ version }),
    'call-events.asyncapi.json': createAsyncApiDocument({ version }),
  };
}
