import { type FollowUp, longestFollowUp } from '@callside/schemas';
import { parseAbsolute } from '@internationalized/date';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.tsx';
import { instantOf, isTime } from '../app/time-range.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useFocusOnRefused } from '../ui/use-focus-on-refused.ts';
import { useFollowUp } from './follow-ups.tsx';

/** What the rep promises to do after a call, and until when. */
export function FollowUpField({ reference, stored }: { reference: string; stored: FollowUp }) {
  const { t } = useTranslation();
  const { time_zone: timeZone } = useSession().user.brand_settings;
  const [text, setText] = useState(stored.text);
  const [due, setDue] = useState(() => localTime(stored.due_at, timeZone));
  /** How often the rep tried to save a promise without a text or a time. */
  const [incomplete, setIncomplete] = useState(0);
  const form = useFocusOnRefused<HTMLFormElement>(incomplete);
  const { mutate, variables, isPending, isError, isSuccess } = useFollowUp(reference);
  const hasText = text.trim() !== '';
  const dueAt = isTime(due) ? instantOf(due, timeZone) : null;
  const isSaved = isSuccess && variables.text === text && variables.due_at === dueAt;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!hasText || dueAt === null) {
      setIncomplete((count) => count + 1);
      return;
    }
    setIncomplete(0);
    if (!isPending) mutate({ text, due_at: dueAt });
  };
  return (
    <form ref={form} className="follow-up" onSubmit={submit} noValidate>
      <TextField
        label={t('desk.followUps.promise')}
        value={text}
        onChange={setText}
        maxLength={longestFollowUp}
        isRequired
        error={incomplete > 0 && !hasText ? t('problems.empty') : undefined}
      />
      <TextField
        label={t('desk.followUps.until', { timeZone: timeZone.replaceAll('_', ' ') })}
        type="datetime-local"
        value={due}
        onChange={setDue}
        isRequired
        error={incomplete > 0 && dueAt === null ? t('problems.day') : undefined}
      />
      <Button type="submit">{t('desk.followUps.save')}</Button>
      {stored.due_at !== null && (
        <Button
          variant="quiet"
          onPress={() => {
            // What is typed meanwhile stays.
            const empty = () => {
              setIncomplete(0);
              setText((now) => (now === text ? '' : now));
              setDue((now) => (now === due ? '' : now));
            };
            if (!isPending) mutate({ text: '', due_at: null }, { onSuccess: empty });
          }}
        >
          {t('desk.followUps.remove')}
        </Button>
      )}
      <span role="status">{isError ? t('desk.followUps.failed') : isSaved && t('desk.saved')}</span>
    </form>
  );
}

/** As the field has it, such as 2026-11-22T09:30. */
function localTime(instant: string | null, timeZone: string): string {
  return instant === null ? '' : parseAbsolute(instant, timeZone).toString().slice(0, 16);
}
