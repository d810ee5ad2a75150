import {
  createAsyncApiDocument,
  createCallEventsOpenApiDocument,
  createRecommenderOpenApiDocument,
} from '@callside/schemas';
import { describeSockets } from './socket-reference.ts';

/** The documents that clients are written against, by the name of their file. */
export function createContracts(version: string) {
  return {
    'call-events.openapi.json': createCallEventsOpenApiDocument({ version }),
    'recommender.openapi.json': createRecommenderOpenApiDocument({ version }),
    'call-events.asyncapi.json': createAsyncApiDocument({ version }),
  };
}

/** What `npm run contracts` writes: the text of each generated file, by its path in docs/. */
export async function createContractFiles(version: string): Promise<Record<string, string>> {
  const contracts = createContracts(version);
  return { 'socket-reference.md': describeSockets(contracts['call-events.asyncapi.json']) };
}
