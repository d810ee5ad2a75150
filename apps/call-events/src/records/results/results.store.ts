import type { Database, Query } from '@callside/database';
import type { ResultGroup } from '@callside/schemas';
import { ServiceError } from '@callside/service-kit';
import {
  keyedStatements,
  selectCalls,
  selectOffers,
  selectRange,
  selectRepNames,
  selectTestCalls,
  selectTimes,
  selectTitles,
  type Tests,
} from './results.sql.ts';
import { type DayRange, type Keyed, noOffers, type OfferFigures, type ResultSums } from './rules/results.ts';
import type { CountedTime } from './rules/screen-time.ts';

export interface ResultsRequest extends DayRange {
  brandId: string;
  timeZone: string;
  by: ResultGroup;
  tests: Tests;
  /** Only of the reps of that team; null: of the brand. */
  team: string | null;
}

const namesOf: Partial<Record<ResultGroup, string>> = { rep: selectRepNames, product: selectTitles };
const cancelled = '57014';
const tooMuch = 'There is too much to add up in this range of days. Choose a shorter one.';

/**
 * Sums over calls, receipts, offers and purchases of a brand, all of one instant. Throws `unavailable` when they take
 * longer than a statement may.
 */
export async function readSums(transaction: Database['transaction'], request: ResultsRequest): Promise<ResultSums> {
  try {
    return await transaction((query) => readSumsIn(query, request));
  } catch (error) {
    if (codeOf(error) !== cancelled) throw error;
    throw new ServiceError({ code: 'unavailable', message: tooMuch, cause: error, retryAfterSeconds: 60 });
  }
}

async function readSumsIn(query: Query, request: ResultsRequest): Promise<ResultSums> {
  const { brandId, timeZone, by, tests, team, from, to } = request;
  await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  const [range] = await query<{ start: Date; end: Date }>(selectRange, [from, to, timeZone]);
  const values = [brandId, range?.start, range?.end, timeZone, team];
  const read = <Row>(statement: string | null) => (statement === null ? [] : query<Row>(statement, values));

  const statements = keyedStatements(by, tests);
  const calls = await read<Keyed<{ calls: number }>>(statements.calls);
  // A call is of one day and of one rep. Other groups do not have all calls.
  const isOfAll = by === 'day' || by === 'rep';
  const all = isOfAll ? calls : await read<{ calls: number }>(selectCalls('none', tests));
  const times = await read<Keyed<CountedTime>>(statements.times);
  const allTimes = by === 'day' ? times : await read<CountedTime>(selectTimes('none', tests));
  const offerRows = await read<Keyed<OfferFigures & { isTotal: boolean }>>(statements.offers);
  const offers = offerRows.filter(({ isTotal }) => !isTotal);
  // Where a recommendation may have several keys, the sum over keys is not the total.
  const isOfOne = isOfAll || by === 'model';
  const total = isOfOne ? offerRows : await read<OfferFigures & { isTotal: boolean }>(selectOffers('none', tests));
  const allOffers = total.find(({ isTotal }) => isTotal) ?? noOffers;
  const named = namesOf[by];
  const keys = named === undefined ? [] : keysOf([...calls, ...offers, ...times]);
  const names =
    named === undefined || keys.length === 0 ? [] : await query<{ id: string; name: string }>(named, [brandId, keys]);
  const [testCalls] = await read<{ calls: number }>(selectTestCalls);
  return {
    calls,
    allCalls: all.reduce((sum, row) => sum + row.calls, 0),
    times,
    allTimes,
    offers,
    allOffers,
    labels: new Map(names.map(({ id, name }) => [id, name])),
    testCalls: testCalls?.calls ?? 0,
  };
}

function keysOf(rows: readonly Keyed<object>[]): string[] {
  return [...new Set(rows.flatMap(({ key }) => key ?? []))];
}

function codeOf(error: unknown): unknown {
  return Object(error).code;
}
