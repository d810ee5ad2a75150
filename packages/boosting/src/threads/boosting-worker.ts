import { workerData } from 'node:worker_threads';
import { boostBinned } from '../gradient-boosting.ts';
import { announceChange, type ThreadData, type TrainingAnswer, type TrainingInput } from './training-messages.ts';

// The entry of a thread that trains one ensemble after the other, until it is terminated.

const { rounds, port } = workerData as ThreadData;

port.on('message', (input: TrainingInput) => {
  port.postMessage(answerTo(input));
  announceChange(rounds);
});

function answerTo({ index, set, settings }: TrainingInput): TrainingAnswer {
  try {
    const result = boostBinned(set, settings, (round) => {
      Atomics.store(rounds, index + 1, round);
      announceChange(rounds);
    });
    return { index, result };
  } catch (error) {
    return { index, error };
  }
}
