import { RepConnection } from '@callside/client';
import { useEffect, useReducer } from 'react';
import { useSession } from '../app/session.tsx';
import { initialRepDesk, type RepDesk } from './rep-desk-model.ts';
import { reduceRepDesk } from './rep-desk-state.ts';
import { useConnectAgain } from './use-connect-again.ts';
import { usePaintedReceipts } from './use-painted-receipts.ts';
import { usePushedNotes } from './use-pushed-notes.ts';

/** The desk of the signed-in rep, kept up to date while the component is mounted. */
export function useRepDesk(): RepDesk {
  const { user, token, embedding } = useSession();
  const { mayConnect, onRefused } = useConnectAgain();
  const { id, brand } = user;
  const [desk, dispatch] = useReducer(reduceRepDesk, initialRepDesk);
  const receipts = usePaintedReceipts(desk);
  const reference = desk.call?.reference ?? null;
  const showNotes = usePushedNotes(reference);
  useEffect(() => {
    if (!mayConnect) {
      // The call stays on the page, marked as no longer updated.
      dispatch({ type: 'link', link: 'reconnecting' });
      return;
    }
    const connection = new RepConnection({
      ...(token !== null && { token }),
      ...(embedding !== undefined && { renewToken: embedding.renewToken }),
      onSignal: (signal) => {
        receipts.note(signal);
        showNotes(signal);
        dispatch(signal);
      },
      onUnauthorized: onRefused,
    });
    receipts.sendThrough(connection);
    connection.start();
    return () => connection.stop();
  }, [mayConnect, token, brand, id, onRefused, receipts, showNotes, embedding]);
  useEffect(() => embedding?.onCall(reference), [embedding, reference]);
  return desk;
}
