import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import './settings.css';

interface SettingsFormProps {
  /** Its accessible name. */
  label: string;
  children: ReactNode;
  /** The button; without it "Save". */
  submit?: string;
  isDisabled: boolean;
  onSubmit: () => void;
  /** The browser checks no field: the service says what is wrong with each. */
  noValidate?: boolean;
}

/** A form with one button. */
export function SettingsForm({ label, children, submit, isDisabled, onSubmit, noValidate = false }: SettingsFormProps) {
  const { t } = useTranslation();
  return (
    <form
      className="settings-form"
      aria-label={label}
      noValidate={noValidate}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <div className="form-actions">
        <Button type="submit" variant="primary" isDisabled={isDisabled}>
          {submit ?? t('settings.save')}
        </Button>
      </div>
    </form>
  );
}
