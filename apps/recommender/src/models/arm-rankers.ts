import { armNames, type ExperimentOnFile } from '@callside/experiments';
import type { Ranker } from './ranker.ts';

/** Serves the stored models that an experiment compares, beside the model in service. */
export class ArmRankers {
  readonly #create: (version: string) => Ranker;
  readonly #rankers = new Map<string, Ranker>();
  readonly #ending = new Set<Promise<void>>();

  /** `create` makes the ranker of a stored version. */
  constructor(create: (version: string) => Ranker) {
    this.#create = create;
  }

  /** Starts the models of this experiment and stops the others. They serve when they are loaded. */
  follow(experiment: ExperimentOnFile | null): void {
    const wanted = new Set((experiment?.arms ?? []).flatMap(({ name }) => versionOf(name) ?? []));
    for (const [version, ranker] of this.#rankers) {
      if (wanted.has(version)) continue;
      this.#rankers.delete(version);
      const ending = ranker.stop().finally(() => this.#ending.delete(ending));
      this.#ending.add(ending);
    }
    for (const version of wanted) {
      if (this.#rankers.has(version)) continue;
      const ranker = this.#create(version);
      this.#rankers.set(version, ranker);
      void ranker.start();
    }
  }

  /** The ranker of a model arm; null: the arm is served by the model in service. */
  of(arm: string | null): Ranker | null {
    const version = arm === null ? null : versionOf(arm);
    return version === null ? null : (this.#rankers.get(version) ?? null);
  }

  /** Why a model does not serve its arm; null: each does. */
  problem(): string | null {
    for (const [version, ranker] of this.#rankers) {
      const { problem } = ranker.status();
      if (problem !== null) return `${armNames.modelPrefix}${version} of the experiment: ${problem}`;
    }
    return null;
  }

  async stop(): Promise<void> {
    this.follow(null);
    await Promise.all(this.#ending);
  }
}

function versionOf(arm: string): string | null {
  return arm.startsWith(armNames.modelPrefix) ? arm.slice(armNames.modelPrefix.length) : null;
}
