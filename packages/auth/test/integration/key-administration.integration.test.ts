import { issueAuditedApiKey, revokeAuditedApiKey } from '../../src/index.ts';
import { insertBrand } from '../support/brand.ts';
import { type AuthDatabase, openDatabase } from '../support/database.ts';

let database: AuthDatabase;
let brandId: string;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  ({ brandId } = await insertBrand(database.query));
});

const acting = {
  actor: 'owner@example.com',
  actorUserId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  origin: '203.0.113.7',
};
const audited = { actor: acting.actor, actor_user_id: acting.actorUserId, origin: acting.origin };
const issue = (label: string | null = null) =>
  issueAuditedApiKey(database.prisma, { brandId, feature: 'call-events', keyPrefix: 'cs', label, ...acting });
const auditOf = (subject: string) =>
  database.query<{ actor: string; actor_user_id: string; origin: string; action: string; detail: object }>(
    'SELECT actor, actor_user_id, origin, action, detail FROM audit_log WHERE brand_id = $1 AND subject = $2 ORDER BY id',
    [brandId, subject],
  );

it('the audit log records who issued a key and from where, and neither the key nor its hash', async () => {
  const { id, key } = await issue('Main dialler');
  const entries = await auditOf(id);
  const detail = { feature: 'call-events', label: 'Main dialler', expires_at: null };
  expect(entries).toEqual([{ ...audited, action: 'key.issue', detail }]);
  expect(JSON.stringify(entries)).not.toContain(key.slice(-40));
});

it('the audit log records who revoked a key, once', async () => {
  const { id } = await issue();
  const revoke = ({ prisma }: Pick<AuthDatabase, 'prisma'>, who: string) =>
    revokeAuditedApiKey(prisma, { brandId, id: id.toUpperCase(), ...acting, actor: who });
  const first = await revoke(database, acting.actor);
  const second = await revoke(database.elsewhere, 'another@example.com');
  expect(first).toMatchObject({ id, revoked_at: expect.any(String) });
  expect(second).toEqual(first);
  const revocations = (await auditOf(id)).filter(({ action }) => action === 'key.revoke');
  expect(revocations).toEqual([{ ...audited, action: 'key.revoke', detail: { feature: 'call-events', label: null } }]);
});

it.each(['', 'nonsense', '\0', '00000000-0000-0000-0000-000000000000'])(
  'a revocation finds no key with the id %j',
  async (id) => {
    expect(await revokeAuditedApiKey(database.prisma, { brandId, id, ...acting })).toBeNull();
  },
);

it('a revocation does not change a key of another brand', async () => {
  const { id } = await issue();
  const other = await insertBrand(database.query);
  expect(await revokeAuditedApiKey(database.prisma, { brandId: other.brandId, id, ...acting })).toBeNull();
  expect(await database.query('SELECT revoked_at FROM api_keys WHERE id = $1', [id])).toEqual([{ revoked_at: null }]);
});
