import type { RankerInService } from '../../src/dependencies.ts';

/** A model that reverses the first-stage order, which shows that it ranked; or that fails as set. */
export class FakeRanker implements RankerInService {
  /** While it is set, scores wait for it. */
  until: Promise<void> | null = null;
  behaviour: 'ranks' | 'fails' | 'answers nonsense' | 'answers too little' = 'ranks';
  calls = 0;

  async start(): Promise<void> {}
  async stop(): Promise<void> {}

  readonly score = async (_features: Float32Array, rowCount: number): Promise<Float32Array> => {
    this.calls += 1;
    await this.until;
    if (this.behaviour === 'fails') throw new Error('the model takes too long');
    if (this.behaviour === 'answers nonsense') return new Float32Array(rowCount).fill(Number.NaN);
    return Float32Array.from({ length: this.behaviour === 'ranks' ? rowCount : rowCount - 1 }, (_, row) => row);
  };

  status() {
    return { artifactVersion: 'fake-1', origin: 'published' as const, trainedAt: null, problem: null };
  }
}
