import { callNotesSchema } from '@callside/schemas';
import { useEffect } from 'react';
import { BrandApiError } from '../app/brand-api.ts';
import { localStore } from '../app/page-storage.ts';
import { useSession } from '../app/session.tsx';
import { copiedCalls, keepCopy, readCopy } from './notes-copies.ts';

/** Saves the notes of earlier calls that the device still has. The shown calls save their own. */
export function usePendingNotes(isLive: boolean, shown: readonly (string | undefined)[]): void {
  const { api, user } = useSession();
  const except = shown.join(' ');
  useEffect(() => {
    if (!isLive) return;
    const place = { store: localStore, userId: user.id };
    for (const reference of copiedCalls(place)) {
      const copy = readCopy(place, reference);
      if (copy === null || except.includes(reference)) continue;
      api.put(`desk/calls/${reference}/notes`, copy, callNotesSchema).then(
        () => keepCopy(place, reference, null),
        (error: unknown) => {
          // The call was deleted, or the service will never accept the text.
          if (error instanceof BrandApiError && [404, 422].includes(error.status)) keepCopy(place, reference, null);
        },
      );
    }
  }, [isLive, except, api, user.id]);
}
