import { type WordLanguage, wordLanguages } from '@callside/schemas';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedChanges } from '../../app/unsaved-changes.tsx';
import { useFieldProblem } from '../../app/use-field-problem.ts';
import { languages } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFocusOnRefused } from '../../ui/use-focus-on-refused.ts';

export type WordDraft = Record<'word' | WordLanguage, string>;

interface WordFormProps {
  isBusy: boolean;
  /** Why the last change was refused. */
  error: Error | null;
  /** Resolves to whether it was saved. */
  onSave: (draft: WordDraft) => Promise<boolean>;
}

const empty: WordDraft = { word: '', en: '', de: '', fr: '', es: '' };
const longest = 120;

/** A word of the shop in each language. One that is there is replaced. */
export function WordForm({ isBusy, error, onSave }: WordFormProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(empty);
  /** How often the owner tried to save without the word, or without a text for it. */
  const [incomplete, setIncomplete] = useState(0);
  const form = useFocusOnRefused<HTMLFormElement>(incomplete);
  const problem = useFieldProblem(error, 'word', draft.word);
  const isWithoutWord = draft.word.trim() === '';
  const isWithoutText = wordLanguages.every((language) => draft[language].trim() === '');
  useUnsavedChanges(Object.values(draft).some((text) => text.trim() !== ''));
  const set = (name: keyof WordDraft) => (text: string) => setDraft({ ...draft, [name]: text });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (isWithoutWord || isWithoutText) {
      setIncomplete((count) => count + 1);
      return;
    }
    setIncomplete(0);
    // What was typed meanwhile stays.
    if (await onSave(draft)) setDraft((now) => (now === draft ? empty : now));
  };
  return (
    <form ref={form} className="settings-form" onSubmit={save} aria-label={t('words.add')} noValidate>
      <div className="fields">
        <TextField
          label={t('words.word')}
          description={t('words.wordHelp')}
          value={draft.word}
          onChange={set('word')}
          maxLength={longest}
          error={incomplete > 0 && isWithoutWord ? t('problems.empty') : problem}
        />
        {wordLanguages.map((language, index) => (
          <TextField
            key={language}
            label={nameOf(language)}
            value={draft[language]}
            onChange={set(language)}
            maxLength={longest}
            error={incomplete > 0 && isWithoutText && index === 0 ? t('words.noText') : undefined}
          />
        ))}
      </div>
      <div className="form-actions">
        <Button type="submit" variant="primary" aria-disabled={isBusy}>
          {t('settings.save')}
        </Button>
      </div>
    </form>
  );
}

/** Each language is named in itself. */
export function nameOf(language: WordLanguage): string {
  return languages.find(({ value }) => value === language)?.label ?? language;
}
