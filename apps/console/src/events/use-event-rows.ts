import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../app/session.tsx';
import { useLastingProblem } from '../app/use-lasting-problem.ts';
import type { EventFilters } from './event-filters.ts';
import { readEvents } from './event-requests.ts';
import { type EventRows, withNewest, withOlder } from './event-rows.ts';

const lookEveryMs = 2_000;

/** The log with that filter. New rows appear by themselves while the page is visible. */
export function useEventRows(filters: EventFilters) {
  const { api, user } = useSession();
  const { time_zone: timeZone } = user.brand_settings;
  const key = JSON.stringify([filters, timeZone]);
  const [kept, setKept] = useState<{ key: string; rows: EventRows } | null>(null);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<Error | null>(null);
  const current = useRef(key);
  current.current = key;
  const newest = useQuery({
    queryKey: ['events', key],
    queryFn: () => readEvents(api, filters, timeZone, null),
    refetchInterval: lookEveryMs,
    staleTime: 0,
  });
  const { data } = newest;
  const ofNewest = useLastingProblem(newest);
  useEffect(() => {
    if (data === undefined) return;
    setKept((before) => ({ key, rows: withNewest(before?.key === key ? before.rows : null, data) }));
  }, [data, key]);

  const rows = kept?.key === key ? kept.rows : null;
  const readOlder = async () => {
    if (rows?.next == null) return;
    setReading(true);
    setProblem(null);
    try {
      const page = await readEvents(api, filters, timeZone, rows.next);
      if (current.current === key) {
        setKept((now) => (now?.key === key ? { key, rows: withOlder(now.rows, page) } : now));
      }
    } catch (error) {
      setProblem(error instanceof Error ? error : new Error(String(error)));
    } finally {
      setReading(false);
    }
  };
  return { rows, isMore: data?.more_matches === true, problem: problem ?? ofNewest, isReading, readOlder };
}
