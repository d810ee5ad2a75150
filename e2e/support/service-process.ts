import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface ServiceProcess {
  port: number;
  /** Resolves when the process has ended. */
  end: (signal: NodeJS.Signals) => Promise<void>;
}

/** The path of a file of a service in apps/. */
export function serviceFile(service: 'call-events' | 'recommender', file: string): string {
  return path.join(path.dirname(createRequire(__filename).resolve(`@callside/${service}/package.json`)), file);
}

/** Runs a service in a separate process; resolves when it listens. */
export async function startProcess(
  program: string,
  environment: Record<string, string | undefined>,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, port } = JSON.parse(line);
    if (msg !== 'listening') continue;
    child.stdout.resume();
    return { port, end: (signal) => end(child, signal) };
  }
  throw new Error(`${program} ended before it listened`);
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
