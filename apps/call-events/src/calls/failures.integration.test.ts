import { until } from '@callside/test-kit';
import { aNumber, answer } from '../../test/support/dialler.ts';
import { eventsOf } from '../../test/support/records.ts';
import { newRep } from '../../test/support/scene.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

describe('a failure of the service', () => {
  let service: ServiceUnderTest;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  test.each(['call_events', 'calls', 'chats', 'rep_state', 'users', 'api_keys'])(
    'the service without its table %s answers 500 with a request id and no details, and recovers',
    async (table) => {
      const scene = await newRep(service);
      await scene.send('hold-started');
      await service.query(`ALTER TABLE ${table} RENAME TO away`);
      const failed = await scene.send('call-started', { event_id: 'again', customer_id: 'c-secret' });
      await service.query(`ALTER TABLE away RENAME TO ${table}`);

      expect(failed.status).toBe(500);
      expect(failed.json).toEqual({ detail: 'internal error', request_id: failed.headers['x-request-id'] });
      expect(failed.text).not.toMatch(/relation|call_events|rep_state|select|insert|postgres|\bat /i);
      expect((await scene.send('call-started', { event_id: 'again' })).json).toEqual(answer({}));
    },
  );

  test('is in the log with its request id, and without the data of the event', async () => {
    const scene = await newRep(service);
    await service.query('ALTER TABLE call_events RENAME TO away');
    const { headers } = await scene.send('call-started', { customer_id: 'c-secret', metadata: { card: 'm-secret' } });
    await service.query('ALTER TABLE away RENAME TO call_events');
    const line = service
      .logged()
      .split('\n')
      .find((one) => one.includes('request failed') && one.includes(String(headers['x-request-id'])));
    expect(line).toContain('42P01');
    expect(service.logged()).not.toMatch(/c-secret|m-secret/);
    expect(service.logged()).not.toContain(aNumber);
    expect(service.logged()).not.toContain(scene.rep.email);
    expect(service.logged()).not.toContain(scene.brand.key);
  });

  test('a failure in one event does not affect the other events of its batch', async () => {
    const scene = await newRep(service);
    await service.query(`
      CREATE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.event_id LIKE 'poison%' THEN RAISE EXCEPTION 'no' USING ERRCODE = '22000'; END IF;
        RETURN NEW;
      END $$`);
    await service.query(
      'CREATE TRIGGER poison BEFORE INSERT ON call_events FOR EACH ROW EXECUTE FUNCTION refuse_poison()',
    );
    const ids = Array.from({ length: 40 }, (_, index) => (index % 7 === 3 ? `poison-${index}` : `good-${index}`));
    const answers = await Promise.all(ids.map((event_id) => scene.send('hold-started', { event_id })));
    await service.query('DROP TRIGGER poison ON call_events');
    const good = ids.filter((id) => id.startsWith('good'));

    expect(answers.map(({ status }) => status)).toEqual(ids.map((id) => (id.startsWith('good') ? 200 : 500)));
    expect((await eventsOf(service, scene.rep)).map(({ event_id }) => event_id).toSorted()).toEqual(good.toSorted());
  });

  test('a database whose disk is full gives 503 with Retry-After, and no event of a batch is tried alone', async () => {
    const scene = await newRep(service);
    await scene.send('hold-started');
    await service.query('CREATE SEQUENCE attempts');
    await service.query(`
      CREATE FUNCTION refuse_all() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM nextval('attempts');
        RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full';
      END $$`);
    await service.query(
      'CREATE TRIGGER full_disk BEFORE INSERT ON call_events FOR EACH ROW EXECUTE FUNCTION refuse_all()',
    );
    const answers = await Promise.all(Array.from({ length: 20 }, () => scene.send('hold-ended')));
    await service.query('DROP TRIGGER full_disk ON call_events');
    const [counted] = await service.query<{ attempts: number }>('SELECT last_value::int AS attempts FROM attempts');

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    expect(answers[0]?.headers['retry-after']).toMatch(/^\d+$/);
    expect(counted?.attempts).toBeLessThanOrEqual(answers.length);
    expect((await scene.send('hold-ended')).status).toBe(200);
  });

  test('leaves no data of the event in the database', async () => {
    const scene = await newRep(service);
    await scene.send('hold-started');
    await service.query('ALTER TABLE call_events RENAME TO away');
    await scene.send('call-started');
    await service.query('ALTER TABLE away RENAME TO call_events');
    expect(await service.query('SELECT FROM calls WHERE user_id = $1', [scene.rep.id])).toEqual([]);
    expect(
      await service.query('SELECT version::int, call_id FROM rep_state WHERE user_id = $1', [scene.rep.id]),
    ).toEqual([{ version: 0, call_id: null }]);
  });
});

describe('a database that refuses connections', () => {
  let service: ServiceUnderTest;

  beforeAll(async () => {
    service = await startService({ servedDatabaseUrl: 'postgresql://nobody:secret@127.0.0.1:1/nothing' });
  });
  afterAll(() => service.close());

  test('gives 503 quickly, with a request id and Retry-After', async () => {
    const startedAt = performance.now();
    const failed = await service.clients[0].send({
      path: '/call-events/call-ended',
      headers: { host: 'events.brand.example', 'x-api-key': 'x' },
      body: '{"agent_email":"rep@brand.example"}',
    });
    expect(performance.now() - startedAt).toBeLessThan(3000);
    expect(failed.status).toBe(503);
    expect(failed.json).toEqual({ detail: expect.any(String), request_id: failed.headers['x-request-id'] });
    expect(failed.headers['retry-after']).toMatch(/^\d+$/);
    expect(failed.text).not.toMatch(/ECONN|127\.0\.0\.1|secret|nothing|nobody/);
  });

  test('is reported by /health', async () => {
    const health = await service.clients[0].send({ method: 'GET', path: '/health', headers: { host: 'any.example' } });
    expect(health).toMatchObject({ status: 503, json: { status: 'degraded', database: 'down' } });
  });
});

test('a database that is read-only after a fail-over gives 503, and /health reports it', async () => {
  const service = await startService();
  const scene = await newRep(service);
  await scene.send('hold-started');
  const [name] = await service.query<{ database: string }>('SELECT current_database() AS database');
  await service.query(`ALTER DATABASE ${name?.database} SET default_transaction_read_only = on`);
  await service.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  const readHealth = () =>
    service.clients[0].send({ method: 'GET', path: '/health', headers: { host: 'any.example' } });
  await until('the health check fails', async () => (await readHealth()).status === 503);
  expect((await readHealth()).json).toMatchObject({ status: 'degraded', database: 'down' });
  await until('the webhook is refused', async () => (await scene.send('hold-started')).status === 503);
  await service.close();
});
