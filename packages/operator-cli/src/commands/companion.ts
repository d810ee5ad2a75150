import { resolve } from 'node:path';
import type { TokenSource } from '@callside/client';
import { type Command, Option } from 'commander';
import * as argument from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { KeptFile } from '../companion/kept-file.ts';
import { ReferenceCompanion } from '../companion/reference-companion.ts';
import { openSound, type Sound, silence } from '../companion/sound-file.ts';
import { readTranscript, type TranscriptLine } from '../companion/transcript-file.ts';
import { createJsonReport, createTextReport } from '../companion-report.ts';
import { type NamedFile, withFile } from '../file-error.ts';
import { withInterruption } from '../interruption.ts';
import { OperatorError } from '../operator-error.ts';
import { readSecretFile } from '../secret-file.ts';

interface CompanionOptions {
  url?: string;
  token?: string;
  tokenFile?: string;
  frames?: string;
  sampleRate: number;
  once?: boolean;
  keep?: string;
  transcript?: string;
}

export function registerCompanionCommand(program: Command, context: CommandContext): void {
  program
    .command('companion')
    .description(
      "run a rep's desktop companion whose microphone is a file; it records nothing while paused or while the state is unknown",
    )
    .option('--url <url>', "address of the brand's call events (default: that of `npm start`)", argument.serviceUrl)
    .addOption(
      new Option(
        '--token <token>',
        'a token of the rep for the audience companion; other users of the machine can see it in the list of processes, unlike that of --token-file',
      )
        .argParser(argument.text)
        .conflicts('tokenFile'),
    )
    .option('--token-file <file>', 'a file with that token, read again at each connection and when the token expires')
    .option('--frames <file>', 'what the microphone hears in each call: WAV, or raw 16-bit mono PCM (default: silence)')
    .option('--sample-rate <hz>', 'sample rate of raw PCM', argument.wholeNumber(1000, 192_000), 16_000)
    .option('--once', 'play the file once, then close the session and end (default: repeat it)')
    .option(
      '--keep <file>',
      'write what is recorded to this file, as WAV if its name ends with .wav, and report of each call whether it was saved',
    )
    .option('--transcript <file>', 'NDJSON of speaker, text, start_ms, end_ms: sent as chunks once they are recorded')
    .addHelpText('after', help)
    .action(async (options: CompanionOptions, command: Command) => {
      const token = tokenSource(options, command);
      if (typeof token === 'function') await token();
      const transcript = transcriptOf(options);
      const sound = soundOf(options);
      const output = context.output();
      const kept = keptFile(options, sound);
      const report = (output.json ? createJsonReport : createTextReport)(output, context.now);
      const baseUrl = options.url ?? context.settings.callEventsUrl();
      const isLooped = options.once !== true;
      const companion = new ReferenceCompanion({ baseUrl, token, sound, isLooped, kept, transcript }, report);
      try {
        await withInterruption((signal) => {
          signal.addEventListener('abort', () => companion.end());
          return companion.run();
        });
      } finally {
        kept?.close();
        sound.close();
      }
    });
}

const help = `
Shows one line, such as
  ● recording  call 5a4c2f1e  00:42 recorded
  ⏸ paused  call 5a4c2f1e  00:42 recorded
  ○ not recording: connection lost, trying again  call 5a4c2f1e  00:42 recorded
and with --json one JSON object a line: status, session.opened, recorded, chunk.stored, session.closed, ended and so on.
It says once why it has no connection, and goes on trying. Ctrl-C closes the session. Exit code 0: the session was closed; 1: it could
not be closed, the token was refused, or the file of --keep could not be written.

Examples:
  callside token issue --brand acme --email rep@acme.example --audience companion --ttl 12h > companion.token
  callside companion --url https://calls.acme.example --token-file companion.token
  callside companion --token-file companion.token --frames speech.wav --keep recorded.wav --transcript speech.ndjson
  callside companion --token-file companion.token --frames speech.pcm --sample-rate 8000 --once --json`;

function tokenSource({ token, tokenFile }: CompanionOptions, command: Command): TokenSource {
  if (token !== undefined) return token;
  if (tokenFile === undefined) command.error('error: one of --token and --token-file is required', { exitCode: 2 });
  const file = { path: tokenFile, option: '--token-file' };
  return () => readSecretFile(file, 'a token of the rep for the audience companion');
}

function transcriptOf({ transcript }: CompanionOptions): TranscriptLine[] {
  return transcript === undefined ? [] : withFile({ path: transcript, option: '--transcript' }, readTranscript);
}

function soundOf({ frames, sampleRate }: CompanionOptions): Sound {
  if (frames === undefined) return silence(sampleRate);
  return withFile({ path: frames, option: '--frames' }, (path) => openSound(path, sampleRate));
}

function keptFile({ keep, frames }: CompanionOptions, sound: Sound): Pick<KeptFile, 'append' | 'close'> | null {
  if (keep === undefined) return null;
  if (frames !== undefined && resolve(keep) === resolve(frames)) {
    throw new OperatorError('--keep and --frames name the same file, which would be overwritten');
  }
  const file: NamedFile = { path: keep, option: '--keep', use: 'write' };
  const kept = withFile(file, (path) => new KeptFile(path, sound));
  return {
    append: (bytes) => withFile(file, () => kept.append(bytes)),
    close: () => withFile(file, () => kept.close()),
  };
}
