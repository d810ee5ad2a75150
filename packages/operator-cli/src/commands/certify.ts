import { randomBytes } from 'node:crypto';
import { appendFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@callside/database';
import { type Command, Option } from 'commander';
import * as argument from '../arguments.ts';
import { type Brand, findBrand } from '../brand.ts';
import { certify, toMarkdown } from '../certify/certificate.ts';
import { readReusedIds } from '../certify/reused-ids.ts';
import { type CommandContext, withDatabase } from '../command-context.ts';
import { EventLogReader } from '../event-log/event-log-reader.ts';
import type { LoggedEntry } from '../event-log/logged-entry.ts';
import { fileError } from '../file-error.ts';
import { hostAddress } from '../host-address.ts';
import { withInterruption } from '../interruption.ts';
import { OperatorError, ReportedFailure } from '../operator-error.ts';
import { pause } from '../pause.ts';
import { closeAccounts, createAccounts } from '../simulated-accounts.ts';
import { findUser } from '../user.ts';

interface CertifyOptions {
  brand: string;
  agent?: string;
  for: number;
  report?: string;
}

interface Watch {
  seconds: number;
  signal: AbortSignal;
}

const pollMs = 500;
const settleMs = 1_000;
/** A dialler that sends more in a minute is not following the script. */
const mostEntries = 10_000;
/** The key also expires, in case this process is killed. */
const spareSeconds = 600;

export function registerCertifyCommand(program: Command, context: CommandContext): void {
  program
    .command('certify')
    .description('watch a scripted minute of calls that a dialler places, and score what it sent')
    .requiredOption('--brand <slug>', 'the brand; use one for tests, because the calls stay on file')
    .option(
      '--agent <address>',
      'an active rep of the brand (default: a new rep, deactivated afterwards)',
      argument.email,
    )
    .addOption(
      new Option('--for <time>', 'how long to watch, such as 60s or 10m')
        .argParser(argument.duration)
        .default(60, '60s'),
    )
    .option('--report <file>', 'also write the report to this file, as Markdown')
    .addHelpText(
      'after',
      `
Prints a new key for call-events on stderr, and revokes it at the end. Ctrl-C ends the watch early; the report is still printed.
The rules check event ids, retries without the same id, ids that are used again for another event, agent or time, order, missing ends, the
clock, times without an offset, the number format, the encoding of bodies, the agent, a + that a form or a query made a space, and refused
requests. Each finding says what to change. A retry with the same event_id is correct and adds no row, so only wrong retries are seen.
SESSION_SECRET and KEY_PREFIX must be those of the service. Exit code 0: every rule passed; 1: a rule failed, or nothing was sent that it
could judge.

Examples:
  callside certify --brand trial
  callside certify --brand trial --agent rep@acme.example --for 5m --report dialler.md`,
    )
    .action(async (options: CertifyOptions) => {
      const output = context.output();
      const { report } = options;
      // Before the watch: its calls are not placed a second time.
      if (report !== undefined) await appendFile(report, '').catch(cannotWrite(report));
      const certificate = await withInterruption((signal) =>
        withDatabase(context, (database) => run(context, database, options, signal)),
      );
      const markdown = toMarkdown(certificate);
      if (report !== undefined) await writeFile(report, `${markdown}\n`).catch(cannotWrite(report));
      await output.result(certificate, () => markdown);
      if (!certificate.passed) throw new ReportedFailure(`not passed: ${certificate.score} % of the rules`);
    });
}

async function run(context: CommandContext, database: Database, options: CertifyOptions, signal: AbortSignal) {
  const { settings, now } = context;
  const brand = await findBrand(database.prisma, options.brand);
  if (options.agent !== undefined) await requireActive(database, brand, options.agent);
  const name = `certify-${randomBytes(4).toString('hex')}`;
  const accounts = await createAccounts(database, {
    brand,
    run: name,
    reps: options.agent === undefined ? 1 : 0,
    now: now(),
    keyPrefix: settings.keyPrefix(),
    sessionSecrets: settings.sessionSecrets(),
    lifetimeSeconds: options.for + spareSeconds,
    detail: { certify: true, for_seconds: options.for },
  });
  try {
    const agent = options.agent ?? accounts.reps[0]?.user.email ?? '';
    const filter = { brandId: brand.id, outcome: 'all', apiKeyId: accounts.key.id } as const;
    const reader = new EventLogReader(database, filter, now);
    // The dialler may send as soon as it has the key, so the position in the log is read before the key is printed.
    const entries = await reader.begin(0);
    context.output().note(`Key of the dialler: ${accounts.key.key}`);
    const addresses = brand.hosts.map((host) => `${hostAddress(host, settings)}/call-events/…`);
    for (const line of script(addresses, agent, options.for)) context.output().note(line);
    const from = now();
    await collect(reader, entries, { seconds: options.for, signal });
    const reused = await readReusedIds(database, accounts.key.id);
    return certify({ brand: brand.slug, agent, from, to: now(), entries, reused });
  } finally {
    await closeAccounts(database, { brand, run: name, accounts, detail: {} });
  }
}

async function requireActive({ prisma }: Database, brand: Brand, email: string): Promise<void> {
  const user = await findUser(prisma, brand, email);
  if (user.status === 'active') return;
  throw new OperatorError(`${email} is ${user.status}`, { hint: 'choose an active rep, or leave --agent out' });
}

async function collect(reader: EventLogReader, entries: LoggedEntry[], { seconds, signal }: Watch): Promise<void> {
  const deadline = performance.now() + seconds * 1_000;
  while (performance.now() < deadline && !signal.aborted && entries.length < mostEntries) {
    await pause(Math.min(pollMs, deadline - performance.now()), signal);
    entries.push(...(await reader.poll()));
  }
  // Refused requests are written a moment after their answer.
  await sleep(settleMs);
  entries.push(...(await reader.poll()));
  entries.sort((one, other) => one.receivedAt.getTime() - other.receivedAt.getTime());
}

function script(addresses: readonly string[], agent: string, seconds: number): string[] {
  return [
    `Place these calls within ${seconds} s, at ${addresses.join(' or ')}, as the agent ${agent}:`,
    '1. Start a call; put it on hold and take it off hold, twice; pause the recording and resume it, twice; end the call.',
    '2. Start a second call, cut the connection of the dialler while it pauses the recording, restore it, end the call.',
    '3. Start a third call and end it.',
  ];
}

function cannotWrite(path: string) {
  return (error: unknown) => {
    throw fileError({ path, option: '--report', use: 'write' }, error);
  };
}
