import { isPrivateHost } from '@callside/auth';
import { Prisma } from '@callside/database';
import { formatDuration, parseDuration } from '@callside/schemas';
import {
  nameOfDelimiter,
  requireKnownColumns,
  type ShopFormat,
  type SourceOptions,
  shopFormats,
} from '@callside/shop-data';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { recordAudit } from '../audit-log.ts';
import { commandOfBrand, printChangeOfBrand, printOfBrand } from '../brand-work.ts';
import type { CommandContext } from '../command-context.ts';
import { type DryRunOption, dryRunChange } from '../dry-run.ts';
import { columnsOfFeed, type FeedKind, kindNames, readFeedOptions } from '../feed/feed.ts';
import { createPollPastOutages, type FeedResult, interrupted, pollNextFeed } from '../feed/poll-feeds.ts';
import { describeReport } from '../import/import-report.ts';
import { withInterruption } from '../interruption.ts';
import { OperatorError, ReportedFailure } from '../operator-error.ts';
import { pause } from '../pause.ts';
import { formatInstant, formatTable, printable } from '../table.ts';
import { addSourceOptions } from './source-option-flags.ts';

interface FeedKey {
  brand: string;
  kind: FeedKind;
}

interface SetOptions extends FeedKey, SourceOptions {
  url: string;
  every: number;
  format?: ShopFormat;
  allowPrivate?: boolean;
}

const leastSeconds = 60;
const mostSeconds = 7 * 86_400;
const pauseMs = 5_000;

const kindOption = () =>
  new Option('--kind <kind>', 'what the file contains')
    .choices(Object.values(kindNames))
    .argParser(feedKind)
    .makeOptionMandatory();

export function registerFeedCommands(program: Command, context: CommandContext): void {
  const feed = program.command('feed').description('files of a shop that are imported repeatedly from an address');

  registerSet(feed, context);
  registerList(feed, context);
  registerRemove(feed, context);
  registerRun(feed, context);
}

function registerSet(feed: Command, context: CommandContext): void {
  const set = commandOfBrand(feed, 'set')
    .description('set the address of a file that `callside feed run` imports repeatedly')
    .addOption(kindOption())
    .requiredOption('--url <url>', 'the address of a CSV or NDJSON file', feedUrl)
    .addOption(new Option('--every <time>', 'how often, from 1m to 7d').argParser(every).default(900, '15m'))
    .addOption(new Option('--format <shop>', 'the file is an export of this shop system').choices(shopFormats))
    .option('--allow-private', 'the address may be one of a private network')
    .option(...dryRunChange);
  addSourceOptions(set)
    .addHelpText(
      'after',
      `
A brand has one feed of each kind. The address is stored encrypted with a key derived from SECRETS_KEY (default: SESSION_SECRET), because
it may hold a token; no output shows its query. docs/imports.md explains feeds.

Examples:
  callside feed set --brand acme --kind stock --url https://shop.example/stock.csv --every 15m
  callside feed set --brand acme --kind stock --url https://shop.example/s.csv --map sku=Artikel,on_hand=Bestand --delimiter semicolon`,
    )
    .action(async (options: SetOptions & DryRunOption) => {
      const { kind, url, every: everySeconds, format = null, allowPrivate = false } = options;
      const { origin, pathname, hostname } = new URL(url);
      const columns = format === null ? columnsOfFeed[kind] : undefined;
      if (columns) requireKnownColumns({ ...columns, map: options.map });
      if (!allowPrivate && isPrivateHost(hostname)) throw privateAddress(hostname);
      const urlSealed = context.settings.secretBox().seal(url);
      const values = {
        urlSealed,
        urlShown: `${origin}${pathname}`,
        format,
        everySeconds,
        allowPrivate,
        columnMap: options.map ? Object.fromEntries(options.map) : Prisma.DbNull,
        delimiter: options.delimiter ?? null,
        encoding: options.encoding ?? null,
      };
      const name = kindNames[kind];
      const shown = {
        kind: name,
        url: values.urlShown,
        format,
        every_seconds: everySeconds,
        allow_private: allowPrivate,
        map: options.map ? Object.fromEntries(options.map) : null,
        delimiter: options.delimiter ? nameOfDelimiter(options.delimiter) : null,
        encoding: options.encoding ?? null,
      };
      await printChangeOfBrand(context, options, {
        change: async (transaction, { id: brandId }) => {
          await transaction.feed.upsert({
            where: { brandId_kind: { brandId, kind } },
            create: { brandId, kind, ...values },
            update: { ...values, etag: null, lastModified: null, lastError: null, nextAt: context.now() },
          });
          await recordAudit(transaction, { brandId, action: 'feed.set', subject: name, detail: shown });
          return shown;
        },
        text: ({ url }) =>
          printable(`${url} is read every ${formatDuration(everySeconds)} while \`callside feed run\` runs`),
      });
    });
}

