// Recommend: a request for offers, from the phone number to the recorded answer.

export { createRecommend } from './create-recommend.ts';
export type { HistoryRepository } from './histories.store.ts';
export { applyRetention } from './retention.store.ts';
