import type { RepLink } from '@callside/client';
import { type CustomerMatch, type Desk, type DeskCall, deskCallSchema, deskSchema } from '@callside/schemas';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState } from 'react';
import { useSession } from '../app/session.tsx';
import { type ClockReading, isOutdated, serverTime } from './server-clock.ts';

const clockCheckMs = 1_000;

interface DeskReads {
  desk: Desk | null;
  reading: ClockReading | null;
}

/** The rep's recent events and last call, and the service's clock. Read again after each connection and after a sleep. */
export function useDeskReads(link: RepLink): DeskReads {
  const { api } = useSession();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['desk', 'recent'],
    queryFn: async () => {
      const sentAt = performance.now();
      const desk = await api.get('desk', deskSchema);
      const steadyMs = performance.now();
      const serverMs = Date.parse(desk.now) + (steadyMs - sentAt) / 2;
      return { desk, reading: { serverMs, localMs: Date.now(), steadyMs } };
    },
  });
  useEffect(() => {
    if (link === 'live') void queries.invalidateQueries({ queryKey: ['desk'] });
  }, [link, queries]);
  const reading = data?.reading ?? null;
  useEffect(() => {
    const timer = setInterval(() => {
      if (reading === null || !isOutdated(reading, Date.now(), performance.now())) return;
      void queries.invalidateQueries({ queryKey: ['desk', 'recent'] });
    }, clockCheckMs);
    return () => clearInterval(timer);
  }, [reading, queries]);
  return { desk: data?.desk ?? null, reading };
}

/** The data that belongs to a call. A change of the customer reads it again, because theirs is shown. */
export function useDeskCall(reference: string, customer: CustomerMatch | null): UseQueryResult<DeskCall> {
  const { api } = useSession();
  return useQuery({
    queryKey: ['desk', 'call', reference, customer?.match, customer?.customer_id, customer?.phone_number],
    queryFn: () => api.get(`desk/calls/${reference}`, deskCallSchema),
  });
}

export const ServerClock = createContext<ClockReading | null>(null);

/** The service's time in ms since 1970, updated every `everyMs`. */
export function useServerNow(everyMs = 1_000): number {
  const reading = useContext(ServerClock);
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return serverTime(reading, Date.now(), performance.now());
}

/** Whether the service's time is before `at`, in ms since 1970; false for null. */
export function useIsBefore(at: number | null): boolean {
  const reading = useContext(ServerClock);
  const [, setTick] = useState(0);
  const leftMs = () => (at === null ? 0 : at - serverTime(reading, Date.now(), performance.now()));
  useEffect(() => {
    const ms = leftMs();
    if (ms <= 0) return;
    const timer = setTimeout(() => setTick((tick) => tick + 1), ms);
    return () => clearTimeout(timer);
  }, [at, reading]);
  return leftMs() > 0;
}