function registerList(feed: Command, context: CommandContext): void {
  commandOfBrand(feed, 'list')
    .description("show a brand's feeds and what went wrong")
    .addHelpText('after', '\nExample:\n  callside feed list --brand acme')
    .action((options: { brand: string }) =>
      printOfBrand(context, options, {
        read: async ({ prisma }, { id: brandId }) => {
          const rows = await prisma.feed.findMany({ where: { brandId }, orderBy: { kind: 'asc' } });
          return rows.map((row) => ({
            kind: kindNames[row.kind as FeedKind],
            url: row.urlShown,
            format: row.format,
            every_seconds: row.everySeconds,
            allow_private: row.allowPrivate,
            ...shownOptions(row),
            checked_at: row.checkedAt?.toISOString() ?? null,
            imported_at: row.importedAt?.toISOString() ?? null,
            next_at: row.nextAt.toISOString(),
            error: row.lastError,
          }));
        },
        text: (list) =>
          list.length === 0
            ? 'There is no feed yet; `callside feed set --help` shows how to add one.'
            : formatTable(
                ['KIND', 'ADDRESS', 'FORMAT', 'EVERY', 'READ', 'IMPORTED', 'ERROR'],
                list.map(({ kind, url, format, every_seconds, checked_at, imported_at, error }) => [
                  kind,
                  url,
                  format ?? '-',
                  formatDuration(every_seconds),
                  formatInstant(checked_at),
                  formatInstant(imported_at),
                  error ?? '-',
                ]),
              ),
      }),
    );
}

function registerRemove(feed: Command, context: CommandContext): void {
  commandOfBrand(feed, 'remove')
    .description('stop reading an address; imported data stays')
    .addOption(kindOption())
    .option(...dryRunChange)
    .addHelpText('after', '\nExample:\n  callside feed remove --brand acme --kind stock')
    .action((options: FeedKey & DryRunOption) =>
      printChangeOfBrand(context, options, {
        change: async (transaction, { id: brandId, slug }) => {
          const kind = kindNames[options.kind];
          const { count } = await transaction.feed.deleteMany({ where: { brandId, kind: options.kind } });
          if (count === 0) {
            const hint = '`callside feed list` shows its feeds';
            throw new OperatorError(`${slug} has no feed of ${kind}`, { code: 'not_found', hint });
          }
          await recordAudit(transaction, { brandId, action: 'feed.remove', subject: kind, detail: { kind } });
          return { kind, removed: true };
        },
        text: ({ kind }) => `Removed the feed of ${kind} of ${options.brand}`,
      }),
    );
}

function registerRun(feed: Command, context: CommandContext): void {
  feed
    .command('run')
    .description('read the feeds of all brands when they are due, until it is stopped')
    .option('--once', 'read the feeds that are due now, then end; for use with a timer')
    .addHelpText(
      'after',
      `
Several processes may run: each feed is read by one of them. An address that did not change (ETag, Last-Modified) is not imported, except
the products of WooCommerce, whose sale prices depend on the day. A file may have at most 2 GiB, and its download may take at most 15
minutes. Hosts with a private address are refused without --allow-private of \`callside feed set\`, also after a redirect. At most 3
redirects are followed, none from https to http.

Examples:
  callside feed run
  callside feed run --once --json`,
    )
    .action(async ({ once }: { once?: true }) => {
      const output = context.output();
      const results: FeedResult[] = [];
      await withInterruption(async (signal) => {
        const poll = once ? pollNextFeed : createPollPastOutages();
        while (!signal.aborted) {
          const result = await poll(context, signal);
          if (result && once) results.push(result);
          else if (result) await output.result(result, () => describe(result));
          else if (once) break;
          else await pause(pauseMs, signal);
        }
      });
      if (!once) return;
      await output.result(results, () => results.map(describe).join('\n') || 'No feed is due.');
      if (results.some(({ error }) => error === interrupted))
        throw new ReportedFailure('interrupted', { code: 'interrupted' });
      const failures = results.filter(({ outcome }) => outcome === 'failed').length;
      if (failures > 0) throw new ReportedFailure(`${failures} of ${results.length} feeds failed`);
    });
}

function shownOptions(row: { columnMap: unknown; delimiter: string | null; encoding: string | null }) {
  const { map, delimiter, encoding } = readFeedOptions(row);
  return {
    map: map ? Object.fromEntries(map) : null,
    delimiter: delimiter ? nameOfDelimiter(delimiter) : null,
    encoding: encoding ?? null,
  };
}

function describe({ brand, kind, outcome, report, error }: FeedResult): string {
  return `${brand} ${kind}: ${report ? describeReport(report) : printable(error ?? outcome)}`;
}

function feedKind(value: string): FeedKind {
  const kinds = Object.keys(kindNames) as FeedKind[];
  const kind = kinds.find((one) => one === value || kindNames[one] === value);
  if (kind !== undefined) return kind;
  throw new InvalidArgumentError(`Allowed choices are ${Object.values(kindNames).join(', ')}.`);
}

function feedUrl(value: string): string {
  if (!URL.canParse(value) || !/^https?:\/\//i.test(value)) {
    throw new InvalidArgumentError('It must be an address such as https://shop.example/stock.csv.');
  }
  const url = new URL(value);
  if (url.username !== '' || url.password !== '') throw new InvalidArgumentError('It must have no user and password.');
  return url.href;
}

function privateAddress(host: string): OperatorError {
  const hint = '--allow-private permits it';
  return new OperatorError(`${host} is a private address, which \`callside feed run\` would refuse`, {
    code: 'usage',
    hint,
  });
}

function every(value: string): number {
  const seconds = parseDuration(value) ?? 0;
  if (seconds >= leastSeconds && seconds <= mostSeconds) return seconds;
  throw new InvalidArgumentError('It must be a length of time from 1m to 7d, such as 15m, 2h or 1d.');
}
