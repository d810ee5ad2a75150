import type { SecretBox } from '@callside/auth';
import type { Database } from '@callside/database';
import { type Finding, failed, ok } from './check.ts';

/** Secrets of platforms that cannot be decrypted: all payloads of these platforms are refused. No finding without such secrets. */
export async function checkIntegrations({ prisma }: Database, secretBox: () => SecretBox): Promise<Finding[]> {
  const integrations = await prisma.integration.findMany({ include: { brand: { select: { slug: true } } } });
  const sealed = integrations.flatMap(({ secretSealed, ...one }) =>
    secretSealed === null ? [] : [{ ...one, secretSealed }],
  );
  if (sealed.length === 0) return [];
  const box = secretBox();
  return sealed.map(({ brand: { slug }, platform, secretSealed }) => {
    const name = `${platform} of ${slug}`;
    if (box.open(secretSealed) !== null) return ok('integrations', `${name} can post`);
    const hint = `restore SECRETS_KEY, or \`callside integration set --brand ${slug} --platform ${platform}\``;
    return failed('integrations', `the secret of ${name} cannot be decrypted`, hint);
  });
}
