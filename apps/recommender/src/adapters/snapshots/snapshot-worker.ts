import { parentPort, workerData } from 'node:worker_threads';
import { buffersOf, inOneBuffer } from './one-buffer.ts';
import { loadSnapshotParts, type SnapshotOrder } from './snapshot-loader.ts';

// The entry of a thread that loads one snapshot and ends, which gives all the memory back that it took.

const { purchases, ...others } = await loadSnapshotParts(workerData as SnapshotOrder);
// Apart from the catalogue, which may outlive it.
const parts = { ...others, purchases: inOneBuffer(purchases) };
parentPort?.postMessage(parts, buffersOf(parts));
