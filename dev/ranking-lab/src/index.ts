export { measureRankingQuality } from './ranking-quality.ts';
