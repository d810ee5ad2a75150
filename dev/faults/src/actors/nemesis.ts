import { setTimeout as sleep } from 'node:timers/promises';
import { holdRow } from '@callside/bench';
import type { Deployment } from '../deployment/deployment.ts';
import { delayCommits } from '../deployment/slow-commits.ts';
import type { FaultTarget } from '../history/occurrences/faults.ts';
import type { Recorder } from '../history/recorder.ts';
import type { PlannedFault } from '../plan/nemesis-plan.ts';

interface Moves {
  begin: () => unknown;
  end: () => unknown;
}

/** Injects the planned faults and repairs them. Faults of one target run one after the other. */
export class Nemesis {
  readonly #recorder: Recorder;
  readonly #deployment: Deployment;
  readonly #busy = new Map<string, Promise<void>>();
  #faults = 0;

  constructor(recorder: Recorder, deployment: Deployment) {
    this.#recorder = recorder;
    this.#deployment = deployment;
  }

  /** Resolves when everything is repaired. */
  async run(faults: readonly PlannedFault[]): Promise<void> {
    const startedAt = performance.now();
    await Promise.all(
      faults.map(async (fault) => {
        await sleep(Math.max(0, startedAt + fault.atMs - performance.now()));
        const target = JSON.stringify(fault.target);
        const turn = (this.#busy.get(target) ?? Promise.resolve()).then(() => this.#inflict(fault));
        this.#busy.set(target, turn);
        await turn;
      }),
    );
  }

  async #inflict(planned: PlannedFault): Promise<void> {
    const { kind, target, forMs } = planned;
    this.#faults += 1;
    const fault = this.#faults;
    this.#recorder.note({ type: 'fault', fault, kind, target, phase: 'begins' });
    const { begin, end } = this.#movesOf(planned, target);
    await begin();
    await sleep(forMs);
    await end();
    this.#recorder.note({ type: 'fault', fault, kind, target, phase: 'ends' });
  }

  /** What a fault does to its target, and what repairs it. */
  #movesOf({ kind, cuts, delayMs }: PlannedFault, target: FaultTarget): Moves {
    const { redis, postgres, baseData } = this.#deployment;
    if (target.kind === 'link') {
      const link = this.#deployment.linkOf(target);
      return {
        begin: () => link.lose({ requests: kind !== 'lose answers', answers: kind !== 'lose requests' }),
        end: () => {
          if (cuts) link.cut();
          link.mend();
        },
      };
    }
    if (target.kind === 'row') {
      const email = baseData.reps.find(({ rep }) => rep === target.rep)?.email ?? '';
      let release: () => Promise<void> = async () => {};
      return {
        begin: async () => {
          release = await holdRow(postgres.url, email);
        },
        end: () => release(),
      };
    }
    if (kind === 'slow commits') {
      return { begin: () => delayCommits(postgres.url, delayMs), end: () => delayCommits(postgres.url, 0) };
    }
    if (target.kind === 'postgres')
      return { begin: () => postgres.stopImmediately(), end: () => postgres.startAgain() };
    if (target.kind === 'redis') {
      if (kind === 'kill') return { begin: () => redis.kill(), end: () => redis.start() };
      return { begin: () => (kind === 'stop' ? redis.hang() : redis.flush()), end: () => redis.wake() };
    }
    const service = this.#deployment.serviceOf(target);
    if (kind === 'kill') return { begin: () => service.kill(), end: () => service.start() };
    if (kind === 'restart') return { begin: () => service.end(), end: () => service.start() };
    return { begin: () => service.signal('SIGSTOP'), end: () => service.signal('SIGCONT') };
  }
}
