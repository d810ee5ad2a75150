import type { PlatformView } from '@callside/schemas';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedChanges } from '../../app/unsaved-changes.tsx';
import { useFieldProblem } from '../../app/use-field-problem.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { SettingsForm } from '../settings-form.tsx';

interface IntegrationFormProps {
  /** All that can be set. */
  platforms: PlatformView[];
  /** Those that are set. */
  known: string[];
  isBusy: boolean;
  /** Why the last change failed. */
  error: Error | null;
  /** Resolves to whether the platform was set. */
  onSet: (platform: string, secret: string | null) => Promise<boolean>;
}

export function IntegrationForm({ platforms, known, isBusy, error, onSet }: IntegrationFormProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(platforms[0]?.platform ?? '');
  const [secret, setSecret] = useState('');
  const problem = useFieldProblem(error, 'secret', secret);
  useUnsavedChanges(secret !== '');
  const platform = platforms.find((one) => one.platform === chosen);
  if (platform === undefined) return null;
  const isKnown = known.includes(chosen);

  const set = async () => {
    const isSet = await onSet(chosen, platform.secret === null ? null : secret);
    // What was typed meanwhile stays.
    if (isSet) setSecret((now) => (now === secret ? '' : now));
  };

  return (
    <SettingsForm
      label={t('integrations.set')}
      submit={t(isKnown ? 'integrations.replaceSecret' : 'integrations.setNow')}
      isDisabled={isBusy || (isKnown && platform.secret === null)}
      onSubmit={set}
    >
      <div className="fields">
        <SelectField
          label={t('integrations.platform')}
          description={t(`integrations.support.${platform.support}`)}
          value={chosen}
          onChange={setChosen}
          options={platforms.map(({ platform: value, name: label }) => ({ value, label }))}
        />
        {platform.secret !== null && (
          <TextField
            label={t('integrations.secret')}
            description={t('integrations.secretHelp', { secret: platform.secret })}
            type="password"
            isRequired
            maxLength={4096}
            value={secret}
            onChange={setSecret}
            error={problem}
          />
        )}
      </div>
      {platform.secret === null && <p className="muted">{t('integrations.sendsKey', { name: platform.name })}</p>}
    </SettingsForm>
  );
}
