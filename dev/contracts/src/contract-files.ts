import { createAsyncApiDocument } from '@callside/schemas/documents';
import { describeSockets } from './socket-reference.ts';

/** What `npm run contracts` writes: the text of each generated file, by its path in docs/. */
export function createContractFiles(version: string): Record<string, string> {
  return { 'socket-reference.md': describeSockets(createAsyncApiDocument({ version })) };
}
