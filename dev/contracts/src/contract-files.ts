import { createContracts } from './contracts.ts';
import { describeSockets } from './socket-reference.ts';

/** What `npm run contracts` writes: the text of each generated file, by its path in docs/. */
export function createContractFiles(version: string): Record<string, string> {
  const contracts = createContracts(version);
  return { 'socket-reference.md': describeSockets(contracts['call-events.asyncapi.json']) };
}
