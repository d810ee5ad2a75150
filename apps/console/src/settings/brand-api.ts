import {
  type ApiKeyView,
  apiKeyListSchema,
  apiKeySchema,
  brandOfHostSchema,
  errorSchema,
  type IssuedApiKeyView,
  issuedApiKeySchema,
  type SignedIn,
  signedInSchema,
  validationErrorSchema,
} from '@callside/schemas';
import type { z } from 'zod';

/** A failed request. `status` is 0 if there was no answer, or if this page cannot read it. */
export class BrandApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BrandApiError';
    this.status = status;
  }
}

export interface ApiKeyWish {
  feature: ApiKeyView['feature'];
  /** Empty: no label. */
  label: string;
  /** Such as `90d`; null: the key does not expire. */
  expiresIn: string | null;
}

/** The settings requests of a signed-in user for the brand of the page's host. They reject with BrandApiError. */
export interface BrandApi {
  me: () => Promise<SignedIn>;
  /** Stores the token in a cookie that this page cannot read. */
  signIn: (token: string) => Promise<SignedIn>;
  signOut: () => Promise<void>;
  listKeys: () => Promise<ApiKeyView[]>;
  issueKey: (wish: ApiKeyWish) => Promise<IssuedApiKeyView>;
  revokeKey: (id: string) => Promise<ApiKeyView>;
}

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

const unreachable = 'Callside cannot be reached right now. Try again in a moment.';
const unreadable = 'Callside gave an answer that this page cannot read. Reload the page.';

export function createBrandApi(fetch: Fetch): BrandApi {
  let prefix: Promise<string> | undefined;

  /** The path of the brand; requested once, and again after a failure. */
  const brandPath = (): Promise<string> => {
    prefix ??= ask('/console/brand', brandOfHostSchema).then(({ slug }) => `/${encodeURIComponent(slug)}`);
    prefix.catch(() => {
      prefix = undefined;
    });
    return prefix;
  };

  async function answerOf(path: string, init?: RequestInit): Promise<Response> {
    const response = await fetch(path, init).catch((error: unknown) => {
      throw new BrandApiError(0, unreachable, { cause: error });
    });
    if (response.ok) return response;
    throw new BrandApiError(response.status, await problemIn(response));
  }

  async function ask<Answer>(path: string, schema: z.ZodType<Answer>, init?: RequestInit): Promise<Answer> {
    const response = await answerOf(path, init);
    const answer = schema.safeParse(await response.json().catch(() => null));
    if (!answer.success) throw new BrandApiError(0, unreadable, { cause: answer.error });
    return answer.data;
  }

  const keys = async () => `${await brandPath()}/settings/api-keys`;

  return {
    me: async () => ask(`${await brandPath()}/me`, signedInSchema),
    signIn: async (token) =>
      ask(`${await brandPath()}/sign-in`, signedInSchema, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
      }),
    signOut: async () => {
      await answerOf(`${await brandPath()}/sign-out`, posted({}));
    },
    listKeys: async () => (await ask(await keys(), apiKeyListSchema)).items,
    issueKey: async ({ feature, label, expiresIn }) =>
      ask(await keys(), issuedApiKeySchema, posted({ feature, label: label.trim() || null, expires_in: expiresIn })),
    revokeKey: async (id) => ask(`${await keys()}/${id}`, apiKeySchema, { method: 'DELETE' }),
  };
}

function posted(body: object): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

async function problemIn(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const invalid = validationErrorSchema.safeParse(body);
  if (invalid.success) return invalid.data.detail.map(({ msg }) => msg).join('; ');
  const problem = errorSchema.safeParse(body);
  return problem.success ? problem.data.detail : unreachable;
}
