import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { createTestPool } from '@callside/database/testing';
import { builtService, ServiceProcess, until } from '@callside/test-kit';
import { runCallside as runCommand } from '../../src/main.ts';
import { startCallside } from '../support/callside.ts';
import { type CommandBench, createCommandBench, sessionSecret } from '../support/command-bench.ts';

interface Certificate {
  passed: boolean;
  score: number;
  accepted: number;
  refused: number;
  rules: { rule: string; status: string; findings: string[] }[];
}

const agent = 'rep@acme.example';

let bench: CommandBench;
let service: ServiceProcess;
let directory: string;
let keyFile: string;
let url: string;

beforeAll(async () => {
  bench = await createCommandBench();
  await bench.json(
    ...['brand', 'create', '--slug', 'acme', '--name', 'Acme', '--country', 'US', '--host', '127.0.0.1'],
  );
  await bench.json('user', 'add', '--brand', 'acme', '--email', agent, '--name', 'Robin', '--active');
  const issued = (await bench.json('key', 'issue', '--brand', 'acme', '--feature', 'call-events')) as { key: string };
  directory = await mkdtemp(path.join(tmpdir(), 'callside-dialler-'));
  keyFile = path.join(directory, 'dialler.key');
  await writeFile(keyFile, `${issued.key}\n`);
  service = await ServiceProcess.start({
    program: builtService('call-events'),
    settings: { DATABASE_URL: bench.url, SESSION_SECRET: sessionSecret },
  });
  url = `http://127.0.0.1:${service.port}`;
});
afterAll(async () => {
  await service.stop();
  await rm(directory, { recursive: true });
  await bench.close();
});

const trigger = (event: string, ...more: string[]) => [
  'trigger',
  event,
  '--key-file',
  keyFile,
  '--agent',
  agent,
  '--url',
  url,
  ...more,
];

describe('callside trigger', () => {
  it('posts one event and prints the answer', async () => {
    const started = await bench.json(
      ...trigger('call-started', '--event-id', 'one', '--metadata', '{"queue":"sales"}'),
    );
    expect(started).toMatchObject({ accepted: true, duplicate: false, agent_resolved: true, call_active: true });
    expect(await bench.json(...trigger('call-started', '--event-id', 'one'))).toMatchObject({ duplicate: true });
    expect(await bench.json(...trigger('call-ended'))).toMatchObject({ call_active: true });
    const rows = await bench.database.query(
      'SELECT event, phone_number, metadata FROM call_events ORDER BY id LIMIT 1',
    );
    expect(rows).toEqual([{ event: 'call-started', phone_number: '+14155550100', metadata: { queue: 'sales' } }]);
  });

  it('finds the key of the demo of npm start, and sends it nowhere else', async () => {
    const [localFile, empty] = [path.join(directory, 'local.env'), path.join(directory, 'none.env')];
    await writeFile(localFile, `CALL_EVENTS_URL=${url}\nDEMO_KEY=${(await readFile(keyFile, 'utf8')).trim()}\n`);
    const without = async (file: string, args: string[] = [], environment: Record<string, string> = {}) => {
      const [stdout, stderr] = [new PassThrough(), new PassThrough()];
      const command = ['trigger', 'hold-started', '--agent', agent, ...args];
      const code = await runCommand(command, { environment, localFile: file, streams: { stdout, stderr } });
      return { code, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') };
    };
    const found = await without(localFile);
    expect([found.code, JSON.parse(found.stdout)]).toEqual([0, expect.objectContaining({ accepted: true })]);
    const elsewhere = 'https://elsewhere.example';
    for (const refused of [
      await without(localFile, ['--url', elsewhere]),
      await without(localFile, [], { CALL_EVENTS_URL: elsewhere }),
      await without(empty),
    ]) {
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/there is no key for http.*--key-file/) });
    }
  });

  it('says what to do when the key is refused, and does not print it', async () => {
    const wrong = path.join(directory, 'wrong.key');
    const key = `cs_live_${'0'.repeat(40)}`;
    await writeFile(wrong, key);
    const { code, stdout, stderr } = await bench.run(...trigger('call-ended'), '--key-file', wrong, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'failed', hint: expect.stringContaining('callside key list') },
    });
    expect(stdout + stderr).not.toContain(key);
  });

  it('says what to do when the host is of no brand', async () => {
    const elsewhere = url.replace('127.0.0.1', 'localhost');
    const { code, stderr } = await bench.run(...trigger('call-ended'), '--url', elsewhere);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /answered 404: This host is not served here; the request is \S+; .*`callside brand list`\n$/,
    );
  });

  it.each([
    ['metadata that is not an object', ['--metadata', '[1]'], 'a JSON object'],
    ['an invalid time', ['--occurred-at', 'noon'], 'such as 2026-11-20T09:30:00Z'],
    ['an address without encryption', ['--url', 'http://calls.acme.example'], 'unencrypted'],
  ])('refuses %s as wrong usage', async (_what, args, reason) => {
    const { code, stderr } = await bench.run(...trigger('call-ended'), ...args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(reason) });
  });
});

