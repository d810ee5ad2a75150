import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureDebianCommand, findCommand } from './debian-command.ts';
import { findFreePort } from './free-port.ts';
import { type RunningServer, ServerProcess } from './server-process.ts';

export function findRedisBinary(): string | null {
  return findCommand('redis-server') ?? findCommand('valkey-server');
}

/**
 * Starts Redis without persistence on 127.0.0.1. Installs it first if possible; null when that is not possible. It writes nothing but
 * its log, in the directory `dir`.
 */
export async function startRedis({ dir }: { dir: string }): Promise<RunningServer | null> {
  const binary = findRedisBinary() ?? (await ensureDebianCommand('redis-server', 'redis-server'));
  if (binary === null) return null;
  await mkdir(dir, { recursive: true });
  const port = await findFreePort();
  const password = randomBytes(16).toString('hex');
  const logFile = path.join(dir, 'redis.log');
  const server = ServerProcess.start({
    command: binary,
    args: ['-'],
    stdin: redisSettings({ port, password, dir: path.resolve(dir) }),
    logFile,
    stopSignals: ['SIGTERM'],
    patienceMs: 5_000,
  });
  await waitUntilListening(server, port);
  const url = `redis://:${password}@127.0.0.1:${port}`;
  return { url, port, pid: server.pid, ended: server.ended, logFile, stop: () => server.stop() };
}

// Passed through stdin, so that the password is in no process list.
function redisSettings({ port, password, dir }: { port: number; password: string; dir: string }): string {
  return [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${JSON.stringify(dir)}`,
    'save ""',
    'appendonly no',
    'daemonize no',
    '',
  ].join('\n');
}

async function waitUntilListening(server: ServerProcess, port: number): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    if (!server.running) throw new Error(`Redis ended while it was starting:\n${server.readLog()}`);
    if (await accepts(port)) return;
    await sleep(20);
  }
  await server.stop();
  throw new Error(`Redis did not listen on port ${port} within 10 s:\n${server.readLog()}`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
