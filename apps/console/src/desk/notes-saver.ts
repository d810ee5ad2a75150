// The notes of the calls of a rep, as this page has them. They are saved also after the field that they were typed in has left
// the page.

import type { CallNotesView } from '@callside/schemas';
import { BrandApiError } from '../app/brand-api.ts';
import { type CopyPlace, copiedCalls, keepCopy, readCopy } from './notes-copies.ts';
import { afterSave, firstDraft, type LocalCopy, type NotesDraft, withPushed, withStored } from './notes-draft.ts';

const saveAfterMs = 600;
const retryAfterMs = 3_000;

/** `refused`: why the service will never accept the text. */
export type Progress = 'idle' | 'saving' | 'failed' | { refused: string };

export interface NotesState {
  draft: NotesDraft;
  progress: Progress;
}

export interface NotesRequests {
  /** Both reject with BrandApiError. */
  save: (reference: string, notes: LocalCopy) => Promise<CallNotesView>;
  read: (reference: string) => Promise<CallNotesView>;
}

interface Surroundings {
  place: CopyPlace;
  /** null: nothing can be saved now, because the session has ended. */
  requests: () => NotesRequests | null;
  onChange: () => void;
}

/** The notes on one call. */
export class CallNotesSaver {
  readonly #reference: string;
  readonly #surroundings: Surroundings;
  readonly #listeners = new Set<() => void>();
  #state: NotesState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The request that is running. */
  #saving: Promise<void> | null = null;

  constructor(reference: string, surroundings: Surroundings) {
    this.#reference = reference;
    this.#surroundings = surroundings;
    this.#state = { draft: firstDraft(null, readCopy(surroundings.place, reference)), progress: 'idle' };
  }

