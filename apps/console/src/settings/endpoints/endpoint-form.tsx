import { type EndpointEvent, endpointEvents } from '@callside/schemas';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedChanges } from '../../app/unsaved-changes.tsx';
import { useFieldProblem } from '../../app/use-field-problem.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';

interface EndpointFormProps {
  isBusy: boolean;
  /** Why the last change failed. */
  error: Error | null;
  /** Resolves to whether it was added. */
  onAdd: (url: string, events: EndpointEvent[]) => Promise<boolean>;
}

export function EndpointForm({ isBusy, error, onAdd }: EndpointFormProps) {
  const { t } = useTranslation();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly EndpointEvent[]>([]);
  const problem = useFieldProblem(error, 'url', url);
  useUnsavedChanges(url.trim() !== '');

  const add = async (submitted: FormEvent) => {
    submitted.preventDefault();
    if (!(await onAdd(url.trim(), [...events]))) return;
    // What was typed meanwhile stays.
    setUrl((now) => (now === url ? '' : now));
    setEvents([]);
  };
  const choose = (event: EndpointEvent, isChosen: boolean) =>
    setEvents((before) => (isChosen ? [...before, event] : before.filter((other) => other !== event)));

  return (
    <form className="settings-form" onSubmit={add} aria-label={t('endpoints.add')}>
      <TextField
        label={t('endpoints.url')}
        description={t('endpoints.urlHelp')}
        value={url}
        onChange={setUrl}
        isRequired
        maxLength={2000}
        error={problem}
      />
      <fieldset className="explained-choices">
        <legend>{t('endpoints.events')}</legend>
        {endpointEvents.map((event) => (
          <label key={event}>
            <input
              type="checkbox"
              checked={events.includes(event)}
              onChange={({ target }) => choose(event, target.checked)}
            />
            <span>
              {t(`endpoints.event.${event}`)} <code className="muted">{event}</code>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="form-actions">
        <Button type="submit" variant="primary" isDisabled={isBusy || events.length === 0}>
          {t('endpoints.addNow')}
        </Button>
      </div>
    </form>
  );
}
