import { callNotesSchema, deskCallSchema } from '@callside/schemas';
import { useEffect } from 'react';
import { beforeSignOut } from '../app/before-sign-out.ts';
import { answerWithin } from '../app/brand-api.ts';
import { localStore } from '../app/page-storage.ts';
import { useSession } from '../app/session.tsx';
import { RepNotes } from './notes-saver.ts';

/** Outside of React: notes are saved also after their field has left the page. By user id. */
const notesOfReps = new Map<string, RepNotes>();

/** The notes of the signed-in rep. */
export function useRepNotes(): RepNotes {
  const { user } = useSession();
  const known = notesOfReps.get(user.id);
  if (known !== undefined) return known;
  const notes = new RepNotes({ store: localStore, userId: user.id });
  notesOfReps.set(user.id, notes);
  return notes;
}

/** Saves notes while the session lasts. A new connection is a reason to save what could not be saved. */
export function useSavedNotes(isLive: boolean): void {
  const { api, isExpired } = useSession();
  const notes = useRepNotes();
  useEffect(() => {
    if (isExpired) return;
    notes.saveThrough({
      save: (reference, { fromSale, ...notes }) => {
        const body = { ...notes, disposition_from_sale: fromSale ?? false };
        return api.put(`desk/calls/${reference}/notes`, body, callNotesSchema, answerWithin());
      },
      read: async (reference) => (await api.get(`desk/calls/${reference}`, deskCallSchema)).notes,
    });
    return () => {
      // The page may be left before what was typed last is saved.
      void notes.saveNow();
      notes.saveThrough(null);
    };
  }, [api, isExpired, notes]);
  useEffect(() => beforeSignOut(() => notes.saveNow()), [notes]);
  useEffect(() => {
    if (isLive) notes.resume();
  }, [isLive, notes]);
}