  readonly state = (): NotesState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#saveAfter(saveAfterMs);
    return () => this.#listeners.delete(listener);
  };

  get isShown(): boolean {
    return this.#listeners.size > 0;
  }

  readonly change = (to: (draft: NotesDraft) => NotesDraft): void => {
    const before = this.#state.draft;
    const next = to(before);
    if (next === before) return;
    const { note, disposition, fromSale = false, version, isSaved } = next;
    if (!isSaved) keepCopy(this.#surroundings.place, this.#reference, { note, disposition, fromSale, version });
    // A tab without changes of its own must not remove the copy of another tab.
    else if (!before.isSaved) keepCopy(this.#surroundings.place, this.#reference, null);
    this.#set({ draft: next });
    this.#saveAfter(saveAfterMs);
  };

  /** The notes were read, or pushed. Their version is compared with the answer to the request that is running. */
  takeStored(stored: CallNotesView, take: typeof withStored = withStored): void {
    if (this.#saving === null) this.change((draft) => take(draft, stored));
    else void this.#saving.then(() => this.takeStored(stored, take));
  }

  /** Saves what is not saved yet, also what another tab has left on the device. */
  resume(): void {
    const copy = readCopy(this.#surroundings.place, this.#reference);
    const { draft } = this.#state;
    if (draft.isSaved && copy !== null && !this.isShown) this.#set({ draft: firstDraft(null, copy) });
    this.#save();
  }

  /** Saves what is not saved yet, also what was typed during a request. Resolves after the attempt. */
  async saveNow(): Promise<void> {
    const requests = this.#surroundings.requests();
    await this.#saving;
    this.#save(requests);
    await this.#saving;
  }

  #set(change: Partial<NotesState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
    this.#surroundings.onChange();
  }

  #saveAfter(ms: number): void {
    clearTimeout(this.#timer);
    const { isSaved, theirs } = this.#state.draft;
    if (!isSaved && theirs === null) this.#timer = setTimeout(() => this.#save(), ms);
  }

  #save(requests = this.#surroundings.requests()): void {
    const { isSaved, theirs } = this.#state.draft;
    // What is typed during a request is saved after it.
    if (this.#saving !== null || isSaved || theirs !== null || requests === null) return;
    clearTimeout(this.#timer);
    this.#saving = this.#send(requests);
    // A problem is shown until a text is accepted.
    if (this.#state.progress === 'idle') this.#set({ progress: 'saving' });
  }

  async #send(requests: NotesRequests): Promise<void> {
    const { note, disposition, fromSale = false, version } = this.#state.draft;
    const sent = { note, disposition, fromSale, version };
    try {
      const saved = await requests.save(this.#reference, sent);
      this.#end('idle', (draft) => afterSave(draft, sent, saved));
    } catch (error) {
      await this.#afterFailure(error, requests);
    }
  }

  async #afterFailure(error: unknown, requests: NotesRequests): Promise<void> {
    const status = error instanceof BrandApiError ? error.status : 0;
    const theirs = status === 409 ? await requests.read(this.#reference).catch(() => null) : null;
    if (theirs !== null) return this.#end('idle', (draft) => withStored(draft, theirs));
    // The call was deleted: nobody sees it any more.
    if (status === 404 && !this.isShown) return this.#end('idle', (draft) => ({ ...draft, isSaved: true }));
    if (status >= 400 && status < 500 && ![401, 409, 429].includes(status)) {
      this.#saving = null;
      return this.#set({ progress: { refused: error instanceof Error ? error.message : '' } });
    }
    this.#end('failed', (draft) => draft);
    this.#saveAfter(retryAfterMs);
  }

  #end(progress: Progress, to: (draft: NotesDraft) => NotesDraft): void {
    this.#saving = null;
    this.#set({ progress });
    this.change(to);
  }
}

/** The notes of all calls of a rep that this page has shown, or has a copy of. */
export class RepNotes {
  readonly #place: CopyPlace;
  readonly #savers = new Map<string, CallNotesSaver>();
  readonly #listeners = new Set<() => void>();
  #requests: NotesRequests | null = null;
  #unsettled: readonly string[] = [];

  constructor(place: CopyPlace) {
    this.#place = place;
  }

  of(reference: string): CallNotesSaver {
    const known = this.#savers.get(reference);
    if (known !== undefined) return known;
    const saver = new CallNotesSaver(reference, {
      place: this.#place,
      requests: () => this.#requests,
      onChange: () => this.#findUnsettled(),
    });
    this.#savers.set(reference, saver);
    return saver;
  }

  /** The notes on a call were written, here or elsewhere. */
  takePushed(reference: string, stored: CallNotesView): void {
    // A copy that this page has not taken is that of another tab, which saves it.
    const isOfAnother = !this.#savers.has(reference) && readCopy(this.#place, reference) !== null;
    if (!isOfAnother) this.of(reference).takeStored(stored, withPushed);
  }

  /** Requests of the current session; null after it has ended. */
  saveThrough(requests: NotesRequests | null): void {
    this.#requests = requests;
    if (requests !== null) this.resume();
  }

  /** Saves everything that the service does not have yet. */
  resume(): void {
    for (const reference of new Set([...this.#savers.keys(), ...copiedCalls(this.#place)])) this.of(reference).resume();
  }

  /** Saves at once what the service does not have yet of the notes that were typed on this page. */
  async saveNow(): Promise<void> {
    await Promise.all([...this.#savers.values()].map((saver) => saver.saveNow()));
  }

  /** The calls whose notes need the rep: those on file differ from those of this page, or the service refused the text. */
  readonly unsettled = (): readonly string[] => this.#unsettled;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #findUnsettled(): void {
    const now = [...this.#savers].filter(([, saver]) => needsRep(saver.state())).map(([key]) => key);
    if (now.join() === this.#unsettled.join()) return;
    this.#unsettled = now;
    for (const listener of this.#listeners) listener();
  }
}

function needsRep({ draft, progress }: NotesState): boolean {
  return draft.theirs !== null || typeof progress === 'object';
}