describe('callside events tail', () => {
  const tail = (...args: string[]) => bench.run('events', 'tail', '--brand', 'acme', ...args);
  const lines = (text: string) => text.trim().split('\n');

  it('prints earlier entries and what arrives later, as one JSON value a line', async () => {
    await bench.json(...trigger('call-started', '--event-id', 'before'));
    const args = ['events', 'tail', '--brand', 'acme', '--lines', '1', '--count', '3', '--json'];
    const { child, ended } = startCallside(args, { DATABASE_URL: bench.url });
    let printed = '';
    child.stdout?.on('data', (text: Buffer) => {
      printed += String(text);
    });
    await until('the earlier entry is printed', () => printed.includes('"before"'), 60_000);
    await bench.json(...trigger('hold-started', '--event-id', 'after'));
    await bench.run(...trigger('call-ended', '--agent', ' ', '--event-id', 'x'));
    await bench.json(...trigger('call-ended', '--event-id', 'last'));
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(lines(stdout).map((line) => JSON.parse(line))).toMatchObject([
      { outcome: 'accepted', event: 'call-started', event_id: 'before', agent_email: agent },
      { event: 'hold-started', event_id: 'after' },
      { event: 'call-ended', event_id: 'last' },
    ]);
  });

  it('prints the fields that GET /{brand}/events has, without metadata', async () => {
    const [rep, owner] = ['fields@acme.example', 'owner@acme.example'];
    const add = (email: string, ...more: string[]) =>
      bench.json('user', 'add', '--brand', 'acme', '--email', email, '--name', 'Robin', '--active', ...more);
    await add(rep);
    await add(owner, '--role', 'owner');
    const ofRep = (event: string, ...more: string[]) => bench.json(...trigger(event, '--agent', rep, ...more));
    await ofRep('call-started', '--event-id', 'fields', '--customer-id', '0042', '--metadata', '{"queue":"sales"}');
    await ofRep('hold-started', '--event-id', 'fields');
    await fetch(`${url}/call-events/call-ended`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': (await readFile(keyFile, 'utf8')).trim() },
      body: JSON.stringify({ agent_email: rep, customer_id: 7 }),
    });
    const { stdout } = await tail('--agent', rep, '--count', '2', '--json');
    const issue = ['token', 'issue', '--brand', 'acme', '--email', owner, '--audience', 'api'];
    const { token } = (await bench.json(...issue)) as { token: string };
    const answer = await fetch(`${url}/acme/events?outcome=all&agent_email=${rep}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { items } = (await answer.json()) as { items: { metadata?: unknown }[] };
    expect(items).toMatchObject([
      { outcome: 'refused', api_key_id: expect.any(String), address: expect.any(String) },
      { outcome: 'accepted', customer_id: '0042', reused: true, call_reference: expect.any(String) },
    ]);
    const withoutMetadata = items.map(({ metadata: _, ...fields }) => fields);
    expect(lines(stdout).map((line) => JSON.parse(line))).toEqual(withoutMetadata.reverse());
  });

  it('prints an entry that is committed after it began, although a later one was committed before', async () => {
    const pool = createTestPool(bench.url);
    const late = await pool.connect();
    await late.query('BEGIN');
    await late.query(
      `INSERT INTO call_events
         (brand_id, event, event_id, event_id_sha256, agent_email, occurred_at, received_at, agent_resolved, call_active)
       SELECT id, 'hold-ended', 'late', sha256('late'), $1, now(), now(), false, false FROM brands WHERE slug = 'acme'`,
      [agent],
    );
    await bench.json(...trigger('hold-started', '--event-id', 'early'));
    const args = ['events', 'tail', '--brand', 'acme', '--outcome', 'accepted', '--lines', '1', '--count', '2'];
    const { child, ended } = startCallside([...args, '--json'], { DATABASE_URL: bench.url });
    let printed = '';
    child.stdout?.on('data', (text: Buffer) => {
      printed += String(text);
    });
    await until('the earlier entry is printed', () => printed.includes('"early"'), 60_000);
    await late.query('COMMIT');
    late.release();
    await pool.end();
    const { stdout } = await ended;
    expect(lines(stdout).map((line) => JSON.parse(line).event_id)).toEqual(['early', 'late']);
  });

  it('ends with exit code 0 at the first entry after its reader closed the pipe', async () => {
    await bench.json(...trigger('call-started'));
    const { child, ended } = startCallside(['events', 'tail', '--brand', 'acme', '--lines', '1'], {
      DATABASE_URL: bench.url,
    });
    child.stdout?.once('data', () => child.stdout?.destroy());
    await until('the pipe is closed', () => child.stdout?.destroyed === true, 60_000);
    await bench.json(...trigger('call-ended'));
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('filters by event and by outcome, and prints a line for people', async () => {
    await fetch(`${url}/call-events/call-started`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': (await readFile(keyFile, 'utf8')).trim() },
      body: JSON.stringify({ agent_email: agent }),
    });
    // The refusal is stored after its answer: it is printed when it arrives.
    const ofStarts = ['--event', 'call-started', '--count', '1', '--lines', '1'];
    const refused = await tail('--outcome', 'refused', ...ofStarts);
    expect(refused.stdout).toMatch(/call-started +rep@acme\.example +REFUSED 422: phone_number is required\n$/);
    const starts = await tail('--outcome', 'accepted', ...ofStarts);
    expect(starts.stdout).toMatch(/call-started +rep@acme\.example +\+14155550100\n$/);
  });
});

describe('callside simulate', () => {
  it('revokes its key also when nobody reads its progress any more', async () => {
    const args = ['simulate', '--brand', 'acme', '--url', url, '--reps', '1', '--calls', '3', '--rate', '5'];
    const { child, ended } = startCallside(args, { DATABASE_URL: bench.url, SESSION_SECRET: sessionSecret });
    child.stderr?.once('data', () => child.stderr?.destroy());
    expect(await ended).toMatchObject({ code: 0 });
    const keys = await bench.database.query(
      "SELECT revoked_at FROM api_keys WHERE label LIKE 'simulated dialler of %'",
    );
    expect(keys).toEqual([{ revoked_at: expect.any(Date) }]);
  });
});

describe('callside certify', () => {
  /** Runs the command, lets the dialler send when it has the key, and ends the watch when all is on file. */
  async function watch(send: (post: Post) => Promise<void>, expected: { accepted: number; refused: number }) {
    const report = path.join(directory, 'report.md');
    const args = ['certify', '--brand', 'acme', '--agent', agent, '--for', '10m', '--report', report, '--json'];
    const environment = { DATABASE_URL: bench.url, SESSION_SECRET: sessionSecret, PUBLIC_URL: url };
    const { child, ended } = startCallside(args, environment);
    let noted = '';
    child.stderr?.on('data', (text: Buffer) => {
      noted += String(text);
    });
    await until('the script is printed', () => noted.includes('3. Start'), 60_000);
    expect(noted).toContain(`at ${url}/call-events/…, as the agent`);
    const key = /Key of the dialler: (\S+)/.exec(noted)?.[1] ?? '';
    await send(async (event, body, headers = {}) => {
      const answer = await fetch(`${url}/call-events/${event}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
        body: JSON.stringify(body),
      });
      return answer.status;
    });
    const count = async (table: string) => {
      const [row] = await bench.database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${table} WHERE api_key_id = (SELECT max(id::text)::uuid FROM api_keys
          WHERE created_at = (SELECT max(created_at) FROM api_keys))`,
      );
      return row?.count;
    };
    await until(
      'all is on file',
      async () =>
        (await count('call_events')) === expected.accepted && (await count('refused_requests')) === expected.refused,
      30_000,
    );
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    return { code, key, certificate: JSON.parse(stdout) as Certificate, report: await readFile(report, 'utf8') };
  }

  type Post = (event: string, body: Record<string, unknown>, headers?: Record<string, string>) => Promise<number>;

  const isoNow = () => new Date().toISOString();

  it('passes a good dialler, writes the report and revokes the key', async () => {
    const { code, key, certificate, report } = await watch(
      async (post) => {
        for (const call of ['a', 'b']) {
          const events = [
            'call-started',
            'hold-started',
            'hold-ended',
            'recording-paused',
            'recording-resumed',
            'call-ended',
          ];
          for (const event of events) {
            const body = {
              agent_email: agent,
              event_id: `${call}-${event}`,
              occurred_at: isoNow(),
              ...(event === 'call-started' && { phone_number: '+14155552671' }),
            };
            // A retry with the same id.
            expect([await post(event, body), await post(event, body)]).toEqual([200, 200]);
          }
        }
      },
      { accepted: 12, refused: 0 },
    );
    expect(certificate.rules.filter(({ status }) => status !== 'passed')).toEqual([]);
    expect({ code, ...certificate }).toMatchObject({ code: 0, passed: true, score: 100, accepted: 12, refused: 0 });
    expect(report).toMatch(/^# Dialler certification: passed, 100 %\n/);
    expect(report).not.toContain(key);
    const answer = await fetch(`${url}/call-events/call-ended`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ agent_email: agent }),
    });
    expect(answer.status).toBe(401);
  });

  it('prints the key only when it reads the log, so that the first event counts', async () => {
    const pool = createTestPool(bench.url, 1);
    await pool.query('BEGIN; LOCK TABLE call_events IN ACCESS EXCLUSIVE MODE');
    const { child, ended } = startCallside(['certify', '--brand', 'acme', '--agent', agent, '--for', '10m'], {
      DATABASE_URL: bench.url,
      SESSION_SECRET: sessionSecret,
    });
    let noted = '';
    child.stderr?.on('data', (text: Buffer) => {
      noted += String(text);
    });
    await until(
      'the command waits for the log',
      async () => {
        const waiting = await bench.database.query(
          "SELECT FROM pg_locks WHERE relation = 'call_events'::regclass AND NOT granted",
        );
        return waiting.length > 0;
      },
      60_000,
    );
    expect(noted).toBe('');
    await pool.query('COMMIT');
    await pool.end();
    await until('the script is printed', () => noted.includes('3. Start'), 60_000);
    child.kill('SIGINT');
    expect((await ended).code).toBe(1);
  });

  it('refuses a report that cannot be written before it watches', async () => {
    const report = path.join(directory, 'nowhere', 'report.md');
    const { ended } = startCallside(
      ['certify', '--brand', 'acme', '--agent', agent, '--for', '1s', '--report', report],
      {
        DATABASE_URL: bench.url,
        SESSION_SECRET: sessionSecret,
      },
    );
    const stderr = `callside: cannot write ${report} (--report): there is no such directory\n`;
    expect(await ended).toMatchObject({ code: 1, stdout: '', stderr });
  });

  it('names a dialler whose ids have no number: its second pause in a call is lost', async () => {
    const { code, certificate, report } = await watch(
      async (post) => {
        const events = ['call-started', 'hold-started', 'hold-ended', 'recording-paused', 'recording-resumed'];
        for (const event of [...events, 'recording-paused', 'recording-resumed', 'call-ended']) {
          const body = {
            agent_email: agent,
            event_id: `no-number-${event}`,
            occurred_at: isoNow(),
            ...(event === 'call-started' && { phone_number: '+14155552671' }),
          };
          expect(await post(event, body)).toBe(200);
        }
      },
      { accepted: 6, refused: 0 },
    );
    const failed = certificate.rules.filter(({ status }) => status === 'failed');
    expect({ code, failed }).toEqual({
      code: 1,
      failed: [expect.objectContaining({ rule: 'event_id_reused', findings: [expect.anything(), expect.anything()] })],
    });
    expect(report).toContain('| Each event has an event_id of its own | FAILED |');
    expect(report).toMatch(
      /- recording-paused at \S+: it has the event_id of another recording-paused, at another time, and was not/,
    );
  });

  it('names one id for all events of a call, bodies and times that are odd, and addresses without their plus', async () => {
    const { certificate, report } = await watch(
      async (post) => {
        const id = { agent_email: agent, event_id: 'one-for-all' };
        await post('call-started', { ...id, phone_number: '+14155550100', occurred_at: isoNow() });
        await post('recording-paused', { ...id, occurred_at: isoNow() });
        await post('call-ended', { ...id, occurred_at: isoNow() });
        await post('call-ended', { agent_email: agent, event_id: 'o1', occurred_at: isoNow().replace('Z', '') });
        await post('call-ended', { agent_email: agent, event_id: 'o2', occurred_at: 'now' });
        await post(
          'call-ended',
          { agent_email: 'ann us@acme.example', event_id: 'o3' },
          { 'content-encoding': 'utf-8' },
        );
      },
      { accepted: 4, refused: 0 },
    );
    const findings = (rule: string) => certificate.rules.find((one) => one.rule === rule)?.findings;
    expect(findings('event_id_reused')).toEqual([
      expect.stringMatching(/^recording-paused .*: it has the event_id of a call-started, and was not applied$/),
      expect.stringMatching(/^call-ended .*: it has the event_id of a call-started, and was not applied$/),
    ]);
    expect(findings('offset')).toEqual([expect.stringMatching(/ has no offset, and was taken for UTC$/)]);
    expect(findings('occurred_at')).toEqual([
      expect.stringMatching(/ is no instant in ISO 8601$/),
      expect.stringMatching(/ is missing$/),
    ]);
    expect(findings('encoding')).toEqual([expect.stringMatching(/: its Content-Encoding is none that the body has$/)]);
    expect(findings('lost_plus')).toEqual([
      expect.stringMatching(/: the address ann\+us@acme.example came with a space/),
    ]);
    expect(report).toMatch(/To change: Percent-encode values of forms and queries/);
  });

  it('names what a bad dialler does wrong, with exit code 1', async () => {
    const { code, certificate, report } = await watch(
      async (post) => {
        const late = new Date(Date.now() - 60_000).toISOString();
        await post('call-started', {
          agent_email: agent,
          phone_number: '555-0134 ext. 5',
          occurred_at: late,
          event_id: 'x1',
        });
        await post('hold-started', { agent_email: agent, occurred_at: isoNow(), event_id: 'x2' });
        const pausedAt = isoNow();
        await post('recording-paused', { agent_email: agent, occurred_at: pausedAt });
        await post('recording-paused', { agent_email: agent, occurred_at: pausedAt });
        await post('hold-ended', { agent_email: agent, occurred_at: late, event_id: 'x3' });
        await post('call-started', { agent_email: agent });
        await post('call-started', { agent_email: agent, phone_number: '+14155550100', event_id: 'x4' });
      },
      { accepted: 6, refused: 1 },
    );
    const failed = certificate.rules.filter(({ status }) => status === 'failed').map(({ rule }) => rule);
    expect({ code, accepted: certificate.accepted, refused: certificate.refused }).toEqual({
      code: 1,
      accepted: 6,
      refused: 1,
    });
    expect(failed).toEqual([
      'accepted',
      'coverage',
      'recording_event_id',
      'retry',
      'occurred_at',
      'clock',
      'order',
      'ends',
      'number',
    ]);
    expect(report).toContain('call-started was answered 422: phone_number is required');
  });
});
