import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCallside } from '../support/callside.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'callside-evidence-'));
afterAll(() => rmSync(directory, { recursive: true }));

const golden = path.join(import.meta.dirname, '../../../schemas/src/golden/signed-in-answers.json');
const { pauseEvidence } = JSON.parse(readFileSync(golden, 'utf8'));
const whole = pauseEvidence['a pause that was acknowledged'];

function verify(content: unknown, ...args: string[]) {
  const file = path.join(directory, 'evidence.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return runCallside(['evidence', 'verify', file, ...args], {});
}

const changed = (index: number, fields: object) => ({
  ...whole,
  entries: whole.entries.map((entry: object, at: number) => (at === index ? { ...entry, ...fields } : entry)),
});

it('says that a file is whole', async () => {
  const { code, stdout } = await verify(whole, '--json');
  expect({ code, result: JSON.parse(stdout) }).toMatchObject({
    code: 0,
    result: { verified: true, entries: 6, emptied: 0, broken: null, head: whole.head },
  });
  expect((await verify(whole)).stdout).toContain('All 6 entries fit.');
});

it('says that the end of the call is not in the file', async () => {
  interface Entry {
    kind: string;
    position: number | null;
    digest: string;
  }
  const entries: Entry[] = whole.entries.filter(({ kind }: Entry) => kind !== 'call-ended');
  const [event, report] = [
    entries.findLast(({ position }) => position !== null),
    entries.findLast(({ position }) => position === null),
  ];
  const head = hash('sha256', `${event?.digest} ${report?.digest ?? '-'}`);
  expect(await verify({ ...whole, entries, head })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('no end of the call'),
  });
  expect((await verify(whole)).stdout).not.toContain('no end of the call');
});

it('reports emptied parts, which break nothing', async () => {
  const { code, stdout } = await verify(changed(0, { personal_state: 'emptied' }), '--json');
  expect({ code, result: JSON.parse(stdout) }).toMatchObject({ code: 0, result: { verified: true, emptied: 1 } });
});

it('names the first broken entry', async () => {
  const later = changed(1, { at: '2026-11-21T14:04:11.004Z' });
  const { code, stdout, stderr } = await verify(later);
  expect(code).toBe(1);
  expect(stderr).toContain('broken at entry 2, recording-paused, position 42 of 2026-11-21T14:04:11.004Z');
  expect(stdout).toContain('Broken at entry 2');
  const json = await verify(later, '--json');
  expect({ code: json.code, result: JSON.parse(json.stdout) }).toMatchObject({
    code: 1,
    result: { verified: false, broken: { index: 1, position: 42, kind: 'recording-paused' } },
  });
});

it.each([
  ['no JSON', 'x'],
  ['another answer', { items: [] }],
])('refuses %s', async (_, content) => {
  expect(await verify(content)).toMatchObject({ code: 1, stderr: expect.stringContaining('is no pause evidence') });
});

it('refuses a file that is not there', async () => {
  expect(await runCallside(['evidence', 'verify', '/nowhere.json'], {})).toMatchObject({ code: 1 });
});
