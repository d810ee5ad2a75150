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
  const { user, token, isExpired, confirmedAt, lookAgain } = useSession();
  const { id, brand } = user;
  const [desk, dispatch] = useReducer(reduceRepDesk, initialRepDesk);
  const receipts = usePaintedReceipts(desk);
  const [isRefused, setRefused] = useState(false);
  const refusedAt = useRef(0);

  // The session is good again, after a sign-in or because another page renewed it.
  useEffect(() => {
    if (!isRefused || isExpired || confirmedAt <= refusedAt.current) return;
    const retry = setTimeout(() => setRefused(false), connectAgainMs);
    return () => clearTimeout(retry);
  }, [isRefused, isExpired, confirmedAt]);

  const isConnecting = !isExpired && !isRefused;
  useEffect(() => {
    if (!isConnecting) {
      // The call stays on the page, marked as no longer updated.
      dispatch({ type: 'link', link: 'reconnecting' });
      return;
    }
    const connection = new RepConnection({
      ...(token !== null && { token }),
      tabs: broadcastChannel(JSON.stringify(['callside.rep', brand, id])),
      onSignal: (signal) => {
        receipts.note(signal);
        dispatch(signal);
      },
      onUnauthorized: () => {
        refusedAt.current = Date.now();
        setRefused(true);
        lookAgain();
      },
    });
    receipts.sendThrough(connection);
    connection.start();
    return () => connection.stop();
  }, [isConnecting, token, brand, id, lookAgain, receipts]);
  return desk;
}
