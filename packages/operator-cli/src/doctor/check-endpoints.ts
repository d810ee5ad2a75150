import type { SecretBox } from '@callside/auth';
import type { Database } from '@callside/database';
import { type Finding, failed, ok } from './check.ts';

/** Endpoints that nothing can be sent to: their secret cannot be decrypted, or they failed for a day. No finding without endpoints. */
export async function checkEndpoints({ prisma }: Database, secretBox: () => SecretBox): Promise<Finding[]> {
  const endpoints = await prisma.endpoint.findMany({
    include: { brand: { select: { slug: true } } },
    orderBy: { createdAt: 'asc' },
  });
  if (endpoints.length === 0) return [];
  const box = secretBox();
  return endpoints.map(({ id, url, brand: { slug }, secretSealed, offAt }) => {
    const name = `${new URL(url).host} of ${slug}`;
    if (box.open(secretSealed) === null) {
      const again = `\`callside endpoint remove --brand ${slug} --id ${id}\` and add it again`;
      return failed('endpoints', `the secret of ${name} cannot be decrypted`, `restore SECRETS_KEY, or ${again}`);
    }
    if (offAt !== null) {
      const hint = `mend it, then \`callside endpoint resend --brand ${slug} --id ${id}\``;
      return failed('endpoints', `${name} failed for a day and is off`, hint);
    }
    return ok('endpoints', `${name} gets events`);
  });
}
