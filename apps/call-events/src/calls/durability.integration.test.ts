import { newRep } from '../../test/support/scene.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService();
  await service.query(`
    DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$`);
  await service.query('CREATE TABLE commits (synchronous text NOT NULL)');
  await service.query(`
    CREATE FUNCTION note_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO commits VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$`);
  await service.query('CREATE TRIGGER note AFTER INSERT ON call_events EXECUTE FUNCTION note_commit()');
});
afterAll(() => service.close());

test('an event is on disk before it is answered, for any default of the database', async () => {
  const { send } = await newRep(service);
  expect((await send('call-started')).status).toBe(200);
  expect(await service.query('SELECT synchronous FROM commits')).toEqual([{ synchronous: 'on' }]);
});
