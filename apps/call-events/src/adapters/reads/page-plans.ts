/**
 * Reads of pages walk along an index from a place in it, whatever the tables hold. Without statistics, or with old ones,
 * the planner would read and sort a whole brand; and its estimates would make it compile what takes a millisecond.
 */
export const pagePlans = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
};
