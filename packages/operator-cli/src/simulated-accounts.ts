import { createSessionTokens, issueAuditedApiKey, revokeAuditedApiKey } from '@callside/auth';
import type { Database } from '@callside/database';
import { simulatedAddress } from '@callside/schemas';
import { actingOperator, recordAudit } from './audit-log.ts';
import type { Brand } from './brand.ts';
import { OperatorError } from './operator-error.ts';
import { addUser, deactivateUser } from './user.ts';

export interface SimulatedRep {
  /** From 1. */
  number: number;
  user: { id: string; email: string };
  tokens: { tab: string; companion: string };
}

/** The reps of a run and the key of its dialler. */
export interface SimulatedAccounts {
  reps: SimulatedRep[];
  key: { id: string; key: string };
}

export interface AccountsInput {
  brand: Brand;
  run: string;
  reps: number;
  now: Date;
  keyPrefix: string;
  sessionSecrets: readonly string[];
  /** How long the key and the tokens of a run that was killed stay valid; default a day. */
  lifetimeSeconds?: number;
  /** For the audit log. */
  detail: Readonly<Record<string, unknown>>;
}

/** A run may have a thousand reps, with several statements each. */
const transactionTimeoutMs = 10 * 60_000;

/** Adds the reps and the key of a run to the brand in one transaction. */
export async function createAccounts({ prisma }: Database, input: AccountsInput): Promise<SimulatedAccounts> {
  const { brand, run, now, keyPrefix, sessionSecrets, lifetimeSeconds = 24 * 3600 } = input;
  const tokens = createSessionTokens({ secrets: sessionSecrets });
  return prisma.$transaction(
    async (transaction) => {
      await recordAudit(transaction, {
        brandId: brand.id,
        action: 'simulate.start',
        subject: run,
        detail: input.detail,
      });
      const reps: SimulatedRep[] = [];
      for (let number = 1; number <= input.reps; number += 1) {
        const user = await addUser(transaction, brand, {
          email: simulatedAddress(`${run}-rep-${number}`),
          name: `Simulated rep ${number} of ${run}`,
          role: 'rep',
          team: null,
          status: 'active',
        });
        const issue = (audience: 'tab' | 'companion') =>
          tokens.issue({ userId: user.id, brandId: brand.id, audience, ttlSeconds: lifetimeSeconds, now }).token;
        reps.push({ number, user, tokens: { tab: issue('tab'), companion: issue('companion') } });
      }
      const key = await issueAuditedApiKey(transaction, {
        brandId: brand.id,
        feature: 'call-events',
        label: `simulated dialler of ${run}`,
        expiresAt: new Date(now.getTime() + lifetimeSeconds * 1000),
        createdByUserId: null,
        keyPrefix,
        ...actingOperator(),
      });
      return { reps, key: { id: key.id, key: key.key } };
    },
    { timeout: transactionTimeoutMs },
  );
}

/** Deactivates the reps and revokes the key; their data stays on file. Throws OperatorError when this fails. */
export async function closeAccounts(
  { prisma }: Database,
  { brand, run, accounts, detail }: Pick<AccountsInput, 'brand' | 'run' | 'detail'> & { accounts: SimulatedAccounts },
): Promise<void> {
  const closed = prisma.$transaction(
    async (transaction) => {
      for (const { user } of accounts.reps) await deactivateUser(transaction, brand, user.email);
      await revokeAuditedApiKey(transaction, { brandId: brand.id, id: accounts.key.id, ...actingOperator() });
      await recordAudit(transaction, { brandId: brand.id, action: 'simulate.end', subject: run, detail });
    },
    { timeout: transactionTimeoutMs },
  );
  await closed.catch((error: unknown) => {
    const what = `the key ${accounts.key.id} and the users ${simulatedAddress(`${run}-rep-…`)}`;
    throw new OperatorError(`${what} could not be revoked and deactivated`, {
      hint: '`callside key revoke` and `callside user deactivate` do it',
      cause: error,
    });
  });
}
