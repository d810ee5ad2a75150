import pg from 'pg';

export interface DatabaseDescription {
  /** What schema.prisma can express, in the same words as describeSchema. */
  lines: string[];
  /**
   * Names of what schema.prisma cannot express: checks, partial indexes, indexes on expressions, indexes with nulls not distinct,
   * indexes with included columns.
   */
  extras: string[];
}

const columns = `
  SELECT 'column ' || tables.relname || '.' || attname || ' ' || format_type(atttypid, atttypmod)
         || CASE WHEN attnotnull THEN ' not null' ELSE '' END
         || coalesce(' default ' || pg_get_expr(adbin, adrelid), '') AS line
  FROM pg_attribute
  JOIN pg_class tables ON tables.oid = attrelid AND tables.relkind IN ('r', 'p', 'v', 'm', 'f')
  LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE tables.relnamespace = 'public'::regnamespace AND tables.relname <> '_prisma_migrations'
    AND attnum > 0 AND NOT attisdropped`;

const constraints = `
  SELECT CASE WHEN contype = 'c' THEN 'check ' || conname
              ELSE 'constraint ' || conname || ' ' || pg_get_constraintdef(oid) END AS line, contype = 'c' AS extra
  FROM pg_constraint
  WHERE connamespace = 'public'::regnamespace AND conrelid <> coalesce(to_regclass('_prisma_migrations'), 0)
    AND contype <> 'n'`;

const indexes = `
  SELECT CASE WHEN extra THEN 'index ' || names.relname ELSE 'index ' || pg_get_indexdef(indexrelid) END AS line, extra
  FROM pg_index
  JOIN pg_class names ON names.oid = indexrelid
  CROSS JOIN LATERAL (SELECT indpred IS NOT NULL OR indexprs IS NOT NULL OR indnullsnotdistinct
                             OR indnatts > indnkeyatts AS extra) AS kinds
  WHERE names.relnamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'))`;

/** Reads the catalogue of a database: every table, column, key, index and check of the schema `public`. */
export async function describeDatabase(url: string): Promise<DatabaseDescription> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ line: string; extra: boolean }>(
      `SELECT line, false AS extra FROM (${columns}) AS columns UNION ALL ${constraints} UNION ALL ${indexes}`,
    );
    const pick = (extra: boolean) =>
      rows
        .filter((row) => row.extra === extra)
        .map(({ line }) => line)
        .sort();
    return { lines: pick(false), extras: pick(true) };
  } finally {
    await client.end();
  }
}
