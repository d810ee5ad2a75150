import { type ApiKeyView, apiKeySchema } from '@callside/schemas';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedChanges } from '../../app/unsaved-changes.tsx';
import { useFieldProblem } from '../../app/use-field-problem.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { SettingsForm } from '../settings-form.tsx';

export interface KeyRequest {
  feature: ApiKeyView['feature'];
  label: string;
  /** Such as `90d`; null: the key does not expire. */
  expires_in: string | null;
  /** Empty: the key may be used from anywhere. */
  allowed_addresses: string[];
}

interface IssueKeyFormProps {
  isBusy: boolean;
  /** Why the last change failed. */
  error: Error | null;
  /** Resolves to whether the key was issued. */
  onIssue: (request: KeyRequest) => Promise<boolean>;
}

const features = apiKeySchema.shape.feature.options;
const lifetimes = ['never', '30d', '90d', '365d'] as const;

export function IssueKeyForm({ isBusy, error, onIssue }: IssueKeyFormProps) {
  const { t } = useTranslation();
  const [label, setLabel] = useState('');
  const [feature, setFeature] = useState<KeyRequest['feature']>('call-events');
  const [lifetime, setLifetime] = useState<(typeof lifetimes)[number]>('never');

  const [addresses, setAddresses] = useState('');

  const labelProblem = useFieldProblem(error, 'label', label);
  const lifetimeProblem = useFieldProblem(error, 'expires_in', lifetime);
  const addressProblem = useFieldProblem(error, 'allowed_addresses', addresses);
  useUnsavedChanges(label.trim() !== '' || addresses.trim() !== '');

  const issue = async () => {
    const request = {
      feature,
      label: label.trim(),
      expires_in: lifetime === 'never' ? null : lifetime,
      allowed_addresses: addresses.split(/[\s,;]+/).filter((address) => address !== ''),
    };
    if (!(await onIssue(request))) return;
    // What was typed meanwhile, for another key, stays.
    setLabel((now) => (now === label ? '' : now));
    setAddresses((now) => (now === addresses ? '' : now));
  };

  return (
    <SettingsForm label={t('apiKeys.newKey')} submit={t('apiKeys.issue')} isDisabled={isBusy} onSubmit={issue}>
      <div className="fields">
        <TextField
          label={t('apiKeys.label')}
          description={t('apiKeys.labelHelp')}
          value={label}
          onChange={setLabel}
          isRequired
          maxLength={200}
          error={labelProblem}
        />
        <SelectField
          label={t('apiKeys.feature')}
          description={t(`apiKeys.use.${feature}`)}
          value={feature}
          onChange={setFeature}
          options={features.map((value) => ({ value, label: t(`apiKeys.features.${value}`) }))}
        />
        <SelectField
          label={t('apiKeys.expires')}
          value={lifetime}
          onChange={setLifetime}
          options={lifetimes.map((value) => ({ value, label: t(`apiKeys.lifetimes.${value}`) }))}
          error={lifetimeProblem}
        />
        <TextField
          label={t('apiKeys.addresses')}
          description={t('apiKeys.addressesHelp')}
          value={addresses}
          onChange={setAddresses}
          error={addressProblem}
        />
      </div>
    </SettingsForm>
  );
}
