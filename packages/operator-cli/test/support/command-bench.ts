import { createDatabase, type Database } from '@callside/database';
import { createTestDatabase } from '@callside/database/testing';
import { type Run, runCallside } from './callside.ts';

export const sessionSecret = 'a session secret of more than 32 characters';

export interface CommandBench {
  database: Database;
  url: string;
  run: (...args: string[]) => Promise<Run>;
  /** Runs with --json, expects success and returns the one value on stdout. */
  json: (...args: string[]) => Promise<unknown>;
  /** Audit entries, oldest first. */
  readAudit: () => Promise<{ actor: string; action: string; subject: string; detail: unknown; slug: string | null }[]>;
  close: () => Promise<void>;
}

/** A new migrated database and a function that runs commands on it. */
export async function createCommandBench(): Promise<CommandBench> {
  const server = await createTestDatabase();
  const database = createDatabase({
    url: server.url,
    maxConnections: 3,
    applicationName: 'operator-cli-test',
    connectionTimeoutMs: 10_000,
  });
  const run = (...args: string[]) => runCallside(args, { DATABASE_URL: server.url, SESSION_SECRET: sessionSecret });
  return {
    database,
    url: server.url,
    run,
    json: async (...args) => {
      const { code, stdout, stderr } = await run(...args, '--json');
      if (code !== 0) throw new Error(`callside ${args.join(' ')} failed: ${stderr}`);
      return JSON.parse(stdout);
    },
    readAudit: () =>
      database.query(
        'SELECT actor, action, subject, detail, slug FROM audit_log LEFT JOIN brands ON brands.id = brand_id ORDER BY audit_log.id',
      ),
    close: async () => {
      await database.close();
      await server.drop();
    },
  };
}

export function createBrand(bench: CommandBench, slug: string): Promise<unknown> {
  return bench.json('brand', 'create', '--slug', slug, '--name', slug, '--country', 'US', '--host', `${slug}.example`);
}
