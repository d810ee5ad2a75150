import type { Pool } from '@callside/database';
import { type Bounded, toPage } from '../../bounded-page.sql.ts';
import type { UnresolvedName } from '../../brands/index.ts';
import { controlsRecording } from '../../calls/index.ts';
import type { Page } from '../../page.ts';
import {
  selectEventPage,
  selectEventsOfNumber,
  selectEventWay,
  selectFoundEvents,
  selectUnresolvedAgents,
} from './event-log.sql.ts';
import { selectRecordingEvidence } from './recording-evidence.sql.ts';
import type { EventFilter, EventOnFile, EventSearch, EventWayOnFile, RecordingOnFile } from './rules/event-on-file.ts';
import type { CompanionOnFile } from './rules/recording-evidence.ts';
import { selectAgentsWithPart, selectNumbersWithPart } from './search-parts.sql.ts';

interface EventWayRow extends EventOnFile {
  request_id: string | null;
  api_key_id: string | null;
  key_label: string | null;
  key_last_four: string | null;
  rep_email: string | null;
  rep_name: string | null;
  painted_at: Date | null;
  painted_tabs: number;
  user_id: string | null;
  position: string | null;
  recording_sequence: string | null;
  only_reported: boolean;
}

interface EvidenceRow {
  in_force: boolean;
  replaced_at: Date | null;
  /** null: no companion. */
  since_sequence: string | null;
  until_sequence: string | null;
  acknowledged_sequence: string | null;
  ended_as: 'left' | 'lost' | 'cut off' | null;
  ended_at: Date | null;
  may_record: boolean;
  acknowledged_at: Date | null;
}

/** The event log, on a pool with the settings of `pagePlans`. */
export class EventLogStore {
  readonly #pool: Pool;

  constructor({ pool }: { pool: Pool }) {
    this.#pool = pool;
  }

  /** Newest first. */
  async readPage(filter: EventFilter): Promise<Page<EventOnFile>> {
    const { brandId, agentEmail, event, resolved, from, limit, search } = filter;
    if (search) return this.#find(filter, search);
    const asked = [agentEmail, event].filter((filter) => filter !== null);
    const { rows } = await this.#pool.query<EventOnFile & Bounded>({
      // Prepared once per connection: planning twelve streams costs more than reading the page.
      name: `event-page ${agentEmail !== null} ${event !== null} ${resolved}`,
      text: selectEventPage({ byAgent: agentEmail !== null, byEvent: event !== null, resolved }),
      values: [brandId, from ?? '-infinity', ...endOf(filter), limit + 1, ...asked],
    });
    return toEventPage(rows, limit);
  }

  /** null: the brand has no such event. `id` is a whole number. */
  async readWay(brandId: string, id: string): Promise<EventWayOnFile | null> {
    const { rows } = await this.#pool.query<EventWayRow>({
      name: 'event-way',
      text: selectEventWay,
      values: [brandId, id],
    });
    const [row] = rows;
    return row === undefined ? null : { ...toWay(row), recording: await this.#readRecording(row) };
  }

  async #readRecording(row: EventWayRow): Promise<RecordingOnFile | null> {
    const { user_id, position, event, recording_sequence: sequence, receivedAt, only_reported: isOnlyReported } = row;
    if (sequence === null || !controlsRecording(event)) return null;
    const { rows } = await this.#pool.query<EvidenceRow>({
      name: 'recording-evidence',
      text: selectRecordingEvidence,
      values: [user_id, position, event, sequence, receivedAt],
    });
    const [first] = rows;
    if (first === undefined) throw new Error('the rep of a recording event has no state');
    return {
      asked: { sequence: Number(sequence), isOnlyReported, isInForce: first.in_force, replacedAt: first.replaced_at },
      companions: rows.flatMap((each) => toCompanion(each) ?? []),
    };
  }

  /** The one seen last comes first. `truncated`: only the newest events were counted. */
  async readUnresolvedAgents(brandId: string, since: Date): Promise<{ items: UnresolvedName[]; truncated: boolean }> {
    const { rows } = await this.#pool.query<UnresolvedName & { truncated: boolean }>({
      name: 'unresolved-agents',
      text: selectUnresolvedAgents,
      values: [brandId, since],
    });
    return { items: rows, truncated: rows[0]?.truncated ?? false };
  }

  /** Whole values with one of the parts, at most `most`. */
  async findWithPart(
    { brandId, from, to }: Pick<EventFilter, 'brandId' | 'from' | 'to'>,
    kind: 'agents' | 'numbers',
    { parts, most }: { parts: readonly string[]; most: number },
  ): Promise<string[]> {
    if (parts.length === 0) return [];
    const patterns = parts.map((part) => `%${part.replace(/[\\%_]/g, '\\$&')}%`);
    const { rows } = await this.#pool.query<{ value: string }>({
      name: `${kind}-with-part`,
      text: kind === 'agents' ? selectAgentsWithPart : selectNumbersWithPart,
      values: [brandId, patterns, from ?? '-infinity', to ?? 'infinity', most],
    });
    return rows.map(({ value }) => value);
  }

  async #find(filter: EventFilter, { by, value }: EventSearch): Promise<Page<EventOnFile>> {
    const { brandId, agentEmail, event, resolved, from, limit } = filter;
    const { rows } = await this.#pool.query<EventOnFile & Bounded>({
      name: `found-events ${by}`,
      text: by === 'phone' ? selectEventsOfNumber : selectFoundEvents(by),
      values: [brandId, from ?? '-infinity', ...endOf(filter), limit + 1, value, agentEmail, event, resolved],
    });
    return toEventPage(rows, limit);
  }
}

function toEventPage(rows: readonly (EventOnFile & Bounded)[], limit: number): Page<EventOnFile> {
  return toPage(rows, limit, { item: (row) => row, position: ({ receivedAt, id }) => ({ at: receivedAt, id }) });
}

/** The first position after the page. A single bound, because an index scan starts at a single one. */
function endOf({ to, after }: EventFilter): [at: Date | 'infinity', id: string] {
  if (after !== null && (to === null || after.at < to)) return [after.at, after.id];
  return [to ?? 'infinity', '0'];
}

function toWay(row: EventWayRow): Omit<EventWayOnFile, 'recording'> {
  return {
    event: row,
    requestId: row.request_id,
    key: row.key_last_four === null ? null : { label: row.key_label, lastFour: row.key_last_four },
    rep: row.rep_email === null ? null : { email: row.rep_email, name: row.rep_name ?? row.rep_email },
    paintedAt: row.painted_at,
    paintedTabs: row.painted_tabs,
  };
}

function toCompanion(row: EvidenceRow): CompanionOnFile | null {
  const { since_sequence: since, until_sequence: until, acknowledged_sequence: acknowledged } = row;
  // Without a time of its end, nobody knows what it was there for: its instance was deleted by hand.
  if (since === null || (row.ended_as !== null && row.ended_at === null)) return null;
  return {
    sinceSequence: Number(since),
    untilSequence: until === null ? null : Number(until),
    end: row.ended_as && row.ended_at && { as: row.ended_as, at: row.ended_at },
    mayRecord: row.may_record,
    acknowledgedSequence: acknowledged === null ? null : Number(acknowledged),
    acknowledgedAt: row.acknowledged_at,
  };
}
