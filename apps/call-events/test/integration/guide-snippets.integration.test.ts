import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
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

function sourceOf(language: string): string {
  const [, program = ''] = page.match(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms')) ?? [];
  return program;
}

for (const { language, file, command, needs } of languages) {
  const isHere = spawnSync(needs[0], [needs[1]]).status === 0;
  const check = (title: string, run: () => Promise<void>) =>
    isHere ? test(title, run) : test.skip(`${title} (${needs[0]} is not installed)`, run);

  function start(
    { port, key, email }: { port: number; key: string; email: string },
    source: string = sourceOf(language),
  ) {
    writeFileSync(path.join(directory, file), source);
    return run(command[0], [...command.slice(1), path.join(directory, file)], {
      env: {
        ...process.env,
        CALL_EVENTS_URL: `http://127.0.0.1:${port}`,
        CALL_EVENTS_KEY: key,
        REP_EMAIL: email,
      },
    });
  }

  check(`the program in ${language} sends the six events of one call, also when answers are lost`, async () => {
    const rep = await addUser(service, brand);
    const proxy = await startProxy(service.clients[0].port, [answerNothing, reset, answerHalf]);
    await start({ port: proxy.port, key: brand.key, email: rep.email }).finally(proxy.close);
    const onFile = await eventsOf(service, rep);
    expect(onFile.map(({ event }) => event)).toEqual(events);
    expect(onFile.every(({ agent_resolved, call_active }) => agent_resolved && call_active)).toBe(true);
    expect(proxy.requests).toHaveLength(events.length + 3);
    expect(new Set(proxy.bodies).size).toBe(events.length);
  });

  check(`the program in ${language} gives each pause of a call its own id, and a retry that of its event`, async () => {
    const rep = await addUser(service, brand);
    const proxy = await startProxy(service.clients[0].port, [answerNothing, reset]);
    const source = withSecondPause(sourceOf(language));
    await start({ port: proxy.port, key: brand.key, email: rep.email }, source).finally(proxy.close);
    const onFile = await eventsOf(service, rep);
    expect(onFile.map(({ event }) => event)).toEqual(events.toSpliced(-1, 0, 'recording-paused', 'recording-resumed'));
    const call = onFile[0]?.event_id?.split(':')[0];
    expect(onFile.map(({ event_id }) => event_id)).toEqual(
      onFile.map(({ event }, index) => `${call}:${event}:${index + 1}`),
    );
  });

  check(`the program in ${language} ends at the first event that is refused`, async () => {
    const proxy = await startProxy(service.clients[0].port, []);
    const ended = start({ port: proxy.port, key: `${brand.key.slice(0, -1)}x`, email: 'rep@brand.example' });
    await expect(ended.finally(proxy.close)).rejects.toMatchObject({ code: expect.any(Number) });
    expect(proxy.requests).toEqual(['/call-events/call-started']);
  });
}

/** The program with a second pause and resume before the end of the call. */
function withSecondPause(source: string): string {
  const changed = source.replace(
    /(["']?)recording-resumed\1(,?\s+)/,
    (resumed, quote, gap) => `${resumed}${quote}recording-paused${quote}${gap}${resumed}`,
  );
  expect(changed).not.toBe(source);
  return changed;
}

type Fault = (response: ServerResponse) => void;

const answerNothing: Fault = ({ socket }) => socket?.end();
const reset: Fault = ({ socket }) => socket?.resetAndDestroy();
const answerHalf: Fault = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 });
  response.write('{"accepted":', () => response.socket?.end());
};

/** A proxy of the service that handles the first request of each of the first events by a fault. */
async function startProxy(port: number, faults: Fault[]) {
  const requests: string[] = [];
  const bodies: string[] = [];
  const server = createServer((incoming, response) => {
    const { url = '', method, headers } = incoming;
    const fault = requests.includes(url) ? undefined : faults.shift();
    requests.push(url);
    void text(incoming).then((body) => bodies.push(body));
    if (fault !== undefined) {
      incoming.resume().on('end', () => fault(response));
      return;
    }
    const onward = request({ host: '127.0.0.1', port, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: Number(Object(server.address()).port), requests, bodies, close };
}
