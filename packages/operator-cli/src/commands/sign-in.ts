import type { Prisma } from '@callside/database';
import type { Command } from 'commander';
import * as argument from '../arguments.ts';
import { recordAudit } from '../audit-log.ts';
import type { Brand } from '../brand.ts';
import { commandOfBrand, printChangeOfBrand, printOfBrand } from '../brand-work.ts';
import type { CommandContext } from '../command-context.ts';
import { type DryRunOption, dryRunChange } from '../dry-run.ts';
import { readSecretFile } from '../secret-file.ts';
import { formatInstant, printable } from '../table.ts';

interface SetOptions {
  brand: string;
  issuer: string;
  clientId: string;
  clientSecretFile: string;
  trustEmail?: true;
}

/** Never with the client secret. */
interface Provider {
  issuer: string;
  client_id: string;
  trust_email: boolean;
  updated_at: string;
}

/** The members of the provider are null when the brand has none of its own. */
type ProviderOfBrand = { brand: string } & (Provider | Record<keyof Provider, null>);

export function registerSignInCommands(program: Command, context: CommandContext): void {
  const signIn = program.command('sign-in').description("a brand's own identity provider (OpenID Connect)");
  registerSet(signIn, context);
  registerShow(signIn, context);
  registerRemove(signIn, context);
}

function registerSet(signIn: Command, context: CommandContext): void {
  commandOfBrand(signIn, 'set')
    .description('set the identity provider of a brand; services use it at once')
    .requiredOption('--issuer <url>', 'the issuer, as its /.well-known/openid-configuration says it', argument.issuer)
    .requiredOption('--client-id <id>', 'the client id of this service at the provider', argument.text)
    .requiredOption('--client-secret-file <file>', 'a file with the secret of that client')
    .option(
      '--trust-email',
      'accept addresses of a provider with a single tenant that sends no email_verified; without it nobody signs in there',
    )
    .option(...dryRunChange)
    .addHelpText(
      'after',
      `
With --trust-email, a person who can change addresses at the provider can sign in as any user who has not signed in there yet. The first
sign-in binds the account to the user; an owner is bound with \`callside user bind\`. Addresses that the provider calls unverified stay refused.

The redirect URI to register at the provider is https://HOST/sign-in/callback, for each host of the brand. The secret is stored encrypted
with a key derived from SECRETS_KEY (default: SESSION_SECRET), which must be that of the service.

Example:
  callside sign-in set --brand acme --issuer https://login.acme.example --client-id callside --client-secret-file client.secret`,
    )
    .action(async (options: SetOptions & DryRunOption, command: Command) => {
      const trustEmail = options.trustEmail === true;
      if (trustEmail && isOfManyTenants(options.issuer)) {
        const reason = 'anybody can have an account there with any address; give the issuer of your own tenant';
        command.error(`error: --trust-email is refused for ${options.issuer}: ${reason}`, { exitCode: 2 });
      }
      const box = context.settings.secretBox();
      const clientSecretSealed = box.seal(
        await readSecretFile({ path: options.clientSecretFile, option: '--client-secret-file' }, 'the client secret'),
      );
      const { issuer, clientId } = options;
      const values = { issuer, clientId, clientSecretSealed, trustEmail, updatedAt: context.now() };
      await printChangeOfBrand(context, options, {
        change: (transaction, brand) => setProvider(transaction, brand, values),
        text: describe,
      });
    });
}

function registerShow(signIn: Command, context: CommandContext): void {
  commandOfBrand(signIn, 'show')
    .description("show a brand's own identity provider, without the secret")
    .addHelpText('after', '\nExample:\n  callside sign-in show --brand acme --json')
    .action((options: { brand: string }) =>
      printOfBrand(context, options, { read: ({ prisma }, brand) => findProvider(prisma, brand), text: describe }),
    );
}

function registerRemove(signIn: Command, context: CommandContext): void {
  commandOfBrand(signIn, 'remove')
    .description(
      "remove a brand's own identity provider; its people then sign in at that of OIDC_ISSUER, if there is one",
    )
    .option(...dryRunChange)
    .addHelpText(
      'after',
      '\nSessions continue until they expire.\n\nExample:\n  callside sign-in remove --brand acme --dry-run',
    )
    .action((options: { brand: string } & DryRunOption) =>
      printChangeOfBrand(context, options, {
        change: removeProvider,
        text: ({ brand, removed }) =>
          removed
            ? `${brand} has no identity provider of its own any more`
            : `${brand} had no identity provider of its own`,
      }),
    );
}

async function setProvider(
  prisma: Prisma.TransactionClient,
  brand: Brand,
  values: { issuer: string; clientId: string; clientSecretSealed: string; trustEmail: boolean; updatedAt: Date },
): Promise<ProviderOfBrand> {
  await prisma.signInProvider.upsert({
    where: { brandId: brand.id },
    create: { brandId: brand.id, ...values },
    update: values,
  });
  const detail = { issuer: values.issuer, client_id: values.clientId, trust_email: values.trustEmail };
  await recordAudit(prisma, { brandId: brand.id, action: 'sign-in.set', subject: brand.id, detail });
  return findProvider(prisma, brand);
}

async function removeProvider(
  prisma: Prisma.TransactionClient,
  brand: Brand,
): Promise<{ brand: string; removed: boolean }> {
  const own = await prisma.signInProvider.findUnique({ where: { brandId: brand.id } });
  const { count } = await prisma.signInProvider.deleteMany({ where: { brandId: brand.id } });
  if (count > 0) {
    const detail = { issuer: own?.issuer, client_id: own?.clientId, trust_email: own?.trustEmail };
    await recordAudit(prisma, { brandId: brand.id, action: 'sign-in.remove', subject: brand.id, detail });
  }
  return { brand: brand.slug, removed: count > 0 };
}

async function findProvider(prisma: Prisma.TransactionClient, brand: Brand): Promise<ProviderOfBrand> {
  const found = await prisma.signInProvider.findUnique({ where: { brandId: brand.id } });
  if (found === null) return { brand: brand.slug, issuer: null, client_id: null, trust_email: null, updated_at: null };
  const { issuer, clientId, trustEmail, updatedAt } = found;
  return {
    brand: brand.slug,
    issuer,
    client_id: clientId,
    trust_email: trustEmail,
    updated_at: updatedAt.toISOString(),
  };
}

function describe({ brand, issuer, client_id, trust_email, updated_at }: ProviderOfBrand): string {
  if (issuer === null) {
    return `${brand} has no identity provider of its own: its people sign in at that of OIDC_ISSUER, if there is one. \`callside sign-in set --help\` shows how to set one.`;
  }
  const trust = trust_email ? '; addresses that it does not call verified are trusted' : '';
  return printable(
    `${brand} signs in at ${issuer} as the client ${client_id} (set ${formatInstant(updated_at)})${trust}`,
  );
}

/** Of Microsoft: for accounts of every organisation or of everybody. The id is that of the tenant of personal accounts. */
const manyTenants = ['common', 'organizations', 'consumers', '9188040d-6c67-4c5b-b112-36a304b66dad', '%7btenantid%7d'];

function isOfManyTenants(issuer: string): boolean {
  const [, tenant = ''] = new URL(issuer).pathname.toLowerCase().split(/\/+/);
  return manyTenants.includes(tenant);
}
