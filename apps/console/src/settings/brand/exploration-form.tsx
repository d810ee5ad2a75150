import { mostExploration } from '@callside/schemas';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedChanges } from '../../app/unsaved-changes.tsx';
import { useFieldProblem } from '../../app/use-field-problem.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { SettingsForm } from '../settings-form.tsx';

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

  return (
    <SettingsForm label={t('brand.exploration')} isDisabled={isBusy} onSubmit={() => void onSave(wanted)}>
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
    </SettingsForm>
  );
}
