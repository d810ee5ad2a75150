import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { type Audience, accept, type Installation } from '../accept/accept.ts';
import { describeAcceptance } from '../accept/report.ts';
import { tokensByAudience } from '../accept/token-audience.ts';
import * as argument from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { withInterruption } from '../interruption.ts';
import { OperatorError, ReportedFailure } from '../operator-error.ts';
import { createProgress } from '../progress.ts';

interface AcceptOptions {
  url: string;
  key: string;
  agent: string;
  token?: ReadonlyMap<Audience, string>;
  brand?: string;
  recommenderUrl?: string;
  recommenderKey?: string;
}

export function registerAcceptCommand(program: Command, context: CommandContext): void {
  program
    .command('accept')
    .description('check the specification against an installation, as its clients see it')
    .requiredOption('--url <url>', "address of the brand's call events; use a brand for tests", argument.serviceUrl)
    .requiredOption('--key <key>', 'an API key of the brand for the feature call-events', argument.text)
    .requiredOption('--agent <address>', 'an active rep of the brand who is on no call', argument.text)
    .option(
      '--token <token>',
      'a token of that rep; more than once: for tabs (sockets), companions (recording, sessions) and the API (reads)',
      tokensByAudience,
    )
    .option(
      '--brand <slug>',
      "the brand's segment in the paths of reads, needed with a token for the API",
      argument.slug,
    )
    .option('--recommender-url <url>', 'address of the recommender', argument.serviceUrl)
    .option('--recommender-key <key>', 'an API key of the brand for the feature recommender', argument.text)
    .addHelpText('after', help)
    .action(async (options: AcceptOptions) => {
      const output = context.output();
      const installation = readInstallation(options);
      const run = `accept-${randomBytes(4).toString('hex')}`;
      for (const line of announcement(installation, run)) output.note(line);
      const progress = createProgress(output.stderr);
      try {
        const onProgress = (_check: string, done: number, total: number) => progress.step('Checks', done, total);
        const { report, wasInterrupted } = await withInterruption(async (signal) => ({
          report: await accept(installation, { run, signal, now: context.now, onProgress }),
          wasInterrupted: signal.aborted,
        }));
        progress.end();
        await output.result(report, () => describeAcceptance(report));
        const { length } = report.not_kept;
        if (length > 0)
          throw new ReportedFailure(`${length} ${length === 1 ? 'sentence is' : 'sentences are'} not kept`);
        if (report.left.length > 0) throw new ReportedFailure(report.left.join('; '));
        if (wasInterrupted) throw new ReportedFailure('interrupted', { code: 'interrupted' });
      } finally {
        progress.end();
      }
    });
}

function readInstallation({ url, key, agent, token, brand, ...options }: AcceptOptions): Installation {
  const { recommenderUrl, recommenderKey } = options;
  if ((recommenderUrl === undefined) !== (recommenderKey === undefined)) {
    throw new OperatorError('--recommender-url and --recommender-key go together', { code: 'usage' });
  }
  const recommender =
    recommenderUrl === undefined || recommenderKey === undefined ? null : { url: recommenderUrl, key: recommenderKey };
  return { url, key, agent, brand: brand ?? null, tokens: token ?? new Map(), recommender };
}

function announcement({ url, agent, tokens, recommender }: Installation, run: string): string[] {
  const sessions = tokens.has('companion') ? ', and transcription sessions of them' : '';
  return [
    `Writes to ${url} as ${run}: test calls of ${agent}, which it ends${sessions}; events of agents that do not exist; refused requests.`,
    'It goes on only if the rep is on no call. Ids begin with that name, and numbers are fictitious. Events stay on file.',
    ...(recommender === null
      ? []
      : [`Writes to ${recommender.url}: recommendations, with that name as source, and purchases, which it voids.`]),
  ];
}

const help = `
Sends some hundred requests, one after the other, and prints which sentences of the specification are kept, which are not, and which were not
checked and why: some need a token, a restart or a second brand. It prints before what it writes. It needs no database and no settings.
Other users of this machine can see a command line: take a key and tokens of a brand for tests, and revoke the key afterwards.
Exit code 0: every sentence that was checked is kept; 1: one is not, something was left behind, or the checks could not begin.

Examples:
  callside accept --url https://calls.acme.example --key cs_live_… --agent test-rep@acme.example
  callside accept --url https://calls.acme.example --key cs_live_… --agent test-rep@acme.example --brand acme \\
    --token "$TAB_TOKEN" --token "$COMPANION_TOKEN" --token "$API_TOKEN" \\
    --recommender-url https://offers.acme.example --recommender-key cs_live_… --json`;
