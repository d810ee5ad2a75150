import { broadcastChannel, RepConnection } from '@callside/client';
import { useEffect, useReducer, useRef, useState } from 'react';
import { useSession } from '../app/session.tsx';
import { initialRepDesk, type RepDesk } from './rep-desk-model.ts';
import { reduceRepDesk } from './rep-desk-state.ts';
import { usePaintedReceipts } from './use-painted-receipts.ts';

/** Between a refused connection and the next: the refusal of a session that is good must not repeat all the time. */
const connectAgainMs = 500;

/** The desk of the signed-in rep, kept up to date while the component is mounted. */
export function useRepDesk(): RepDesk {
  const { user, token, isExpired, confirmedAt, lookAgain, embedding } = useSession();
  const { id, brand } = user;
  const [desk, dispatch] = useReducer(reduceRepDesk, initialRepDesk);
  const receipts = usePaintedReceipts(desk);
  /** When the session had been confirmed last before the service refused a connection; null: it did not. */
  const [refusedAfter, setRefusedAfter] = useState<number | null>(null);
  const lastConfirmed = useRef(confirmedAt);
  useEffect(() => {
    lastConfirmed.current = confirmedAt;
  }, [confirmedAt]);

  // The session is good again, after a sign-in or because another page renewed it.
  useEffect(() => {
    if (refusedAfter === null || isExpired || confirmedAt === refusedAfter) return;
    const retry = setTimeout(() => setRefusedAfter(null), connectAgainMs);
    return () => clearTimeout(retry);
  }, [refusedAfter, isExpired, confirmedAt]);

  const isConnecting = !isExpired && refusedAfter === null;
  useEffect(() => {
    if (!isConnecting) {
      // The call stays on the page, marked as no longer updated.
      dispatch({ type: 'link', link: 'reconnecting' });
      return;
    }
    const connection = new RepConnection({
      ...(token !== null && { token }),
      ...(embedding !== undefined && { renewToken: embedding.renewToken }),
      tabs: broadcastChannel(JSON.stringify(['callside.rep', brand, id])),
      onSignal: (signal) => {
        receipts.note(signal);
        dispatch(signal);
      },
      onUnauthorized: () => {
        setRefusedAfter(lastConfirmed.current);
        lookAgain();
      },
    });
    receipts.sendThrough(connection);
    connection.start();
    return () => connection.stop();
  }, [isConnecting, token, brand, id, lookAgain, receipts, embedding]);
  const reference = desk.call?.reference ?? null;
  useEffect(() => embedding?.onCall(reference), [embedding, reference]);
  return desk;
}
