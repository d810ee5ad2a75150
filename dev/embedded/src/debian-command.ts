import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { environmentWith, searchPath } from './env.ts';

const policyFile = '/usr/sbin/policy-rc.d';

/** The absolute path of a command on PATH. */
export function findCommand(command: string): string | null {
  for (const directory of searchPath().split(path.delimiter)) {
    if (directory === '') continue;
    const candidate = path.resolve(directory, command);
    if (isExecutable(candidate)) return candidate;
  }
  return null;
}

/**
 * Finds a command on PATH; when it is missing, installs its package as root on Debian, and first completes an installation that
 * was interrupted. Otherwise null.
 */
export async function ensureDebianCommand(
  command: string,
  packageName: string,
  log: (line: string) => void = logToStderr,
): Promise<string | null> {
  const found = findCommand(command);
  if (found !== null) return found;
  if (process.getuid?.() !== 0 || findCommand('apt-get') === null) return null;
  log(`Installing the Debian package ${packageName} with apt-get (${command} is not on PATH)`);
  try {
    await withoutServiceStart(async () => {
      await run('apt-get', ['update', '-qq']);
      await install(packageName).catch(async (error: Error) => {
        if (!error.message.includes('dpkg was interrupted')) throw error;
        // Another process may be doing the same; the second attempt waits for it.
        await run('dpkg', ['--configure', '-a']).catch(() => undefined);
        await install(packageName);
      });
    });
    if (findCommand('systemctl') !== null) {
      await run('systemctl', ['disable', packageName]).catch(() => undefined);
    }
  } catch (error) {
    log(`${packageName} could not be installed: ${error instanceof Error ? error.message : String(error)}`);
  }
  return findCommand(command);
}

function install(packageName: string): Promise<void> {
  const options = ['-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300'];
  return run('apt-get', ['install', ...options, packageName]);
}

function logToStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}

// Debian starts a service after the installation unless this script forbids it (invoke-rc.d(8)). An existing script is kept.
async function withoutServiceStart(work: () => Promise<void>): Promise<void> {
  if (existsSync(policyFile)) return work();
  writeFileSync(policyFile, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    await work();
  } finally {
    rmSync(policyFile, { force: true });
  }
}

function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = environmentWith({ DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' });
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve();
      const tail = Buffer.concat(output).toString('utf8').trim().split('\n').slice(-5).join('\n');
      reject(new Error(`${command} ${args[0]} ended with ${code}\n${tail}`));
    });
  });
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
