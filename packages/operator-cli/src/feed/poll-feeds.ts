import { extname, join } from 'node:path';
import { storableText } from '@callside/schemas';
import { toServiceError } from '@callside/service-kit';
import { confirmStock, type ImportReport, withTemporaryDirectory } from '@callside/shop-data';
import { type CommandContext, withDatabase } from '../command-context.ts';
import { isInterrupted, runImport } from '../commands/import-and-print.ts';
import { describeError } from '../describe-error.ts';
import { isAllRejected } from '../import/import-report.ts';
import { OperatorError } from '../operator-error.ts';
import { type Downloaded, download } from './download.ts';
import { type Feed, importsOfFeed, kindNames, readFeedOptions } from './feed.ts';

export interface FeedResult {
  brand: string;
  kind: string;
  /** `unchanged`: the address says that it did not change. */
  outcome: 'imported' | 'unchanged' | 'failed';
  report?: ImportReport;
  error?: string;
}

/** The error of a poll that the end of the process ended. The next process polls the feed at once. */
export const interrupted = 'interrupted';

const limits = { mostBytes: 2 * 1024 ** 3, timeoutMs: 15 * 60_000 };
const mostErrorCharacters = 500;

/** At least a minute later, so that a feed that takes longer than its interval does not delay all others. */
const nextAtInterval =
  "next_at = greatest(checked_at + every_seconds * interval '1 second', now() + interval '1 minute')";

/** A poll that takes longer is repeated, because its process has probably ended. The download has half of the time. */
const longestPollSeconds = 30 * 60;

/**
 * Sets the time of the next poll after the longest time of this one. So two processes never poll one feed at the same time, and a
 * feed that ends its process is not polled in a loop.
 */
const claim = `
  UPDATE feeds SET next_at = now() + greatest(every_seconds, ${longestPollSeconds}) * interval '1 second', checked_at = now()
  FROM (SELECT brand_id, kind FROM feeds WHERE next_at <= now() ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED) AS due, brands
  WHERE feeds.brand_id = due.brand_id AND feeds.kind = due.kind AND brands.id = feeds.brand_id
  RETURNING feeds.*, brands.slug`;

/** Polls the feed that is due for the longest time. Returns undefined when none is due. */
export async function pollNextFeed(context: CommandContext, signal: AbortSignal): Promise<FeedResult | undefined> {
  const feed = await withDatabase(context, async ({ query }) => (await query<Feed>(claim))[0]);
  if (feed === undefined) return undefined;
  const shared = { brand: feed.slug, kind: kindNames[feed.kind] };
  try {
    const report = await pollFeed(context, feed, signal);
    return report ? { ...shared, outcome: 'imported', report } : { ...shared, outcome: 'unchanged' };
  } catch (error) {
    if (signal.aborted) {
      await update(context, feed, 'next_at = now()');
      return { ...shared, outcome: 'failed', error: interrupted };
    }
    const { message, hint } = describeError(error, context.settings.databaseUrl);
    // The text may quote the file.
    const text = storableText(`${message}${hint === null ? '' : `; ${hint}`}`.slice(0, mostErrorCharacters));
    await update(context, feed, `last_error = $4, ${nextAtInterval}`, [text]);
    return { ...shared, outcome: 'failed', error: text };
  }
}

/** The same, but an outage of the database after the first poll is only said, once: no feed is due until it is over. */
export function createPollPastOutages(): typeof pollNextFeed {
  let hasPolled = false;
  let isDown = false;
  return async (context, signal) => {
    try {
      const result = await pollNextFeed(context, signal);
      hasPolled = true;
      isDown = false;
      return result;
    } catch (error) {
      if (!hasPolled || toServiceError(error).code !== 'unavailable') throw error;
      const { message } = describeError(error, context.settings.databaseUrl);
      if (!isDown) context.output().note(`${message}: trying again`);
      isDown = true;
      return undefined;
    }
  };
}

async function pollFeed(context: CommandContext, feed: Feed, signal: AbortSignal): Promise<ImportReport | undefined> {
  const url = context.settings.secretBox().open(feed.url_sealed);
  if (url === null) {
    throw new OperatorError('the address cannot be decrypted', {
      code: 'setting',
      hint: 'set SECRETS_KEY to that of `callside feed set`, or set the feed again',
    });
  }
  return withTemporaryDirectory('callside-feed-', async (directory) => {
    const file = join(directory, `feed${extensionOf(url)}`);
    // Sales of WooCommerce begin and end in a file that does not change.
    const isOfToday = feed.kind === 'catalogue' && feed.format === 'woocommerce';
    const known = isOfToday ? unknownFile : { etag: feed.etag, lastModified: feed.last_modified };
    const got = await download({ url, ...known, allowPrivate: feed.allow_private }, file, { ...limits, signal });
    if (got === undefined) {
      if (feed.has_stock) await withDatabase(context, ({ query }) => confirmStock(query, feed.brand_id));
      await update(context, feed, `last_error = NULL, ${nextAtInterval}`);
      return undefined;
    }
    const { column_map: columnMap, delimiter, encoding } = feed;
    const options = { brand: feed.slug, ...readFeedOptions({ columnMap, delimiter, encoding }) };
    const report = await runImport(
      context,
      file,
      { options, signal, name: 'the feed' },
      importsOfFeed(feed, { now: context.now(), sizedTypes: context.settings.sizedArticleTypes() }),
    );
    requireRows(report);
    const { etag, lastModified } = accepted(report) > 0 ? got : unknownFile;
    const hasStock = accepted(feed.kind === 'stock' ? report : report.stock) > 0;
    await update(
      context,
      feed,
      `last_error = NULL, imported_at = now(), etag = $4, last_modified = $5, has_stock = $6, ${nextAtInterval}`,
      [etag, lastModified, hasStock],
    );
    return report;
  });
}

/** Of a file that is read again even when it does not change. A stock file of only a header confirms nothing. */
const unknownFile: Downloaded = { etag: null, lastModified: null };

function requireRows(report: ImportReport): void {
  if (isInterrupted(report)) throw new OperatorError('the import was interrupted', { code: 'interrupted' });
  if (isAllRejected(report)) {
    const { errors } = report;
    throw new OperatorError(`every row was rejected; line ${errors[0]?.line}: ${errors[0]?.reason}`);
  }
}

function accepted(report: ImportReport | undefined): number {
  return report === undefined ? 0 : report.inserted + report.updated + report.unchanged;
}

function extensionOf(url: string): string {
  const extension = extname(new URL(url).pathname).toLowerCase();
  return ['.ndjson', '.jsonl', '.tsv'].includes(extension) ? extension : '.csv';
}

/** Changes nothing when the feed was set again during the poll: the new address is due at once, and has no error yet. */
async function update(
  context: CommandContext,
  { brand_id, kind, url_sealed }: Feed,
  values: string,
  given: unknown[] = [],
) {
  const ofThisPoll = 'brand_id = $1 AND kind = $2 AND url_sealed = $3';
  await withDatabase(context, ({ query }) =>
    query(`UPDATE feeds SET ${values} WHERE ${ofThisPoll}`, [brand_id, kind, url_sealed, ...given]),
  );
}
