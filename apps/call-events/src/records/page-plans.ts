/**
 * Pages are read along an index from a position in it, for any table size. With missing or old statistics, the planner would
 * sort a whole brand; and its estimates would trigger JIT compilation for queries of a millisecond.
 */
export const pagePlans = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
};
