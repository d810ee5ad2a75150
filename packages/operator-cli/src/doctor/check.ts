import type { z } from 'zod';

export type CheckName =
  | 'settings'
  | 'database'
  | 'migrations'
  | 'clock'
  | 'redis'
  | 'artifacts'
  | 'recommender'
  | 'sign-in'
  | 'integrations'
  | 'feeds'
  | 'shops'
  | 'endpoints'
  | 'keys';

/** `skipped`: it is not set up, or another check must pass first. */
export interface Finding {
  check: CheckName;
  status: 'ok' | 'failed' | 'skipped';
  /** Never with a secret. */
  message: string;
  /** What to do next. */
  hint: string | null;
}

export function ok(check: CheckName, message: string): Finding {
  return { check, status: 'ok', message, hint: null };
}

export function failed(check: CheckName, message: string, hint: string | null): Finding {
  return { check, status: 'failed', message, hint };
}

export function skipped(check: CheckName, message: string): Finding {
  return { check, status: 'skipped', message, hint: null };
}

/** How long a check waits for an answer. */
export const patienceMs = 5_000;

/** Why a request failed. fetch puts the reason into the cause. */
export function reasonOf(error: unknown): string {
  const { name, message, code, errors } = Object(Object(error).cause ?? error);
  if (name === 'TimeoutError') return `no answer within ${patienceMs / 1_000} s`;
  // Node tries each address of a host and collects the errors.
  const first = Array.isArray(errors) ? Object(errors[0]).message : undefined;
  return String(message || first || code || 'unknown error')
    .trim()
    .split(/\s*\n\s*/)
    .join(' ');
}

/** For an answer whose content cannot be read as JSON: null. */
export async function readJson<Schema extends z.ZodType>(
  response: Response,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const body: unknown = await response.json().catch(() => null);
  return schema.safeParse(body).data ?? null;
}
