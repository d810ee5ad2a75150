export { measureBundledModel } from './bundled-model.ts';
export { createRandom } from './random.ts';
export { measureRankingQuality } from './ranking-quality.ts';
