import { mostExploration } from '@callside/schemas';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedChanges } from '../../app/unsaved-changes.tsx';
import { useFieldProblem } from '../../app/use-field-problem.ts';
import { Button } from '../../ui/button.tsx';
import { NumberField } from '../../ui/number-field.tsx';

interface ExplorationFormProps {
  /** A share, from 0 (off). */
  rate: number;
  isBusy: boolean;
  /** Why the last change failed. */
  error: Error | null;
  /** Resolves to whether it was saved. */
  onSave: (rate: number) => Promise<boolean>;
}

/** How often the last offer of a list is drawn. */
export function ExplorationForm({ rate, isBusy, error, onSave }: ExplorationFormProps) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(rate);
  useUnsavedChanges(wanted !== rate && !Number.isNaN(wanted));
  const problem = useFieldProblem(error, 'exploration_rate', String(wanted));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void onSave(wanted);
  };
  return (
    <form className="settings-form" onSubmit={submit} aria-label={t('brand.exploration')}>
      <div className="fields">
        <NumberField
          label={t('brand.explorationRate')}
          description={t('brand.explorationHelp')}
          value={wanted}
          onChange={setWanted}
          least={0}
          most={mostExploration}
          fractionDigits={1}
          isPercent
          error={problem}
        />
      </div>
      <div className="form-actions">
        <Button type="submit" variant="primary" isDisabled={isBusy}>
          {t('settings.save')}
        </Button>
      </div>
    </form>
  );
}
