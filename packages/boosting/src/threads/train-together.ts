import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { BoostingSettings } from '../boosting-settings.ts';
import { type BinnedSet, type BoostingResult, binTrainingSet, boostBinned } from '../gradient-boosting.ts';
import type { TrainingSet } from '../training-set.ts';
import type { ThreadData, TrainingAnswer, TrainingInput } from './training-messages.ts';

export interface Training {
  readonly set: TrainingSet;
  readonly settings: BoostingSettings;
}

export interface TogetherOptions {
  /** The maximum number of threads; absent: the number of processors. With one, everything runs in the caller's thread. */
  readonly threads?: number;
  /** Called with the number of the training and its finished rounds. */
  readonly onRound?: (training: number, round: number) => void;
}

/** With fewer values to read in all trees together, starting threads takes longer than training. */
const leastWorkForThreads = 5e7;
/** A thread that finishes no round within this time is assumed to have ended without a message. */
const patienceMs = 15 * 60_000;

/**
 * Trains several ensembles in threads and waits for them; the caller's thread does nothing else meanwhile. The results are
 * those of `trainGradientBoostedTrees`, bit for bit, with any number of threads. Trainings of the same set share its bins.
 * Throws a RangeError when a feature is not finite.
 */
export function trainTogether(
  trainings: readonly Training[],
  { threads, onRound = () => {} }: TogetherOptions = {},
): BoostingResult[] {
  const known: { training: Training; set: BinnedSet }[] = [];
  const inputs = trainings.map((training, index): TrainingInput => {
    const same = known.find((other) => sharesBins(other.training, training));
    const set = same?.set ?? binTrainingSet(training.set, training.settings);
    if (same === undefined) known.push({ training, set });
    return { index, set, settings: training.settings };
  });
  const work = trainings.reduce((sum, { set, settings }) => sum + set.features.length * settings.trees, 0);
  const wanted = threads ?? (work < leastWorkForThreads ? 1 : availableParallelism());
  const used = Math.min(wanted, inputs.length);
  if (used > 1) return trainInThreads(inputs, used, onRound);
  return inputs.map(({ index, set, settings }) => boostBinned(set, settings, (round) => onRound(index, round)));
}

function sharesBins(one: Training, other: Training): boolean {
  return one.set === other.set && one.settings.maxBins === other.settings.maxBins;
}

function trainInThreads(
  inputs: readonly TrainingInput[],
  threads: number,
  onRound: (training: number, round: number) => void,
): BoostingResult[] {
  const rounds = new Int32Array(new SharedArrayBuffer(4 * (inputs.length + 1)));
  const seen = new Int32Array(inputs.length);
  const results = new Map<number, BoostingResult>();
  const waiting = [...inputs];
  const giveWork = (port: MessagePort) => {
    const input = waiting.shift();
    if (input !== undefined) port.postMessage(input);
  };
  const workers = Array.from({ length: threads }, () => startThread(rounds));
  try {
    for (const { port } of workers) giveWork(port);
    for (;;) {
      const change = Atomics.load(rounds, 0);
      for (const { port } of workers) {
        const answer: TrainingAnswer | undefined = receiveMessageOnPort(port)?.message;
        if (answer === undefined) continue;
        if ('error' in answer) throw answer.error;
        results.set(answer.index, answer.result);
        giveWork(port);
      }
      for (const index of seen.keys()) {
        const round = Atomics.load(rounds, index + 1);
        if (round !== seen[index]) onRound(index, round);
        seen[index] = round;
      }
      if (results.size === inputs.length) return inputs.map(({ index }) => results.get(index) as BoostingResult);
      if (Atomics.wait(rounds, 0, change, patienceMs) === 'timed-out') {
        throw new Error('a thread that trains trees has ended; there may be too little memory');
      }
    }
  } finally {
    for (const { worker, port } of workers) {
      port.close();
      void worker.terminate();
    }
  }
}

/** Messages go through a port that can be read without the event loop. */
function startThread(rounds: Int32Array): { worker: Worker; port: MessagePort } {
  const { port1, port2 } = new MessageChannel();
  const workerData: ThreadData = { rounds, port: port2 };
  const worker = new Worker(workerEntry(), { workerData, transferList: [port2], name: 'trees' });
  // The thread must not keep the process alive after the trainings.
  worker.unref();
  return { worker, port: port1 };
}

/** Node runs the thread and reads no TypeScript. Sources that run without a build step, as in tests, use the built file. */
function workerEntry(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = new URL(isSource ? '../../dist/threads/boosting-worker.js' : './boosting-worker.js', import.meta.url);
  if (!existsSync(entry)) throw new Error(`${fileURLToPath(entry)} is missing; \`npm run setup\` builds it`);
  return entry;
}
