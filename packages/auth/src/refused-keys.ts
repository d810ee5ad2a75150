// Which wrong and absent keys were sent, from where and how often: a dialler with a wrong key is otherwise as silent as none. The
// event log has single refused requests with their bodies, and can hold only some of each minute.

import type { Query } from '@callside/database';
import { addressToCount } from '@callside/service-kit';
import { shownKey } from './api-key.ts';
import type { ApiKeyCheck, ApiKeyRefusal } from './api-key-verifier.ts';
import { type Flushing, flushAtIntervals } from './flush-at-intervals.ts';

/** A check that failed. */
export interface RefusedKey extends ApiKeyCheck {
  reason: ApiKeyRefusal;
  /** Set when the key belongs to the brand. */
  keyId: string | null;
}

interface RefusedKeyRecorderDependencies {
  query: Query;
  keyPrefix: string;
  intervalMs: number;
  /** Called with the error of a failed flush; its counts are part of the next one. */
  onFailure?: (error: unknown) => void;
}

export interface RefusedKeyRecorder extends Flushing {
  record: (refused: RefusedKey) => void;
}

interface Count {
  brandId: string;
  feature: string;
  address: string;
  shown: string;
  reason: string;
  keyId: string | null;
  requests: number;
}

/** Anybody can send these requests. What is above is not counted. */
const mostPending = 1_000;
/** Rows of a brand: of each kind of key, and of an address. A flood with made-up keys displaces no key that was issued. */
const mostRows = { ofKind: 100, ofAddress: 20 };

const writeCounts = `
  INSERT INTO refused_keys AS k (brand_id, feature, address, shown_key, reason, api_key_id, requests, first_seen_at, last_seen_at)
  SELECT brand_id::uuid, feature, address, shown_key, reason, api_key_id::uuid, requests, clock_timestamp(), clock_timestamp()
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[])
         AS sent (brand_id, feature, address, shown_key, reason, api_key_id, requests)
   ORDER BY 1, 2, 3, 4
  ON CONFLICT (brand_id, feature, address, shown_key) DO UPDATE
     SET requests = k.requests + excluded.requests, reason = excluded.reason, api_key_id = excluded.api_key_id,
         last_seen_at = excluded.last_seen_at`;

/** First those of an address: they do not count among those of their kind. */
const deleteSurplus = `
  WITH of_brands AS (
    SELECT *, api_key_id IS NOT NULL AS is_known, shown_key IN ('', '…') AS is_no_key
      FROM refused_keys WHERE brand_id = ANY ($1::uuid[])
  ), by_address AS (
    SELECT *, row_number() OVER (PARTITION BY brand_id, is_known, address ORDER BY last_seen_at DESC) > $3 AS is_surplus
      FROM of_brands
  ), by_kind AS (
    SELECT *, row_number() OVER (PARTITION BY brand_id, is_known, is_no_key, is_surplus ORDER BY last_seen_at DESC) AS place
      FROM by_address
  )
  DELETE FROM refused_keys AS k USING by_kind AS s
   WHERE (s.is_surplus OR s.place > $2)
     AND (k.brand_id, k.feature, k.address, k.shown_key) = (s.brand_id, s.feature, s.address, s.shown_key)`;

/** Counts refused keys by brand, feature, address and what may be shown of the key, with two statements per interval. */
export function createRefusedKeyRecorder({
  query,
  keyPrefix,
  intervalMs,
  onFailure,
}: RefusedKeyRecorderDependencies): RefusedKeyRecorder {
  let pending = new Map<string, Count>();

  function add(count: Count): void {
    const name = [count.brandId, count.feature, count.address, count.shown].join(' ');
    const known = pending.get(name);
    if (known !== undefined) pending.set(name, { ...count, requests: known.requests + count.requests });
    else if (pending.size < mostPending) pending.set(name, count);
  }

  async function write(): Promise<void> {
    if (pending.size === 0) return;
    const counts = [...pending.values()];
    pending = new Map();
    const column = (name: keyof Count) => counts.map((count) => count[name]);
    try {
      await query(writeCounts, [
        column('brandId'),
        column('feature'),
        column('address'),
        column('shown'),
        column('reason'),
        column('keyId'),
        column('requests'),
      ]);
    } catch (error) {
      for (const count of counts) add(count);
      onFailure?.(error);
      return;
    }
    await query(deleteSurplus, [[...new Set(column('brandId'))], mostRows.ofKind, mostRows.ofAddress]).catch(
      (error: unknown) => onFailure?.(error),
    );
  }

  return {
    record: ({ brandId, feature, address, presented = '', reason, keyId }) =>
      add({
        ...{ brandId, feature, reason, keyId },
        address: addressToCount(address ?? ''),
        shown: shownKey(keyPrefix, presented),
        requests: 1,
      }),
    ...flushAtIntervals(write, intervalMs),
  };
}
