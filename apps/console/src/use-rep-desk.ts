import { RepConnection } from '@callside/client';
import { useEffect, useReducer } from 'react';
import { initialRepDesk, type RepDesk } from './rep-desk-model.ts';
import { reduceRepDesk } from './rep-desk-state.ts';

/** The desk of the token's rep, kept up to date while the component is mounted. */
export function useRepDesk(token: string, onUnauthorized: () => void): RepDesk {
  const [desk, dispatch] = useReducer(reduceRepDesk, initialRepDesk);
  useEffect(() => {
    const connection = new RepConnection({ token, onSignal: dispatch, onUnauthorized });
    connection.start();
    return () => connection.stop();
  }, [token, onUnauthorized]);
  return desk;
}
