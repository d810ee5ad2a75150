import { type EndpointEvent, endpointEvents } from '@callside/schemas';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedChanges } from '../../app/unsaved-changes.tsx';
import { useFieldProblem } from '../../app/use-field-problem.ts';
import { TextField } from '../../ui/text-field.tsx';
import { SettingsForm } from '../settings-form.tsx';

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
  const id = useId();
  const problem = useFieldProblem(error, 'url', url);
  const eventsProblem = useFieldProblem(error, 'events', events.join(' '));
  useUnsavedChanges(url.trim() !== '');

  const add = async () => {
    if (!(await onAdd(url.trim(), [...events]))) return;
    // What was typed meanwhile stays.
    setUrl((now) => (now === url ? '' : now));
    setEvents([]);
  };
  const choose = (event: EndpointEvent, isChosen: boolean) =>
    setEvents((before) => (isChosen ? [...before, event] : before.filter((other) => other !== event)));

  return (
    <SettingsForm label={t('endpoints.add')} submit={t('endpoints.addNow')} isDisabled={isBusy} onSubmit={add}>
      <TextField
        label={t('endpoints.url')}
        description={t('endpoints.urlHelp')}
        value={url}
        onChange={setUrl}
        isRequired
        maxLength={2000}
        error={problem}
      />
      <div className="field">
        <fieldset className="explained-choices" aria-describedby={eventsProblem && id}>
          <legend>{t('endpoints.events')}</legend>
          {endpointEvents.map((event) => (
            <label key={event}>
              <input
                type="checkbox"
                aria-invalid={eventsProblem !== undefined}
                checked={events.includes(event)}
                onChange={({ target }) => choose(event, target.checked)}
              />
              <span>
                {t(`endpoints.event.${event}`)} <code className="muted">{event}</code>
              </span>
            </label>
          ))}
        </fieldset>
        {eventsProblem !== undefined && (
          <span id={id} className="field-error">
            {eventsProblem}
          </span>
        )}
      </div>
    </SettingsForm>
  );
}
