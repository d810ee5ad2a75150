import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedChanges } from '../../app/unsaved-changes.tsx';
import { useFieldProblem } from '../../app/use-field-problem.ts';
import { Notice } from '../../ui/notice.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { SettingsForm } from '../settings-form.tsx';

interface RetentionFormProps {
  /** null: never. */
  days: number | null;
  isBusy: boolean;
  /** Why the last change failed. */
  error: Error | null;
  /** Resolves to whether it was saved. */
  onSave: (days: number | null) => Promise<boolean>;
}

const leastDays = 1;
const mostDays = 36_500;
const usualDays = 365;

/** After how many days personal data is deleted. A shorter time is confirmed first. */
export function RetentionForm({ days, isBusy, error, onSave }: RetentionFormProps) {
  const { t } = useTranslation();
  const [rule, setRule] = useState<'never' | 'after'>(days === null ? 'never' : 'after');
  const [wanted, setWanted] = useState(days ?? usualDays);
  const [isAsked, setAsked] = useState(false);
  const chosen = rule === 'never' ? null : wanted;
  useUnsavedChanges(chosen !== days && !Number.isNaN(chosen));
  const problem = useFieldProblem(error, 'retention_days', String(chosen));
  const isPossible = chosen === null || (chosen >= leastDays && chosen <= mostDays);
  const deletesMore = chosen !== null && isPossible && (days === null || chosen < days);

  const submit = () => {
    if (deletesMore) setAsked(true);
    else void onSave(chosen);
  };
  const confirm = async () => {
    await onSave(chosen);
    setAsked(false);
  };
  return (
    <SettingsForm label={t('brand.retention')} isDisabled={isBusy} onSubmit={submit}>
      <div className="fields">
        <SelectField
          label={t('brand.retentionRule')}
          value={rule}
          onChange={setRule}
          options={[
            { value: 'never', label: t('brand.retentionNever') },
            { value: 'after', label: t('brand.retentionAfter') },
          ]}
        />
        {rule === 'after' && (
          <NumberField
            label={t('brand.retentionDays')}
            value={wanted}
            onChange={setWanted}
            least={leastDays}
            most={mostDays}
            error={problem}
          />
        )}
      </div>
      {deletesMore && <Notice kind="caution">{t('brand.retentionWarning', { count: chosen })}</Notice>}
      {isAsked && chosen !== null && (
        <ConfirmDialog
          title={t('brand.retentionTitle', { count: chosen })}
          confirm={t('brand.retentionConfirm')}
          isBusy={isBusy}
          onConfirm={() => void confirm()}
          onClose={() => setAsked(false)}
        >
          <p>{t('brand.retentionWarning', { count: chosen })}</p>
        </ConfirmDialog>
      )}
    </SettingsForm>
  );
}
