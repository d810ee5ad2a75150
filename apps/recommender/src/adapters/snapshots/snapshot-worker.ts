import { parentPort, workerData } from 'node:worker_threads';
import { loadSnapshotParts, type SnapshotOrder } from './snapshot-loader.ts';

// The entry of a thread that loads one snapshot and ends, which gives all the memory back that it took.

const parts = await loadSnapshotParts(workerData as SnapshotOrder);
parentPort?.postMessage(parts, buffersOf(parts));

/** The buffers of all typed arrays in it: handed over, not copied. */
function buffersOf(value: unknown): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  const visit = (part: unknown) => {
    if (ArrayBuffer.isView(part)) buffers.add(part.buffer as ArrayBuffer);
    else if (typeof part === 'object' && part !== null) Object.values(part).forEach(visit);
  };
  visit(value);
  return [...buffers];
}
