import { CommanderError } from 'commander';
import { describeError } from './describe-error.ts';
import { createSettings, type SettingsSource } from './env.ts';
import type { Streams } from './output.ts';
import { createProgram } from './program.ts';

export interface RunOptions extends SettingsSource {
  streams?: Streams;
}

const wrongUsage = 2;

/** Runs one command of `callside` and gives its exit code: 0 done, 1 failed (one line on stderr says why), 2 wrong usage. */
export async function runCallside(
  args: readonly string[],
  { streams = process, ...source }: RunOptions = {},
): Promise<number> {
  // Whoever writes is told of its failure as well.
  streams.stdout.on('error', () => {});
  const settings = createSettings(source);
  const program = createProgram({ settings, streams, now: () => new Date() });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUsage;
    streams.stderr.write(`callside: ${describeError(error, settings.databaseUrl)}\n`);
    return 1;
  }
}
