import pg from 'pg';

/** A digest of the rows of each table, of the columns that it has, or that it had in `earlier`. */
export async function contentOfTables(connectionString, earlier) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const tables = earlier ?? (await client.query(columnsOfTables)).rows;
    const contents = [];
    for (const { name, columns } of tables) {
      const { rows } = await client.query(
        `SELECT count(*), md5(string_agg(r::text, ',' ORDER BY r::text)) AS digest FROM (SELECT ${columns} FROM ${name}) r`,
      );
      contents.push({ name, columns, ...rows[0] });
    }
    return contents;
  } finally {
    await client.end();
  }
}

/** Without the tables in which a migration records itself. */
const columnsOfTables = `
  SELECT quote_ident(table_name) AS name, string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS columns
  FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
  WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT IN ('audit_log', '_prisma_migrations')
  GROUP BY 1 ORDER BY 1`;
