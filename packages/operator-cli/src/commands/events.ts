import type { Database } from '@callside/database';
import { callEventNames } from '@callside/schemas';
import { type Command, Option } from 'commander';
import * as argument from '../arguments.ts';
import { findBrand } from '../brand.ts';
import { commandOfBrand } from '../brand-work.ts';
import { type CommandContext, withDatabase } from '../command-context.ts';
import { readEventLinks } from '../event-log/event-links.ts';
import { EventLogReader } from '../event-log/event-log-reader.ts';
import { describeEntry, entryView, type LoggedEntry } from '../event-log/logged-entry.ts';
import { withInterruption } from '../interruption.ts';
import type { Output } from '../output.ts';
import { pause } from '../pause.ts';
import { printable } from '../table.ts';

interface TailOptions {
  brand: string;
  event?: string;
  agent?: string;
  outcome: 'accepted' | 'refused' | 'all';
  lines: number;
  count?: number;
}

const pollMs = 500;

export function registerEventsCommands(program: Command, context: CommandContext): void {
  const events = program.command('events').description('the log of what diallers sent');

  commandOfBrand(events, 'tail')
    .description('follow the events of a brand as they arrive, with refused requests, until Ctrl-C')
    .addOption(new Option('--event <event>', 'only this event').choices(callEventNames))
    .option('--agent <address>', 'only this rep, as the dialler names it', argument.alias)
    .addOption(
      new Option('--outcome <outcome>', 'accepted events, refused requests or both')
        .choices(['accepted', 'refused', 'all'])
        .default('all'),
    )
    .option('--lines <number>', 'how many earlier entries to print first', argument.wholeNumber(0, 1000), 10)
    .option('--count <number>', 'end after so many entries (default: never)', argument.wholeNumber(1, 1_000_000))
    .addHelpText(
      'after',
      `
Reads the database, twice a second. --json prints one JSON value a line, with the fields of GET /{brand}/events, without metadata.

Examples:
  callside events tail --brand acme
  callside events tail --brand acme --outcome refused --json`,
    )
    .action(async ({ brand: slug, event, agent, outcome, lines, count = Number.POSITIVE_INFINITY }: TailOptions) => {
      const output = context.output();
      await withInterruption((signal) =>
        withDatabase(context, async (database) => {
          const { id: brandId } = await findBrand(database.prisma, slug);
          const filter = { brandId, outcome, ...(event && { event }), ...(agent && { agentEmail: agent }) };
          const reader = new EventLogReader(database, filter, context.now);
          let left = count - (await print(output, database, await reader.begin(Math.min(lines, count))));
          while (left > 0 && !signal.aborted && !output.isClosed()) {
            await pause(pollMs, signal);
            left -= await print(output, database, (await reader.poll()).slice(0, left));
          }
        }),
      );
    });
}

async function print(output: Output, database: Database, entries: readonly LoggedEntry[]): Promise<number> {
  const links = await readEventLinks(database, entries);
  for (const entry of entries) {
    await output.result(entryView(entry, links.get(entry.row)), () => printable(describeEntry(entry)));
  }
  return entries.length;
}
