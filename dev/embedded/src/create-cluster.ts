import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { PostgresAccount } from './postgres-account.ts';

interface ClusterOptions {
  dataDir: string;
  initdb: string;
  account: PostgresAccount;
  superuser: string;
}

/** Creates the cluster if it does not exist. Resolves to its password, which is in a file next to it that only its account can read. */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const passwordFile = `${options.dataDir}.password`;
  if (!existsSync(path.join(options.dataDir, 'PG_VERSION'))) await createCluster(options, passwordFile);
  const password = await readFile(passwordFile, 'utf8').catch(() => {
    throw new Error(`${passwordFile} is missing, without it the data in ${options.dataDir} cannot be opened`);
  });
  return password.trim();
}

// Created under another name and renamed when complete, so that an interrupted start leaves no incomplete cluster.
async function createCluster({ dataDir, initdb, account, superuser }: ClusterOptions, passwordFile: string) {
  const unfinished = `${dataDir}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  account.own(unfinished);
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 });
  account.own(passwordFile);
  const { command, args, options } = account.run(initdb, [
    `--pgdata=${unfinished}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The built-in provider sorts the same on every machine, independent of its locales.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]);
  await promisify(execFile)(command, args, { ...options, cwd: '/' }).catch((error) => {
    throw new Error(`PostgreSQL could not create its data directory:\n${error.stderr || error.message}`);
  });
  await rename(unfinished, dataDir);
}
