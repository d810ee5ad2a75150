// How PostgreSQL plans the statements of a pool.

/**
 * Makes the statements of the intake look rows up by key, for any table size. A plan made on small tables or old statistics
 * would otherwise scan them for the life of the connection. Each key is looked up once and has few rows, so bitmaps and caches of
 * rows only cost time.
 */
export const plansByKey = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_bitmapscan: 'off',
  enable_memoize: 'off',
};

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
