import { randomUUID } from 'node:crypto';
import { lockBrand, type Prisma } from '@callside/database';
import type { RecordingBy } from '@callside/schemas';
import type { Command } from 'commander';
import * as argument from '../arguments.ts';
import { recordAudit } from '../audit-log.ts';
import { type Brand, findBrand, listBrands } from '../brand.ts';
import { commandOfBrand, printChangeOfBrand, printOfBrand } from '../brand-work.ts';
import { type CommandContext, withDatabase, withTransaction } from '../command-context.ts';
import { currencyOfCountry } from '../currency.ts';
import { type DryRunOption, dryRunChange } from '../dry-run.ts';
import { OperatorError } from '../operator-error.ts';
import { formatTable, printable } from '../table.ts';
import { timeZoneOfCountry } from '../time-zone.ts';
import { registerBrandWordsCommands } from './brand-words.ts';

interface CreateOptions {
  slug: string;
  name: string;
  country: string;
  timeZone?: string;
  currency?: string;
  host: string[];
}

interface SetOptions extends DryRunOption {
  brand: string;
  name?: string;
  country?: string;
  timeZone?: string;
  currency?: string;
  host?: string[];
  removeHost?: string[];
  frameOrigin?: string[];
  contextFields?: string[];
  explore?: number;
  recording?: RecordingBy;
  justBoughtDays?: number;
  restDays?: number;
  silentMinutes?: number;
}

export function registerBrandCommands(program: Command, context: CommandContext): void {
  const brand = program.command('brand').description('organisations, each with its own hosts, users and keys');
  registerCreate(brand, context);
  registerSet(brand, context);
  registerList(brand, context);
  registerShow(brand, context);
  registerBrandWordsCommands(brand, context);
}

function registerCreate(brand: Command, context: CommandContext): void {
  brand
    .command('create')
    .description('create a brand and the hosts that identify it')
    .requiredOption('--slug <slug>', 'its short name in addresses and on this command line', argument.slug)
    .requiredOption('--name <name>', 'its name', argument.text)
    .requiredOption('--country <code>', 'the country of its national phone numbers, such as US', argument.country)
    .requiredOption(
      '--host <host>',
      'a host that its diallers and reps use; may be given more than once',
      argument.hosts,
    )
    .option(
      '--time-zone <zone>',
      'the time zone of its order dates (default: the usual one of the country)',
      argument.timeZone,
    )
    .option(
      '--currency <code>',
      'the currency of its prices, such as USD (default: that of the country)',
      argument.currency,
    )
    .addHelpText(
      'after',
      '\nWithout --time-zone a brand gets the time zone of its country. If the country has several, it gets the one in which most people live:\nAmerica/New_York for the United States.\n\nExample:\n  callside brand create --slug acme --name "Acme Inc." --country US --host calls.acme.example --host acme.example',
    )
    .action(async (options: CreateOptions) => {
      const created = await withTransaction(context, (transaction) => createBrand(transaction, options));
      await context.output().result(created, () => `Created ${describe(created)}`);
    });
}

function registerSet(brand: Command, context: CommandContext): void {
  commandOfBrand(brand, 'set')
    .alias('update')
    .description('change a brand; running services use the change within seconds')
    .option('--name <name>', 'its name', argument.text)
    .option('--country <code>', 'the country of its national phone numbers from now on, such as US', argument.country)
    .option('--time-zone <zone>', 'the time zone of its order dates', argument.timeZone)
    .option('--currency <code>', 'the currency of its prices, such as USD; prices are not converted', argument.currency)
    .option('--host <host>', 'a host to add; may be given more than once', argument.hosts)
    .option('--remove-host <host>', 'a host to remove; may be given more than once', argument.hosts)
    .option(
      '--frame-origin <origin>',
      'an origin whose pages may embed the desk; may be given more than once; replaces the existing origins',
      argument.origins,
    )
    .option(
      '--context-fields <names>',
      'the metadata fields of a call, separated by commas, that the recommender is sent as its context: at most 8; "" for none',
      argument.contextFields,
    )
    .option(
      '--explore <share>',
      'how often the last of at least four offers is drawn from the next 20 candidates, from 0 (off) to 0.2',
      argument.explorationRate,
    )
    .option(
      '--recording <who>',
      'who records the calls: companion, dialler or nobody; decides what the desk shows of the recording',
      argument.recordingBy,
    )
    .option(
      '--just-bought-days <days>',
      'how long a product that was bought is not offered again, from 0 (off) to 365; 3 at first',
      argument.restDays,
    )
    .option(
      '--rest-days <days>',
      'how long a declined product is not offered to the same customer, from 0 (never) to 365; 30 at first',
      argument.restDays,
    )
    .option(
      '--silent-minutes <minutes>',
      'after how many minutes without an event the page Team shows a call as silent, from 1 to 1440; 60 at first',
      argument.silentMinutes,
    )
    .option(...dryRunChange)
    .addHelpText(
      'after',
      `
A new --country applies to numbers that arrive or are imported from then on. Numbers on file are unchanged; import orders again
if their national numbers were read with the wrong country. Time zone and currency change only if they are given.

--recording companion (the default): companions record, and the desk shows what they have confirmed. --recording dialler: the desk
shows what the dialler reports, and waits for no companion. --recording nobody: the desk shows nothing about a recording.

--just-bought-days also applies to products that customers usually buy again after more than 90 days: these rest for that time.
--rest-days doubles after the second decline.

Examples:
  callside brand set --brand acme --time-zone America/Chicago --currency USD
  callside brand set --brand acme --country GB --time-zone Europe/London --currency GBP --dry-run
  callside brand set --brand acme --explore 0.05
  callside brand set --brand acme --context-fields queue,campaign
  callside brand set --brand acme --recording dialler`,
    )
    .action(async (options: SetOptions, command: Command) => {
      const { brand: _brand, dryRun: _dryRun, ...changes } = options;
      if (Object.keys(changes).length === 0) {
        command.error('error: nothing to set: an option beside --brand is required', { exitCode: 2 });
      }
      await printChangeOfBrand(context, options, {
        change: (transaction, brand) => setBrand(transaction, brand, changes),
        text: (changed) => `Now ${describe(changed)}`,
      });
    });
}

