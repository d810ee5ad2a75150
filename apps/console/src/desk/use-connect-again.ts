import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '../app/session.tsx';

/** The pause between a refused connection and the next one: refusals of a valid session must not repeat without a pause. */
const pauseMs = 500;

/**
 * Whether the desk may connect. It may not connect after the session has ended. After the service refused a connection, it may not
 * connect until the service has confirmed the session again.
 */
export function useConnectAgain(): { mayConnect: boolean; onRefused: () => void } {
  const { isExpired, confirmedAt, lookAgain } = useSession();
  /** When the session was last confirmed before a refusal; null: there was no refusal. */
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
