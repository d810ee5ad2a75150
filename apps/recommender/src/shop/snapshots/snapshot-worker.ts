import { parentPort, workerData } from 'node:worker_threads';
import { buffersOf, inOneBuffer } from './one-buffer.ts';
import { loadSnapshotParts, type SnapshotRequest } from './snapshot-loader.ts';
import { yieldProcessor } from './yield-processor.ts';

// The entry of a thread that loads one snapshot and then ends, which frees all its memory.

yieldProcessor();
const { purchases, ...others } = await loadSnapshotParts(workerData as SnapshotRequest);
// The purchases have their own buffer, because the catalogue may be kept longer.
const parts = { ...others, purchases: inOneBuffer(purchases) };
parentPort?.postMessage(parts, buffersOf(parts));
