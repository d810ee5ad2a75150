import { broadcastChannel, RepConnection } from '@callside/client';
import { useEffect, useReducer } from 'react';
import { useSession } from '../app/session.tsx';
import { initialRepDesk, type RepDesk } from './rep-desk-model.ts';
import { reduceRepDesk } from './rep-desk-state.ts';
import { usePaintedReceipts } from './use-painted-receipts.ts';

/** The desk of the signed-in rep, kept up to date while the component is mounted. */
export function useRepDesk(): RepDesk {
  const { user, token, lookAgain } = useSession();
  const { id, brand } = user;
  const [desk, dispatch] = useReducer(reduceRepDesk, initialRepDesk);
  const receipts = usePaintedReceipts(desk);
  useEffect(() => {
    const connection = new RepConnection({
      ...(token !== null && { token }),
      tabs: broadcastChannel(JSON.stringify(['callside.rep', brand, id])),
      onSignal: (signal) => {
        receipts.note(signal);
        dispatch(signal);
      },
      onUnauthorized: lookAgain,
    });
    receipts.sendThrough(connection);
    connection.start();
    return () => connection.stop();
  }, [token, brand, id, lookAgain, receipts]);
  return desk;
}
