import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from './error-code.ts';

/**
 * Removes the lock file of a killed server. PostgreSQL does this itself unless another process has the same id, which is common
 * after a container restart; then it would refuse to start.
 */
export async function clearStaleLock(dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'postmaster.pid');
  const content = await readFile(file, 'utf8').catch(() => null);
  if (content === null) return;
  const [pid, , , port] = content.split('\n');
  if (pid !== undefined && (await isPostgresOn(Number(pid), dataDir))) {
    throw new Error(
      `Another PostgreSQL server (process ${pid}, port ${port}) is running on ${dataDir}. ` +
        `Stop what started it, or the server itself: kill -INT ${pid}`,
    );
  }
  await rm(file, { force: true });
}

// The working directory of every process of a server is its data directory.
async function isPostgresOn(pid: number, dataDir: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    const [its, ours] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(dataDir)]);
    return its.dev === ours.dev && its.ino === ours.ino;
  } catch {
    return isAlive(pid);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
