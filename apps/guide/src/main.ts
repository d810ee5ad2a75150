import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { runCallside } from '@callside/operator-cli';
import { createAsyncApiDocument } from '@callside/schemas/documents';
import { describeSockets } from './socket-reference.ts';

// Writes what docs/cli.md, docs/ranking-model.md and docs/socket-reference.md include, before VitePress reads them. It runs from the
// sources, so that the pages need not wait for the builds of all packages.

const folder = path.join(import.meta.dirname, '../generated');

mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, 'cli.md'), await outputOf('reference'));
writeFileSync(path.join(folder, 'signals.md'), await outputOf('reference', 'signals'));
writeFileSync(
  path.join(folder, 'socket-reference.md'),
  describeSockets(createAsyncApiDocument({ version: version() })),
);

async function outputOf(...command: string[]): Promise<string> {
  let text = '';
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  const code = await runCallside(command, { streams: { stdout, stderr: process.stderr } });
  if (code !== 0) throw new Error(`callside ${command.join(' ')} ended with ${code}`);
  return text;
}

function version(): string {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8')).version;
}
