export { toPurchases } from './data.ts';
export { measureRankingQuality } from './ranking-quality.ts';
