import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const directory = fileURLToPath(new URL('../../../../packages/dialler-adapters/src/platforms/', import.meta.url));

/** Of platforms whose administrators write the request themselves. */
const ownSamples: Readonly<Record<string, readonly Record<string, string>[]>> = {
  five9: ['start', 'end', 'hold', 'pause-recording'].map((event) => fieldsOf(event)),
  talkdesk: ['start', 'end', 'unhold', 'resume-recording'].map((event) => fieldsOf(event)),
  vicidial: ['start', 'dispo'].map((event) => ({
    event,
    call_id: 'M4050908070000012345',
    user: '6666',
    phone_code: '1',
    phone_number: '4155550134',
  })),
};

function fieldsOf(event: string): Record<string, string> {
  return {
    event,
    call_id: '300000001',
    agent: 'robin',
    customer: '+14155550134',
    occurred_at: '2026-11-20T18:21:03Z',
  };
}

/** The samples with which the adapters are tested, by platform. */
export function readPlatformSamples(): Map<string, readonly unknown[]> {
  const platforms = readdirSync(directory).filter((platform) => ownSamples[platform] === undefined);
  return new Map<string, readonly unknown[]>([
    ...platforms.map((platform) => [platform, samplesIn(join(directory, platform, 'samples'))] as const),
    ...Object.entries(ownSamples),
  ]);
}

function samplesIn(folder: string): unknown[] {
  return readdirSync(folder).map((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return file.endsWith('.json') ? JSON.parse(text) : formOf(text);
  });
}

/** One field a line, not encoded. */
function formOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
