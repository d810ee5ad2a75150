import type { Output } from './output.ts';

/** For commands that can run without changing anything. */
export interface DryRunOption {
  dryRun?: true;
}

export const dryRunChange = ['--dry-run', 'change nothing, print what the command would change'] as const;

/** Prints the outcome of a change. The outcome of a dry run has `dry_run: true` and a text that says so. */
export function printChange<Value extends object>(
  output: Output,
  value: Value,
  { dryRun, text }: { dryRun: boolean | undefined; text: () => string },
): Promise<void> {
  if (!dryRun) return output.result(value, text);
  return output.result({ ...value, dry_run: true }, () => `Nothing is changed. It would be: ${text()}`);
}
