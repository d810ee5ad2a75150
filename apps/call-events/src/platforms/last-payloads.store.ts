import type { Query } from '@callside/database';
import { type PlatformPayload, storableText } from '@callside/schemas';

export interface NotedPayload {
  brandId: string;
  platform: string;
  payload: PlatformPayload;
}

interface Pending {
  brandId: string;
  platform: string;
  accepted: PlatformPayload | null;
  refused: PlatformPayload | null;
}

// Other instances write too: the later payload stays. Times of one form compare as texts.
const updateLast = `
  UPDATE integrations i
     SET last_accepted = ${laterOf('accepted')},
         last_refused = ${laterOf('refused')}
    FROM unnest($1::uuid[], $2::text[], $3::jsonb[], $4::jsonb[]) AS noted (brand_id, platform, accepted, refused)
   WHERE i.brand_id = noted.brand_id AND i.platform = noted.platform`;

function laterOf(outcome: 'accepted' | 'refused'): string {
  const [last, noted] = [`i.last_${outcome}`, `noted.${outcome}`];
  return `CASE WHEN ${noted}->>'at' >= coalesce(${last}->>'at', '') THEN ${noted} ELSE ${last} END`;
}

/** The last payloads of each platform, for its owners. No request waits for this: a regular task writes them. */
export class LastPayloads {
  readonly #query: Query;
  #pending = new Map<string, Pending>();

  constructor(query: Query) {
    this.#query = query;
  }

  note({ brandId, platform, payload }: NotedPayload): void {
    const key = `${brandId} ${platform}`;
    const pending = this.#pending.get(key) ?? { brandId, platform, accepted: null, refused: null };
    this.#pending.set(key, { ...pending, [payload.reason === null ? 'accepted' : 'refused']: payload });
  }

  /** What cannot be written is lost: the next payload replaces it. */
  async write(): Promise<void> {
    if (this.#pending.size === 0) return;
    const noted = [...this.#pending.values()];
    this.#pending = new Map();
    await this.#query(updateLast, [
      noted.map(({ brandId }) => brandId),
      noted.map(({ platform }) => platform),
      noted.map(({ accepted }) => accepted && storableJson(accepted)),
      noted.map(({ refused }) => refused && storableJson(refused)),
    ]);
  }
}

/** One text that PostgreSQL cannot store would lose the payloads of all brands. The names of fields are plain. */
function storableJson(payload: PlatformPayload): string {
  return JSON.stringify(payload, (_, value) => (typeof value === 'string' ? storableText(value) : value));
}
