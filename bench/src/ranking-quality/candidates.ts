import type { Candidate } from './recommender.ts';

/** The recommenders that are measured against the baselines. */
export const candidates: readonly Candidate[] = [];
