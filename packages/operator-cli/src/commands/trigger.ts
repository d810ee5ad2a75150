import { CallsideError, DiallerClient } from '@callside/client';
import { type CallEventName, callEventNames } from '@callside/schemas';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import * as argument from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import type { Settings } from '../env.ts';
import { OperatorError } from '../operator-error.ts';
import { readKeyFile } from '../secret-file.ts';

interface TriggerOptions {
  keyFile?: string;
  agent: string;
  url?: string;
  phone?: string;
  customerId?: string;
  eventId?: string;
  occurredAt?: string;
  metadata?: object;
}

/** Of the numbers that are reserved for fiction. */
const usualPhone = '+14155550100';

export function registerTriggerCommand(program: Command, context: CommandContext): void {
  program
    .command('trigger')
    .description('post one event to a running service, as a dialler does, and print its answer')
    .addArgument(new Argument('<event>', 'the event').choices(callEventNames))
    .option(
      '--key-file <file>',
      'a file with an API key of the brand for the feature call-events (default: that of the demo of `npm start`)',
    )
    .requiredOption('--agent <address>', 'the rep: an address or an alias', argument.text)
    .option('--url <url>', "address of the brand's call events (default: that of `npm start`)", argument.serviceUrl)
    .option('--phone <number>', `number of the customer (default for call-started: ${usualPhone})`, argument.text)
    .option('--customer-id <code>', "the dialler's code of the customer", argument.text)
    .option(
      '--event-id <id>',
      'id of the event; for a retry, send it again with the same --occurred-at (default: a random one)',
    )
    .option('--occurred-at <time>', 'when it happened, as ISO 8601 (default: now)', instant)
    .option('--metadata <json>', 'further data of the call, a JSON object', jsonObject)
    .addHelpText(
      'after',
      `
The request is sent once, without a retry. The host of --url decides the brand.

Examples:
  callside trigger call-started --agent rep@demo.example
  callside trigger call-started --key-file dialler.key --agent rep@acme.example --phone +14155552671
  callside trigger recording-paused --key-file dialler.key --agent rep@acme.example
  callside trigger call-ended --key-file dialler.key --agent rep@acme.example --url https://calls.acme.example`,
    )
    .action(async (event: CallEventName, options: TriggerOptions) => {
      const answer = await post(context, event, options);
      await context.output().result(answer, () => JSON.stringify(answer, null, 2));
    });
}

async function post({ settings, now }: CommandContext, event: CallEventName, options: TriggerOptions) {
  const baseUrl = options.url ?? settings.callEventsUrl();
  const apiKey =
    options.keyFile === undefined ? demoKey(settings, baseUrl) : await readKeyFile(options.keyFile, 'call-events');
  const phone = options.phone ?? (event === 'call-started' ? usualPhone : undefined);
  try {
    return await new DiallerClient({ baseUrl, apiKey, retryDelaysMs: [] }).send(event, {
      agent_email: options.agent,
      phone_number: phone ?? '',
      customer_id: options.customerId,
      event_id: options.eventId,
      occurred_at: options.occurredAt ?? now().toISOString(),
      metadata: options.metadata,
    });
  } catch (error) {
    throw inWords(error, baseUrl);
  }
}

/** It is sent to the service of `npm start` only. */
function demoKey({ localCallEventsUrl, localKey }: Settings, url: string): string {
  const key = localCallEventsUrl() === url ? localKey() : null;
  if (key !== null) return key;
  throw new OperatorError(`there is no key for ${url}`, {
    code: 'not_found',
    hint: 'give a file with it as --key-file; without it the command has the key of the demo that `npm start` runs',
  });
}

function inWords(cause: unknown, url: string): unknown {
  if (!(cause instanceof CallsideError)) return cause;
  const { message, status, requestId } = cause;
  if (status === null) {
    return new OperatorError(message, { code: 'unavailable', hint: `check that a service runs at ${url}`, cause });
  }
  const request = requestId === null ? '' : `; the request is ${requestId}`;
  return new OperatorError(`${message.replace(/\.$/, '')}${request}`, {
    code: status >= 500 ? 'unavailable' : 'failed',
    hint: hints[status] ?? '`callside events tail --brand S` shows why a request was refused',
    cause,
  });
}

const hints: Readonly<Record<number, string>> = {
  401: 'check that the key is of this brand, for call-events, and not revoked: `callside key list`',
  404: 'check that --url is an address of call-events, and its host one of the brand: `callside brand list`',
};

function instant(value: string): string {
  if (Number.isNaN(Date.parse(value))) throw new InvalidArgumentError('It must be such as 2026-11-20T09:30:00Z.');
  return value;
}

function jsonObject(value: string): object {
  try {
    const read: unknown = JSON.parse(value);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read;
  } catch {
    // The same error as for a value that is no object.
  }
  throw new InvalidArgumentError('It must be a JSON object, such as {"queue":"sales"}.');
}
