import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '../app/session.tsx';

/** Between a refused connection and the next: the refusal of a session that is good must not repeat all the time. */
const pauseMs = 500;

/**
 * Whether the desk may connect: not after the session has ended, and not after the service refused a connection, until it has
 * confirmed the session again.
 */
export function useConnectAgain(): { mayConnect: boolean; onRefused: () => void } {
  const { isExpired, confirmedAt, lookAgain } = useSession();
  /** When the session had been confirmed last before a refusal; null: there was none. */
  const [refusedAfter, setRefusedAfter] = useState<number | null>(null);
  const lastConfirmed = useRef(confirmedAt);
  useEffect(() => {
    lastConfirmed.current = confirmedAt;
  }, [confirmedAt]);

  useEffect(() => {
    if (refusedAfter === null || isExpired || confirmedAt === refusedAfter) return;
    const retry = setTimeout(() => setRefusedAfter(null), pauseMs);
    return () => clearTimeout(retry);
  }, [refusedAfter, isExpired, confirmedAt]);

  const onRefused = useCallback(() => {
    setRefusedAfter(lastConfirmed.current);
    lookAgain();
  }, [lookAgain]);
  return { mayConnect: !isExpired && refusedAfter === null, onRefused };
}
