import type { SignedInUser } from '@callside/auth';
import type { Query } from '@callside/database';
import { isUuid } from '@callside/service-kit';
import { createSharedQuery } from '../shared-query.ts';

type UserRow = SignedInUser & { status: string };

/** Of a user who was found. */
export type Entering = Pick<SignedInUser, 'id' | 'status'>;

const userColumns = 'id, brand_id AS "brandId", email, name, role, team, status';

export type SignInOutcome =
  | { kind: 'signed in'; userId: string; role: string }
  | { kind: 'unknown' | 'deactivated' | 'other account' | 'owner not bound' };

/**
 * Users by id; concurrent look-ups share a query. In SQL, because every request and handshake needs it: 64 users take 4.3 ms through
 * Prisma and 0.7 ms here.
 */
export class UserStore {
  readonly #query: Query;
  readonly #find: (userId: string) => Promise<UserRow | null>;
  readonly #isKeyUsable: (keyId: string) => Promise<boolean>;

  constructor({ query, isKeyUsable }: { query: Query; isKeyUsable: (keyId: string) => Promise<boolean> }) {
    this.#query = query;
    this.#isKeyUsable = isKeyUsable;
    this.#find = createSharedQuery({
      keyOf: ({ id }: UserRow) => id,
      nameOf: (id: string) => id,
      read: (ids: string[]) => query<UserRow>(`SELECT ${userColumns} FROM users WHERE id = ANY ($1::uuid[])`, [ids]),
    });
  }

  /** The user if they are active in that brand; otherwise null. `keyId`: a key that must be usable. */
  async findActiveUser(userId: string, brandId: string, keyId?: string): Promise<SignedInUser | null> {
    const row = await this.#findIfUser(userId, keyId);
    return row?.status === 'active' && row.brandId === brandId ? row : null;
  }

  /** The same by normalised address. */
  async findActiveUserByEmail(brandId: string, email: string): Promise<SignedInUser | null> {
    const [user = null] = await this.#query<UserRow>(
      `SELECT ${userColumns} FROM users
        WHERE brand_id = $1 AND email = $2 AND status = 'active'`,
      [brandId, email],
    );
    return user;
  }

  /** Like `findActiveUser`, for a sign-in at the rep page: also an invited user, whom `activate` makes active. */
  async findDeskUser(userId: string, brandId: string, keyId?: string): Promise<SignedInUser | null> {
    const row = await this.#findIfUser(userId, keyId);
    return row !== null && row.brandId === brandId && row.status !== 'deactivated' ? row : null;
  }

  /** For a user who was found and has passed all checks: the first login of an invited one. */
  async activate({ id, status }: Entering): Promise<void> {
    if (status !== 'invited') return;
    await this.#query(
      `UPDATE users SET status = 'active', last_login_at = clock_timestamp() WHERE id = $1 AND status = 'invited'`,
      [id],
    );
  }

  /** Whether that is a user who was invited without a name. `email` is normalised. */
  async isNameless(brandId: string, email: string): Promise<boolean> {
    const found = await this.#query(
      `SELECT FROM users WHERE brand_id = $1 AND email = $2 AND status = 'invited' AND name IN ('', email)`,
      [brandId, email],
    );
    return found.length > 0;
  }

  /**
   * For a sign-in at an identity provider: makes an invited user active. A user who was invited without a name gets the provider's.
   * `email` is normalised. `account`: the user is bound to it, and no other account is signed in; null: the provider has verified
   * the address, and the user is not bound. An owner needs a verified address, or an account that an operator has bound. A binding is put
   * into the audit log in the same statement, with the network address `origin`.
   */
  async signInByEmail({
    brandId,
    email,
    name,
    account,
    isVerified,
    origin,
  }: {
    brandId: string;
    email: string;
    name: string | null;
    account: { issuer: string; subject: string } | null;
    isVerified: boolean;
    origin: string | null;
  }): Promise<SignInOutcome> {
    const [issuer, subject] = [account?.issuer ?? null, account?.subject ?? null];
    const active = await this.#query<{ id: string; role: string }>(
      `WITH before AS (
         SELECT id, sign_in_issuer FROM users
          WHERE brand_id = $1 AND email = $2 AND status IN ('invited', 'active')
            AND ($4::text IS NULL
                 OR (sign_in_issuer IS DISTINCT FROM $4 OR sign_in_subject = $5)
                    AND ($6 OR role <> 'owner' OR bound_by_operator AND sign_in_issuer = $4))
            FOR NO KEY UPDATE
       ), bound AS (
         INSERT INTO audit_log (brand_id, actor, actor_user_id, origin, action, subject, detail)
         SELECT $1, $2, id, $7, 'user.bind', id,
                jsonb_build_object('email', $2::text, 'issuer', $4::text, 'subject', $5::text, 'by', 'sign-in')
           FROM before WHERE $4::text IS NOT NULL AND sign_in_issuer IS DISTINCT FROM $4
       )
       UPDATE users u
          SET status = 'active',
              name = CASE WHEN status = 'invited' AND name IN ('', email) THEN coalesce($3, name) ELSE name END,
              sign_in_issuer = coalesce($4, u.sign_in_issuer), sign_in_subject = coalesce($5, sign_in_subject),
              bound_by_operator = bound_by_operator AND ($4::text IS NULL OR u.sign_in_issuer = $4)
         FROM before WHERE u.id = before.id
        RETURNING u.id, u.role`,
      [brandId, email, name, issuer, subject, isVerified, origin],
    ).catch((error: unknown) => {
      if (isBoundToAnother(error)) return null;
      throw error;
    });
    if (active === null) return { kind: 'other account' };
    if (active[0] !== undefined) return { kind: 'signed in', userId: active[0].id, role: active[0].role };
    const [user] = await this.#query<{ status: string; is_other: boolean }>(
      `SELECT status, coalesce(sign_in_issuer = $3 AND sign_in_subject <> $4, false) AS is_other
         FROM users WHERE brand_id = $1 AND email = $2`,
      [brandId, email, issuer, subject],
    );
    if (user === undefined) return { kind: 'unknown' };
    if (user.status === 'deactivated') return { kind: 'deactivated' };
    return { kind: user.is_other ? 'other account' : 'owner not bound' };
  }

  /** A subject that is not a UUID would fail the query for all that share it. */
  async #findIfUser(userId: string, keyId?: string): Promise<UserRow | null> {
    if (keyId !== undefined && !(await this.#isKeyUsable(keyId))) return null;
    return isUuid(userId) ? this.#find(userId) : null;
  }
}

/** An account signs in as one user of a brand. */
function isBoundToAnother(error: unknown): boolean {
  const { code, constraint } = Object(error);
  return code === '23505' && constraint === 'users_brand_id_sign_in_issuer_sign_in_subject_key';
}
