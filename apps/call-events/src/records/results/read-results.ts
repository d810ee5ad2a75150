import type { Database } from '@callside/database';
import { mostResultDays, type ResultsQuery } from '@callside/schemas';
import { ServiceError } from '@callside/service-kit';
import type { Brand } from '../../brands/index.ts';
import { type ResultsRequest, readSums } from './results.store.ts';
import { addDays, dayIn, daysBetween } from './rules/calendar-days.ts';
import { type DayRange, type ResultsOnFile, resultsOf } from './rules/results.ts';

const usualDays = 30;

/** The figures of a range of days, by group and in total. Throws `invalid` for a range that is too long. */
export async function readResults(
  transaction: Database['transaction'],
  brand: Pick<Brand, 'id' | 'timeZone'>,
  { by, tests, team, ...asked }: ResultsQuery & Pick<ResultsRequest, 'team'>,
  now: Date,
): Promise<ResultsOnFile & { range: DayRange }> {
  const to = asked.to ?? lastDayAfter(asked.from, addDays(dayIn(brand.timeZone, now), 1));
  const range = { from: asked.from ?? addDays(to, -usualDays), to };
  if (daysBetween(range.from, range.to) > mostResultDays) {
    throw new ServiceError({
      code: 'invalid',
      message: 'The range is too long.',
      issues: [
        {
          type: 'value_error',
          loc: ['query', 'from'],
          msg: `from must not be more than ${mostResultDays} days before to`,
        },
      ],
    });
  }
  const sums = await readSums(transaction, { brandId: brand.id, timeZone: brand.timeZone, by, tests, team, ...range });
  return { range, ...resultsOf(by, range, sums) };
}

/** A range that starts in the future is still a range. */
function lastDayAfter(from: string | undefined, tomorrow: string): string {
  return from !== undefined && from >= tomorrow ? addDays(from, 1) : tomorrow;
}
