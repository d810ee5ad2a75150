import { parentPort, workerData } from 'node:worker_threads';
import { itemSimilaritiesOf } from '../../ranking/index.ts';
import type { SimilarityRequest } from './index-in-threads.ts';
import { buffersOf, inOneBuffer } from './one-buffer.ts';
import { yieldProcessor } from './yield-processor.ts';

// The entry of a thread that computes the neighbours of a range of items and then ends.

yieldProcessor();
const { indexed, range } = workerData as SimilarityRequest;
const similarities = inOneBuffer(itemSimilaritiesOf(indexed.lines, indexed.byItem, indexed.statistics, range));
parentPort?.postMessage(similarities, buffersOf(similarities));
