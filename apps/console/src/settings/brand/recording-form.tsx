import type { RecordingBy } from '@callside/schemas';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedChanges } from '../../app/unsaved-changes.tsx';
import { SettingsForm } from '../settings-form.tsx';

interface RecordingFormProps {
  recordingBy: RecordingBy;
  isBusy: boolean;
  /** Resolves to whether it was saved. */
  onSave: (recordingBy: RecordingBy) => Promise<boolean>;
}

const choices = [
  { value: 'companion', label: 'brand.recordingByCompanion', help: 'brand.recordingByCompanionHelp' },
  { value: 'dialler', label: 'brand.recordingByDialler', help: 'brand.recordingByDiallerHelp' },
  { value: 'nobody', label: 'brand.recordingByNobody', help: 'brand.recordingByNobodyHelp' },
] as const;

/** Who records calls, each with what the desk then shows. */
export function RecordingForm({ recordingBy, isBusy, onSave }: RecordingFormProps) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(recordingBy);
  useUnsavedChanges(wanted !== recordingBy);

  return (
    <SettingsForm label={t('brand.recordingBy')} isDisabled={isBusy} onSubmit={() => void onSave(wanted)}>
      <fieldset className="explained-choices">
        <legend>{t('brand.recordingByWho')}</legend>
        {choices.map(({ value, label, help }) => (
          <div key={value}>
            <label>
              <input
                type="radio"
                name="recording-by"
                checked={value === wanted}
                onChange={() => setWanted(value)}
                aria-describedby={`recording-by-${value}`}
              />
              {t(label)}
            </label>
            <p className="field-help" id={`recording-by-${value}`}>
              {t(help)}
            </p>
          </div>
        ))}
      </fieldset>
    </SettingsForm>
  );
}
