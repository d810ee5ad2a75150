import { DiallerClient } from '@callside/client';
import { type Command, InvalidArgumentError } from 'commander';
import * as argument from '../arguments.ts';
import { AsteriskBridge } from '../bridge/asterisk-bridge.ts';
import type { CommandContext } from '../command-context.ts';
import { withInterruption } from '../interruption.ts';
import { OperatorError } from '../operator-error.ts';
import { readKeyFile, readSecretFile } from '../secret-file.ts';

interface AsteriskOptions {
  url?: string;
  keyFile: string;
  host: string;
  port: number;
  user: string;
  secretFile: string;
  agents?: RegExp;
}

export function registerBridgeCommands(program: Command, context: CommandContext): void {
  program
    .command('bridge')
    .description('processes that follow a telephone system and post the events of its calls')
    .command('asterisk')
    .description('follow the manager interface (AMI) of Asterisk or FreePBX, until Ctrl-C')
    .option('--url <url>', "address of the brand's call events (default: that of `npm start`)", argument.serviceUrl)
    .requiredOption('--key-file <file>', 'a file with an API key of the brand for the feature call-events')
    .option('--host <host>', 'host of the manager interface', argument.text, '127.0.0.1')
    .option('--port <number>', 'port of the manager interface', argument.wholeNumber(1, 65_535), 5038)
    .requiredOption('--user <name>', 'a user of manager.conf, with read = call and write = reporting', plainText)
    .requiredOption('--secret-file <file>', 'a file with the secret of that user')
    .option(
      '--agents <pattern>',
      'the endpoints of agents, such as ^PJSIP/1 (default: named like their number)',
      pattern,
    )
    .addHelpText(
      'after',
      `
Each agent needs an alias for their endpoint: \`callside alias add --brand acme --alias PJSIP/1001 --email rep@acme.example\`. Calls
that are in progress when the bridge connects are not reported. docs/integrations.md explains more.

Example:
  callside bridge asterisk --url https://calls.acme.example --key-file dialler.key --user callside --secret-file ami.secret`,
    )
    .action(async ({ keyFile, secretFile, url, ...options }: AsteriskOptions) => {
      const output = context.output();
      const baseUrl = url ?? context.settings.callEventsUrl();
      const bridge = new AsteriskBridge({
        ...options,
        secret: await readPlainSecret(secretFile),
        client: new DiallerClient({ baseUrl, apiKey: await readKeyFile(keyFile, 'call-events') }),
        now: context.now,
        report: output.note,
      });
      await withInterruption((signal) => bridge.run(signal));
    });
}

/** A line break would begin another line of the login. */
function plainText(value: string): string {
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw new InvalidArgumentError('It must be one word.');
}

function pattern(value: string): RegExp {
  try {
    return new RegExp(value);
  } catch {
    throw new InvalidArgumentError('It must be a regular expression.');
  }
}

async function readPlainSecret(path: string): Promise<string> {
  const secret = await readSecretFile({ path, option: '--secret-file' }, 'the secret of that user');
  if (/^[\x21-\x7e]+$/.test(secret)) return secret;
  throw new OperatorError(`${path} does not have one line with a secret`, { code: 'file' });
}
