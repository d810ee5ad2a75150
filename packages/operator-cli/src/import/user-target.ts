import type { Query } from '@callside/database';
import { isEmailAddress, normaliseEmail, teamSchema, userRoles, userStatuses } from '@callside/schemas';
import { countChanges, type ImportTarget, lastOfEach } from '@callside/shop-data';
import { z } from 'zod';

const text = z.string('must be text');

function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return text
    .transform((value) => value.trim().toLowerCase())
    .pipe(z.enum(words, `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`));
}

const userRowSchema = z.object({
  email: text.transform(normaliseEmail).refine(isEmailAddress, 'must be an address, such as rep@example.com'),
  name: text.trim().min(1, 'must not be empty'),
  role: oneOf(userRoles).optional(),
  team: teamSchema.optional(),
  status: oneOf(userStatuses).optional(),
});

type UserRow = z.infer<typeof userRowSchema>;

// Absent values come from the existing user. xmax is 0 in a row version that only an insert made.
const upsertUsers = `
  WITH given AS (
    SELECT given.email, given.name, coalesce(given.role, present.role, 'rep') AS role,
           coalesce(given.team, present.team) AS team,
           CASE WHEN given.status = 'invited' AND present.status = 'active' THEN 'active'
                ELSE coalesce(given.status, present.status, 'invited') END AS status
    FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) AS given (email, name, role, status, team)
    LEFT JOIN users AS present ON present.brand_id = $1 AND present.email = given.email
  )
  INSERT INTO users (id, brand_id, email, name, role, team, status)
  SELECT gen_random_uuid(), $1, email, name, role, team, status FROM given ORDER BY email
  ON CONFLICT (brand_id, email) DO UPDATE SET name = excluded.name, role = excluded.role, team = excluded.team, status = excluded.status
  WHERE (users.name, users.role, users.team, users.status)
        IS DISTINCT FROM (excluded.name, excluded.role, excluded.team, excluded.status)
  RETURNING email, xmax = 0 AS inserted`;

/** Imports the users of one brand, identified by their normalised address. */
export function createUserTarget(query: Query, brandId: string): ImportTarget<UserRow> {
  return {
    columns: { required: ['email', 'name'], optional: ['role', 'team', 'status'], isComplete: true },
    schema: userRowSchema,
    upsert: async (given) => {
      const last = lastOfEach(given, ({ email }) => email, mergeUsers);
      const rows = [...last.rows.values()];
      const written = await query<{ email: string; inserted: boolean }>(upsertUsers, [
        brandId,
        rows.map(({ email }) => email),
        rows.map(({ name }) => name),
        rows.map(({ role }) => role ?? null),
        rows.map(({ status }) => status ?? null),
        rows.map(({ team }) => team ?? null),
      ]);
      const inserted = written.filter((row) => row.inserted).length;
      const repeats = countChanges(last, written, ({ email }) => email);
      return { inserted, updated: written.length - inserted + repeats };
    },
  };
}

/** Merges two rows of one user, in their order. */
function mergeUsers(earlier: UserRow, row: UserRow): UserRow {
  const { role = earlier.role, status = earlier.status, ...later } = row;
  const staysActive = earlier.status === 'active' && status === 'invited';
  return { ...later, role, team: row.team ?? earlier.team, status: staysActive ? 'active' : status };
}