function registerList(brand: Command, context: CommandContext): void {
  brand
    .command('list')
    .description('show every brand')
    .addHelpText('after', '\nExample:\n  callside brand list --json')
    .action(async () => {
      const brands = await withDatabase(context, ({ prisma }) => listBrands(prisma));
      await context.output().result(brands, () => describeAll(brands));
    });
}

function registerShow(brand: Command, context: CommandContext): void {
  commandOfBrand(brand, 'show')
    .description('show one brand')
    .addHelpText('after', '\nExample:\n  callside brand show --brand acme --json')
    .action((options: { brand: string }) =>
      printOfBrand(context, options, { read: async (_database, brand) => brand, text: describe }),
    );
}

async function createBrand(prisma: Prisma.TransactionClient, options: CreateOptions): Promise<Brand> {
  const { slug, name, country, host } = options;
  const { timeZone = timeZoneOfCountry(country), currency = currencyOfCountry(country) } = options;
  const id = randomUUID();
  const data = [{ id, slug, name, country, timeZone, currency }];
  const { count } = await prisma.brand.createMany({ data, skipDuplicates: true });
  if (count === 0) {
    throw new OperatorError(`there is a brand ${slug} already`, { code: 'conflict', hint: 'choose another --slug' });
  }
  await addHosts(prisma, id, host);
  await recordAudit(prisma, {
    brandId: id,
    action: 'brand.create',
    subject: id,
    detail: { slug, name, country, time_zone: timeZone, currency, hosts: host },
  });
  return findBrand(prisma, slug);
}

/** Without a difference there is no entry in the audit log. */
async function setBrand(
  prisma: Prisma.TransactionClient,
  brand: Brand,
  { host = [], removeHost = [], ...changes }: Omit<SetOptions, 'brand' | 'dryRun'>,
): Promise<Brand> {
  const { id: brandId, slug } = brand;
  // Two that each remove a host must not leave none.
  await lockBrand(prisma, brandId);
  const before = await findBrand(prisma, slug);
  const added = host.filter((one) => !before.hosts.includes(one));
  const unknown = removeHost.find((one) => !before.hosts.includes(one));
  if (unknown !== undefined) {
    const hint = `its hosts are ${before.hosts.join(', ')}`;
    throw new OperatorError(`${slug} has no host ${unknown}`, { code: 'not_found', hint });
  }
  if (before.hosts.length > 0 && added.length === 0 && removeHost.length === before.hosts.length) {
    throw new OperatorError(`${slug} would have no host left`, { code: 'conflict', hint: 'add another --host' });
  }
  const { frameOrigin, explore, recording, ...sameNames } = changes;
  await prisma.brand.update({
    where: { id: brandId },
    data: {
      ...sameNames,
      ...(frameOrigin !== undefined && { frameOrigins: frameOrigin }),
      ...(explore !== undefined && { explorationRate: explore }),
      ...(recording !== undefined && { recordingBy: recording }),
    },
  });
  await addHosts(prisma, brandId, added);
  await prisma.brandHost.deleteMany({ where: { brandId, host: { in: removeHost } } });
  const after = await findBrand(prisma, slug);
  const detail = differenceOf(before, after);
  if (Object.keys(detail).length > 0) {
    await recordAudit(prisma, { brandId, action: 'brand.set', subject: brandId, detail });
  }
  return after;
}

/** The members of `after` that differ. */
function differenceOf(before: Brand, after: Brand): Partial<Brand> {
  const isDifferent = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof Brand]);
  return Object.fromEntries(Object.entries(after).filter(isDifferent));
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

function describe({ hosts, context_fields, exploration_rate, recording_by, ...brand }: Brand): string {
  const { slug, name, country, time_zone, currency } = brand;
  const exploration = exploration_rate === 0 ? '' : `, exploration ${exploration_rate}`;
  const recording = recording_by === 'companion' ? '' : `, recording by ${recording_by}`;
  const fields = context_fields.length === 0 ? '' : `, context ${context_fields.join(' ')}`;
  const settings = `${name}, ${country}, ${time_zone}, ${currency}${fields}${exploration}${recording}`;
  return printable(`${slug} (${settings}) at ${hosts.join(', ')}`);
}

function describeAll(brands: readonly Brand[]): string {
  if (brands.length === 0) return 'There is no brand yet; `callside brand create --help` shows how to create one.';
  return formatTable(
    ['SLUG', 'NAME', 'COUNTRY', 'TIME ZONE', 'CURRENCY', 'HOSTS'],
    brands.map((brand) => [
      brand.slug,
      brand.name,
      brand.country,
      brand.time_zone,
      brand.currency,
      brand.hosts.join(', '),
    ]),
  );
}
