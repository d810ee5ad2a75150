import type { OpenApiDocument } from '@callside/schemas/documents';
import { createBrunoFiles } from './collections/bruno.ts';
import { createPostmanCollection } from './collections/postman.ts';
import { createContracts } from './contracts.ts';
import { describeSockets } from './socket-reference.ts';

/** What `npm run contracts` writes: the text of each generated file, by its path in docs/. */
export async function createContractFiles(version: string): Promise<Record<string, string>> {
  const contracts = createContracts(version);
  const collections = await Promise.all([
    collectionFiles('call-events', contracts['call-events.openapi.json'], 'http://localhost:4100'),
    collectionFiles('recommender', contracts['recommender.openapi.json'], 'http://localhost:4200'),
  ]);
  return Object.assign(
    { 'socket-reference.md': describeSockets(contracts['call-events.asyncapi.json']) },
    ...collections,
  );
}

async function collectionFiles(service: string, document: OpenApiDocument, baseUrl: string) {
  const postman = await createPostmanCollection({ document, baseUrl });
  const bruno = Object.entries(createBrunoFiles(postman)).map(([name, text]) => [
    `collections/bruno/${service}/${name}`,
    text,
  ]);
  return {
    [`collections/${service}.postman_collection.json`]: `${JSON.stringify(postman, null, 2)}\n`,
    ...Object.fromEntries(bruno),
  };
}
