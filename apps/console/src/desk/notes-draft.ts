// The notes that a rep writes. A text is never lost: a copy stays on the device until the service has it, and a change from
// elsewhere is shown instead of being overwritten.

import type { CallNotesView, Disposition } from '@callside/schemas';

export interface NotesContent {
  note: string;
  disposition: Disposition | null;
  /** The desk chose the disposition when a sale was recorded, and the rep has not chosen since. */
  fromSale?: boolean;
}

/** A copy on the device: content that the service does not have yet, based on `version`. */
export interface LocalCopy extends NotesContent {
  version: number;
}

export interface NotesDraft extends NotesContent {
  /** The version that the content is based on. */
  version: number;
  /** The service has the content. */
  isSaved: boolean;
  /** The stored notes that differ from the version that the content is based on. null: no conflict. */
  theirs: CallNotesView | null;
}

export function firstDraft(stored: CallNotesView | null, copy: LocalCopy | null): NotesDraft {
  const empty: NotesDraft = { note: '', disposition: null, version: 0, isSaved: true, theirs: null };
  const draft = copy === null ? empty : { ...copy, isSaved: false, theirs: null };
  return stored === null ? draft : withStored(draft, stored);
}

export function edited(draft: NotesDraft, change: Pick<Partial<NotesContent>, 'note' | 'disposition'>): NotesDraft {
  const fromSale = change.disposition === undefined && draft.fromSale === true;
  return { ...draft, ...change, fromSale, isSaved: false };
}

/** A sale was recorded: it is the result of the call, unless the rep has chosen one. */
export function chosenBySale(draft: NotesDraft): NotesDraft {
  return draft.disposition === null ? { ...draft, disposition: 'sale', fromSale: true, isSaved: false } : draft;
}

/** The sale was undone: its result goes with it, unless the rep has chosen since. */
export function withdrawnBySale(draft: NotesDraft): NotesDraft {
  return draft.fromSale === true ? { ...draft, disposition: null, fromSale: false, isSaved: false } : draft;
}

/** The notes were read or saved. Content that is not saved yet is kept; another version on file is a conflict. */
export function withStored(draft: NotesDraft, stored: CallNotesView): NotesDraft {
  if (stored.version < (draft.theirs ?? draft).version) return draft;
  if (draft.isSaved || isSame(draft, contentOf(stored))) {
    const { note, disposition, disposition_from_sale: fromSale, version } = stored;
    return { note, disposition, fromSale, version, isSaved: true, theirs: null };
  }
  return stored.version === draft.version ? { ...draft, theirs: null } : { ...draft, theirs: stored };
}

/** The notes were written elsewhere. A rep who types is not interrupted: the save of their text finds the conflict. */
export function withPushed(draft: NotesDraft, stored: CallNotesView): NotesDraft {
  return draft.isSaved || draft.theirs !== null || isSame(draft, contentOf(stored)) ? withStored(draft, stored) : draft;
}

/** The answer to a request that saved `sent`. Text that the rep typed meanwhile is not saved yet. */
export function afterSave(draft: NotesDraft, sent: NotesContent, stored: CallNotesView): NotesDraft {
  return { ...draft, version: stored.version, isSaved: isSame(draft, sent), theirs: null };
}

/** The rep keeps their own text: it replaces the stored version. */
export function keepMine(draft: NotesDraft): NotesDraft {
  return draft.theirs === null ? draft : { ...draft, version: draft.theirs.version, theirs: null, isSaved: false };
}

export function takeTheirs(draft: NotesDraft): NotesDraft {
  return draft.theirs === null ? draft : withStored({ ...draft, isSaved: true }, draft.theirs);
}

function contentOf({ note, disposition, disposition_from_sale: fromSale }: CallNotesView): NotesContent {
  return { note, disposition, fromSale };
}

function isSame(a: NotesContent, b: NotesContent): boolean {
  return a.note === b.note && a.disposition === b.disposition && (a.fromSale ?? false) === (b.fromSale ?? false);
}
