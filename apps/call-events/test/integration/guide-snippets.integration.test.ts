import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { addBrand, addHost, addUser, type TestBrand } from '../support/organisations.ts';
import { eventsOf } from '../support/records.ts';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';

/** The programs in docs/six-events.md: the language of the block, and how a file of it is run. */
const languages = [
  { language: 'sh', file: 'six-events.sh', command: ['sh'], needs: ['curl', '--version'] },
  { language: 'js', file: 'six-events.mjs', command: [process.execPath], needs: [process.execPath, '--version'] },
  { language: 'python', file: 'six-events.py', command: ['python3'], needs: ['python3', '--version'] },
  { language: 'php', file: 'six-events.php', command: ['php'], needs: ['php', '--version'] },
  { language: 'csharp', file: 'six-events.cs', command: ['dotnet', 'run'], needs: ['dotnet', '--version'] },
] as const;

const events = ['call-started', 'hold-started', 'hold-ended', 'recording-paused', 'recording-resumed', 'call-ended'];
const page = readFileSync(path.join(import.meta.dirname, '../../../../docs/six-events.md'), 'utf8');
const run = promisify(execFile);

let service: ServiceUnderTest;
let brand: TestBrand;
let directory: string;

beforeAll(async () => {
  service = await startService();
  brand = await addBrand(service);
  await addHost(service, brand, '127.0.0.1');
  directory = mkdtempSync(path.join(tmpdir(), 'callside-snippets-'));
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await service.close();
});

test('the page has one program for each language', () => {
  const blocks = [...page.matchAll(/^```(\w+)$/gm)].map(([, language]) => language);
  expect(blocks).toEqual(languages.map(({ language }) => language));
});

for (const { language, file, command, needs } of languages) {
  const isHere = spawnSync(needs[0], [needs[1]]).status === 0;
  const title = `the program in ${language} sends the six events of one call`;

  (isHere ? test : test.skip)(isHere ? title : `${title} (${needs[0]} is not installed)`, async () => {
    const rep = await addUser(service, brand);
    const [, program = ''] = page.match(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms')) ?? [];
    writeFileSync(path.join(directory, file), program);
    await run(command[0], [...command.slice(1), path.join(directory, file)], {
      env: {
        ...process.env,
        CALL_EVENTS_URL: `http://127.0.0.1:${service.clients[0].port}`,
        CALL_EVENTS_KEY: brand.key,
        REP_EMAIL: rep.email,
      },
    });
    const onFile = await eventsOf(service, rep);
    expect(onFile.map(({ event }) => event)).toEqual(events);
    expect(onFile.every(({ agent_resolved, call_active }) => agent_resolved && call_active)).toBe(true);
    expect(onFile.every(({ event, event_id }) => event_id?.endsWith(`-${event}`))).toBe(true);
  });
}
