import { type CallNotesView, callNotesSchema, deskCallSchema, dispositions, longestNote } from '@callside/schemas';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BrandApiError } from '../app/brand-api.ts';
import { localStore } from '../app/page-storage.ts';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/button.tsx';
import { keepCopy, readCopy } from './notes-copies.ts';
import { afterSave, edited, firstDraft, keepMine, type NotesDraft, takeTheirs, withStored } from './notes-draft.ts';

const saveAfterMs = 600;
const retryAfterMs = 3_000;

type Progress = 'idle' | 'saving' | 'failed' | { refused: string };

interface CallNotesProps {
  reference: string;
  stored: CallNotesView | null;
  /** Two calls may be shown at the same time: their notes have different names. */
  title: string;
}

/** The rep's note on a call and its result, saved while they type. `stored`: the notes as they were read; null: not read yet. */
export function CallNotes({ reference, stored, title }: CallNotesProps) {
  const { t } = useTranslation();
  const { draft, progress, change } = useNotes(reference, stored);
  const id = useId();
  return (
    <section className="notes" aria-labelledby={`${id}-heading`}>
      <div className="notes-head">
        <h2 id={`${id}-heading`}>{title}</h2>
        <p className="notes-state" role="status">
          {stateText()}
        </p>
      </div>
      {draft.theirs !== null && <Conflict draft={draft} change={change} />}
      <label className="for-screen-readers" htmlFor={`${id}-note`}>
        {t('desk.note')}
      </label>
      <textarea
        id={`${id}-note`}
        value={draft.note}
        maxLength={longestNote}
        placeholder={t('desk.noteHint')}
        onChange={({ target }) => change((now) => edited(now, { note: target.value }))}
      />
      <fieldset>
        <legend>{t('desk.disposition')}</legend>
        {dispositions.map((disposition) => (
          <label key={disposition}>
            <input
              type="radio"
              name={`${id}-disposition`}
              checked={draft.disposition === disposition}
              onChange={() => change((now) => edited(now, { disposition }))}
            />
            {t(`desk.${disposition}`)}
          </label>
        ))}
      </fieldset>
    </section>
  );

  function stateText(): string {
    if (typeof progress === 'object') return t('desk.saveRefused', { reason: progress.refused });
    if (draft.isSaved) return draft.version === 0 ? '' : t('desk.saved');
    if (progress === 'failed') return t('desk.saveFailed');
    return t(progress === 'saving' ? 'desk.saving' : 'desk.unsaved');
  }
}

type Change = (to: (draft: NotesDraft) => NotesDraft) => void;

function Conflict({ draft: { theirs }, change }: { draft: NotesDraft; change: Change }) {
  const { t } = useTranslation();
  if (theirs === null) return null;
  return (
    <div className="notice" data-kind="caution" role="alert">
      <div>
        <p>{t('desk.conflict')}</p>
        <p className="notes-theirs">
          <b>{t('desk.theirs')}: </b>
          {theirs.note === '' ? t('desk.emptyNote') : theirs.note}
          {theirs.disposition !== null && ` (${t(`desk.${theirs.disposition}`)})`}
        </p>
      </div>
      <Button onPress={() => change(keepMine)}>{t('desk.keepMine')}</Button>
      <Button onPress={() => change(takeTheirs)}>{t('desk.useTheirs')}</Button>
    </div>
  );
}

/** The query key of the notes on a call that this tab saved last. */
const savedNotes = (reference: string) => ['saved-notes', reference];

function useNotes(reference: string, stored: CallNotesView | null) {
  const { api, user, isExpired } = useSession();
  const queries = useQueryClient();
  const userId = user.id;
  // This query is observed, because the cache drops an unobserved query after five minutes, and a call may take longer.
  const { data: saved } = useQuery<CallNotesView>({ queryKey: savedNotes(reference), queryFn: skipToken });
  const [draft, setDraft] = useState(() => {
    const first = firstDraft(stored, readCopy({ store: localStore, userId }, reference));
    return saved === undefined ? first : withStored(first, saved);
  });
  const [progress, setProgress] = useState<Progress>('idle');
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(draft);

  const change = useCallback<Change>(
    (to) => {
      const before = latest.current;
      const next = to(before);
      latest.current = next;
      const { note, disposition, version, isSaved } = next;
      const place = { store: localStore, userId };
      if (!isSaved) keepCopy(place, reference, { note, disposition, version });
      // A tab without changes of its own must not remove the copy of another tab.
      else if (!before.isSaved) keepCopy(place, reference, null);
      setDraft(next);
    },
    [reference, userId],
  );

  useEffect(() => {
    if (stored !== null) change((now) => withStored(now, stored));
  }, [stored, change]);

  const { note, disposition, version, isSaved, theirs } = draft;
  // A change of `attempt` starts another attempt.
  useEffect(() => {
    if (isSaved || theirs !== null || isExpired) return;
    let isCurrent = true;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const timer = setTimeout(() => void save(), saveAfterMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      clearTimeout(retry);
    };

    async function save(): Promise<void> {
      setProgress('saving');
      const sent = { note, disposition, version };
      try {
        const saved = await api.put(`desk/calls/${reference}/notes`, sent, callNotesSchema);
        change((now) => afterSave(now, sent, saved));
        setProgress('idle');
        // The editor of the previous call starts with these notes, also if the call was read earlier or is still being read.
        queries.setQueryData(savedNotes(reference), saved);
      } catch (error) {
        const status = error instanceof BrandApiError ? error.status : 0;
        if (status === 409 && (await showTheirs())) return;
        if (status >= 400 && status < 500 && ![401, 409, 429].includes(status)) {
          setProgress({ refused: error instanceof Error ? error.message : '' });
          return;
        }
        setProgress('failed');
        if (isCurrent) retry = setTimeout(() => setAttempt((count) => count + 1), retryAfterMs);
      }
    }

    async function showTheirs(): Promise<boolean> {
      const read = await api.get(`desk/calls/${reference}`, deskCallSchema).catch(() => null);
      if (read === null) return false;
      setProgress('idle');
      change((now) => withStored(now, read.notes));
      return true;
    }
  }, [note, disposition, version, isSaved, theirs, isExpired, attempt, api, reference, change, queries]);

  return { draft, progress, change };
}
