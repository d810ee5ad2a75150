import { type CallNotesView, dispositions, longestNote } from '@callside/schemas';
import { useEffect, useId, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../app/use-formats.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { edited, keepMine, type NotesDraft, takeTheirs } from './notes-draft.ts';
import { useFocusOfNotes } from './use-focus-of-notes.ts';
import { useRepNotes } from './use-rep-notes.ts';

interface CallNotesProps {
  reference: string;
  stored: CallNotesView | null;
  /** Two calls may be shown at the same time: their notes have different names. */
  title: string;
}

/** The rep's note on a call and its result, saved while they type. `stored`: the notes as they were read; null: not read yet. */
export function CallNotes({ reference, stored, title }: CallNotesProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const saver = useRepNotes().of(reference);
  const { draft, progress } = useSyncExternalStore(saver.subscribe, saver.state);
  const { change } = saver;
  const section = useFocusOfNotes(reference);
  const id = useId();
  useEffect(() => {
    if (stored !== null) saver.takeStored(stored);
  }, [stored, saver]);
  return (
    <section ref={section} className="notes" aria-labelledby={`${id}-heading`}>
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
      {/* The browser leaves out what does not fit, without a word. */}
      {draft.note.length >= longestNote && (
        <Notice kind="caution">{t('desk.noteFull', { most: number(longestNote) })}</Notice>
      )}
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
