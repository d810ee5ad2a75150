import { type CallNotesView, dispositions, type FollowUp, longestNote } from '@callside/schemas';
import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../app/use-formats.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart, useCodeAhead } from '../ui/lazy-part.tsx';
import { Notice } from '../ui/notice.tsx';
import { edited, keepMine, type NotesDraft, takeTheirs } from './notes-draft.ts';
import { useRepNotes } from './use-rep-notes.ts';
import '../ui/fields.css';

// With the calendar of time zones, which few calls need.
const FollowUpField = lazyPart(async () => (await import('./follow-up-field.tsx')).FollowUpField);
const laterParts = [FollowUpField];

export interface CallNotesProps {
  reference: string;
  stored: CallNotesView | null;
  /** What is promised, as it was read. */
  followUp: FollowUp | null;
  /** Two calls may be shown at the same time: their notes have different names. */
  title: string;
  /** Whose call it was; null for the live call. */
  about: string | null;
  /** The rep has opened it: the field gets the focus that the button had. */
  isOpened: boolean;
  /** The focus has entered or left the part. */
  onUse: (isInUse: boolean) => void;
}

/** The rep's note on a call and its result, saved while they type. `stored`: the notes as they were read; null: not read yet. */
export function CallNotes({ reference, stored, followUp, title, about, isOpened, onUse }: CallNotesProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  useCodeAhead(laterParts);
  const saver = useRepNotes().of(reference);
  const { draft, progress } = useSyncExternalStore(saver.subscribe, saver.state);
  const { change } = saver;
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => {
    if (stored !== null) saver.takeStored(stored);
  }, [stored, saver]);
  useEffect(() => {
    if (isOpened) field.current?.focus();
  }, [isOpened]);
  return (
    <section
      className="notes"
      aria-labelledby={`${id}-heading`}
      onFocus={() => onUse(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onUse(false);
      }}
    >
      <div className="notes-head">
        <h2 id={`${id}-heading`}>{title}</h2>
        {about !== null && <p className="notes-about">{about}</p>}
        <p className="notes-state">
          {/* Only problems are announced: a screen reader would say "Saved" after each pause in typing. */}
          <span role="status">{problemText()}</span>
          {progressText()}
        </p>
      </div>
      {draft.theirs !== null && (
        <Conflict
          draft={draft}
          onChoose={(choice) => {
            change(choice);
            // The button that was pressed leaves the page.
            field.current?.focus();
          }}
        />
      )}
      <label className="for-screen-readers" htmlFor={`${id}-note`}>
        {t('desk.note')}
      </label>
      <textarea
        ref={field}
        id={`${id}-note`}
        className="field-input"
        dir="auto"
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
      {followUp !== null && (draft.disposition === 'follow_up' || followUp.due_at !== null) && (
        <FollowUpField reference={reference} stored={followUp} />
      )}
    </section>
  );

  function problemText(): string {
    if (typeof progress === 'object') return t('desk.saveRefused', { reason: progress.refused });
    return progress === 'failed' && !draft.isSaved ? t('desk.saveFailed') : '';
  }

  function progressText(): string {
    if (problemText() !== '') return '';
    if (draft.isSaved) return draft.version === 0 ? '' : t('desk.saved');
    return t(progress === 'saving' ? 'desk.saving' : 'desk.unsaved');
  }
}

interface ConflictProps {
  draft: NotesDraft;
  onChoose: (choice: (draft: NotesDraft) => NotesDraft) => void;
}

function Conflict({ draft: { theirs }, onChoose }: ConflictProps) {
  const { t } = useTranslation();
  if (theirs === null) return null;
  return (
    <div className="notice" data-kind="caution" role="alert">
      <div>
        <p>{t('desk.conflict')}</p>
        <p className="notes-theirs">
          <b>{t('desk.theirs')}: </b>
          {theirs.note === '' ? t('desk.emptyNote') : <bdi>{theirs.note}</bdi>}
          {theirs.disposition !== null && ` (${t(`desk.${theirs.disposition}`)})`}
        </p>
      </div>
      <Button onPress={() => onChoose(keepMine)}>{t('desk.keepMine')}</Button>
      <Button onPress={() => onChoose(takeTheirs)}>{t('desk.useTheirs')}</Button>
    </div>
  );
}
