import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultTarget } from '../history/history.ts';
import type { Recorder } from '../history/recorder.ts';
import type { PlannedFault } from '../plan/nemesis-plan.ts';
import type { World } from '../world/world.ts';

/** Injects the planned faults and repairs them. Faults of one target run one after the other. */
export class Nemesis {
  readonly #recorder: Recorder;
  readonly #world: World;
  readonly #busy = new Map<string, Promise<void>>();
  #faults = 0;

  constructor(recorder: Recorder, world: World) {
    this.#recorder = recorder;
    this.#world = world;
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

  async #inflict({ kind, target, forMs, cuts }: PlannedFault): Promise<void> {
    this.#faults += 1;
    const fault = this.#faults;
    this.#recorder.note({ type: 'fault', fault, kind, target, phase: 'begins' });
    await this.#break(kind, target);
    await sleep(forMs);
    await this.#repair(kind, target, cuts);
    this.#recorder.note({ type: 'fault', fault, kind, target, phase: 'ends' });
  }

  async #break(kind: PlannedFault['kind'], target: FaultTarget): Promise<void> {
    const { redis, postgres } = this.#world;
    if (target.kind === 'link') {
      this.#world.linkOf(target).lose({ requests: kind !== 'lose answers', answers: kind !== 'lose requests' });
    } else if (target.kind === 'postgres') await postgres.stopImmediately();
    else if (target.kind === 'redis') {
      if (kind === 'kill') await redis.kill();
      else if (kind === 'stop') redis.hang();
      else await redis.flush();
    } else {
      const service = this.#world.serviceOf(target);
      if (kind === 'kill') await service.kill();
      else service.signal('SIGSTOP');
    }
  }

  async #repair(kind: PlannedFault['kind'], target: FaultTarget, cuts: boolean): Promise<void> {
    const { redis, postgres } = this.#world;
    if (target.kind === 'link') {
      const link = this.#world.linkOf(target);
      if (cuts) link.cut();
      link.mend();
    } else if (target.kind === 'postgres') await postgres.startAgain();
    else if (target.kind === 'redis') {
      if (kind === 'kill') await redis.start();
      else redis.wake();
    } else {
      const service = this.#world.serviceOf(target);
      if (kind === 'kill') await service.start();
      else service.signal('SIGCONT');
    }
  }
}
