import type { SecretBox } from '@callside/auth';
import type { Database } from '@callside/database';
import { type FeedKind, kindNames } from '../feed/feed.ts';
import { type Finding, failed, ok } from './check.ts';

/** No process reads a feed that is overdue by more than this; a poll may take 15 minutes. */
const mostOverdueMs = 30 * 60_000;

/**
 * Each feed that was not read: its address cannot be decrypted, the last poll failed, or no process polls. No finding without feeds.
 */
export async function checkFeeds(
  { prisma }: Database,
  { now, secretBox }: { now: Date; secretBox: () => SecretBox },
): Promise<Finding[]> {
  const feeds = await prisma.feed.findMany({ include: { brand: { select: { slug: true } } } });
  if (feeds.length === 0) return [];
  const box = secretBox();
  const problems = feeds.flatMap(({ kind: stored, brand: { slug }, urlSealed, lastError, nextAt }): Finding[] => {
    const kind = kindNames[stored as FeedKind];
    const again = `\`callside feed set --brand ${slug} --kind ${kind}\``;
    if (box.open(urlSealed) === null) {
      return [
        failed('feeds', `the address of ${kind} of ${slug} cannot be decrypted`, `restore SECRETS_KEY, or ${again}`),
      ];
    }
    if (lastError !== null) return [failed('feeds', `${kind} of ${slug}: ${lastError}`, `${again} corrects it`)];
    if (now.getTime() - nextAt.getTime() <= mostOverdueMs) return [];
    return [failed('feeds', `${kind} of ${slug} is not read`, 'start `callside feed run` under a supervisor')];
  });
  return problems.length > 0 ? problems : [ok('feeds', `${feeds.length} of ${feeds.length} are read`)];
}
