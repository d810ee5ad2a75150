import { randomUUID } from 'node:crypto';
import type { Prisma } from '@callside/database';
import type { Command } from 'commander';
import * as argument from '../arguments.ts';
import { recordAudit } from '../audit-log.ts';
import { type Brand, findBrand, listBrands } from '../brand.ts';
import { type CommandContext, withDatabase, withTransaction } from '../command-context.ts';
import { OperatorError } from '../operator-error.ts';
import { formatTable, printable } from '../table.ts';
import { timeZoneOfCountry } from '../time-zone.ts';

interface CreateOptions {
  slug: string;
  name: string;
  country: string;
  timeZone?: string;
  host: string[];
}

interface SetOptions {
  brand: string;
  name?: string;
  timeZone?: string;
}

export function registerBrandCommands(program: Command, context: CommandContext): void {
  const brand = program.command('brand').description('organisations, each with its own hosts, users and keys');

  brand
    .command('create')
    .description('create a brand and the hosts that identify it')
    .requiredOption('--slug <slug>', 'its short name in addresses and on this command line', argument.slug)
    .requiredOption('--name <name>', 'its name', argument.text)
    .requiredOption('--country <code>', 'where its national phone numbers are, such as US', argument.country)
    .requiredOption(
      '--host <host>',
      'a host that its diallers and reps use; may be given more than once',
      argument.hosts,
    )
    .option('--time-zone <zone>', "whose days its orders have (default: the country's usual one)", argument.timeZone)
    .addHelpText(
      'after',
      '\nWithout --time-zone a brand gets the zone of its country, and of several the one in which most people live: of the United States America/New_York.\n\nExample:\n  callside brand create --slug acme --name "Acme Inc." --country US --host calls.acme.example --host acme.example',
    )
    .action(async (options: CreateOptions) => {
      const created = await withTransaction(context, (transaction) => createBrand(transaction, options));
      await context.output().result(created, () => `Created ${describe(created)}`);
    });

  brand
    .command('set')
    .description('change the name or the time zone of a brand; running services follow within seconds')
    .requiredOption('--brand <slug>', 'the brand')
    .option('--name <name>', 'its name', argument.text)
    .option('--time-zone <zone>', 'whose days its orders have', argument.timeZone)
    .addHelpText('after', '\nExample:\n  callside brand set --brand acme --time-zone America/Chicago')
    .action(async (options: SetOptions, command: Command) => {
      if (options.name === undefined && options.timeZone === undefined) {
        command.error('error: nothing to set: --name or --time-zone is required', { exitCode: 2 });
      }
      const changed = await withTransaction(context, (transaction) => setBrand(transaction, options));
      await context.output().result(changed, () => `Now ${describe(changed)}`);
    });

  brand
    .command('list')
    .description('show every brand')
    .addHelpText('after', '\nExample:\n  callside brand list --json')
    .action(async () => {
      const brands = await withDatabase(context, ({ prisma }) => listBrands(prisma));
      await context.output().result(brands, () => describeAll(brands));
    });
}

async function createBrand(prisma: Prisma.TransactionClient, options: CreateOptions): Promise<Brand> {
  const { slug, name, country, host, timeZone = timeZoneOfCountry(country) } = options;
  const id = randomUUID();
  const data = [{ id, slug, name, country, timeZone }];
  const { count } = await prisma.brand.createMany({ data, skipDuplicates: true });
  if (count === 0) {
    throw new OperatorError(`there is a brand ${slug} already`, { code: 'conflict', hint: 'choose another --slug' });
  }
  await addHosts(prisma, id, host);
  await recordAudit(prisma, {
    brandId: id,
    action: 'brand.create',
    subject: id,
    detail: { slug, name, country, time_zone: timeZone, hosts: host },
  });
  return findBrand(prisma, slug);
}

/** Sets name and time zone. Without a change there is no entry in the audit log. */
async function setBrand(prisma: Prisma.TransactionClient, { brand: slug, name, timeZone }: SetOptions): Promise<Brand> {
  const before = await findBrand(prisma, slug);
  const data = { ...(name !== undefined && { name }), ...(timeZone !== undefined && { timeZone }) };
  const { count } = await prisma.brand.updateMany({ where: { id: before.id, NOT: data }, data });
  if (count === 0) return before;
  const detail = { ...(name !== undefined && { name }), ...(timeZone !== undefined && { time_zone: timeZone }) };
  await recordAudit(prisma, { brandId: before.id, action: 'brand.set', subject: before.id, detail });
  return findBrand(prisma, slug);
}

async function addHosts(prisma: Prisma.TransactionClient, brandId: string, hosts: readonly string[]): Promise<void> {
  const added = await prisma.brandHost.createManyAndReturn({
    // Sorted, so that two commands with common hosts cannot deadlock.
    data: hosts.toSorted().map((host) => ({ host, brandId })),
    skipDuplicates: true,
  });
  const taken = hosts.find((host) => !added.some((row) => row.host === host));
  if (taken === undefined) return;
  const owner = await prisma.brandHost.findUnique({ where: { host: taken }, select: { brand: true } });
  throw new OperatorError(
    `the host ${taken} belongs to the brand ${owner?.brand.slug ?? 'of another command'} already`,
    {
      code: 'conflict',
      hint: 'choose another --host',
    },
  );
}

function describe({ slug, name, country, time_zone, hosts }: Brand): string {
  return printable(`${slug} (${name}, ${country}, ${time_zone}) at ${hosts.join(', ')}`);
}

function describeAll(brands: readonly Brand[]): string {
  if (brands.length === 0) return 'There is no brand yet; `callside brand create --help` shows how to create one.';
  return formatTable(
    ['SLUG', 'NAME', 'COUNTRY', 'TIME ZONE', 'HOSTS'],
    brands.map(({ slug, name, country, time_zone, hosts }) => [slug, name, country, time_zone, hosts.join(', ')]),
  );
}
