import { readFile } from 'node:fs/promises';
import { type BrokenEntry, findBrokenEntry } from '@callside/auth';
import { type PauseEvidence, pauseEvidenceSchema } from '@callside/schemas';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { fileError } from '../file-error.ts';
import { OperatorError, ReportedFailure } from '../operator-error.ts';

export function registerEvidenceCommands(program: Command, context: CommandContext): void {
  const evidence = program.command('evidence').description('evidence of the pauses of a call');

  evidence
    .command('verify')
    .description('verify a file of GET /{brand}/calls/{reference}/pause-evidence, without a database or a network')
    .argument('<file>', 'the answer of the service, as JSON')
    .addHelpText(
      'after',
      `
Computes the digest of each entry again, from its fields and the digest before. Exit code 0: all fit, and none is missing between the start
of the call and the last one; 1: the first entry that does not fit is named. Personal parts that erasure or retention emptied are counted; they
break nothing. A file whose last entries were cut off, with a new head, fits too: compare it with the answer of the service.

Example:
  callside evidence verify pause-evidence.json`,
    )
    .action(async (path: string) => {
      const evidence = await readEvidence(path);
      const broken = findBrokenEntry(evidence);
      const { call_reference, entries, gaps, head } = evidence;
      const emptied = entries.filter((entry) => entry.position !== null && entry.personal_state === 'emptied').length;
      const result = {
        verified: broken === null,
        call_reference,
        entries: entries.length,
        emptied,
        gaps,
        head,
        broken,
        has_end: entries.some(({ kind }) => kind === 'call-ended'),
      };
      await context.output().result(result, () => describe(result));
      if (broken !== null) throw new ReportedFailure(`broken at ${nameOf(broken)}: ${broken.problem}`);
    });
}

async function readEvidence(path: string): Promise<PauseEvidence> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw fileError({ path }, error);
  });
  const evidence = pauseEvidenceSchema.safeParse(parse(text));
  if (evidence.success) return evidence.data;
  const [issue] = evidence.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
  throw new OperatorError(`${path} is no pause evidence${where}: ${issue?.message ?? 'it cannot be read'}`, {
    code: 'file',
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface Verification extends Pick<PauseEvidence, 'gaps' | 'head' | 'call_reference'> {
  entries: number;
  emptied: number;
  broken: BrokenEntry | null;
  has_end: boolean;
}

function describe({ call_reference, entries, emptied, gaps, head, broken, has_end }: Verification): string {
  const verdict = broken === null ? `All ${entries} entries fit.` : `Broken at ${nameOf(broken)}: ${broken.problem}.`;
  return [
    `Call ${call_reference}: ${verdict}`,
    `Personal parts that were emptied: ${emptied}. Gaps: ${gaps.length}.`,
    `Head: ${head}`,
    ...(has_end
      ? []
      : ['The file has no end of the call: it was live, another call superseded it, or entries are missing.']),
  ].join('\n');
}

function nameOf({ index, position, kind, at }: BrokenEntry): string {
  const place = index === null ? '' : `entry ${index + 1}, `;
  const named = position === null ? '' : `, position ${position}`;
  return `${place}${kind}${named}${at === null ? '' : ` of ${at}`}`;
}
