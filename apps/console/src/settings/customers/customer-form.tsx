import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldProblem } from '../../app/use-field-problem.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

export interface NamedCustomer {
  /** The name of the field in the API. */
  by: 'phone' | 'customer_id';
  text: string;
}

interface CustomerFormProps {
  isBusy: boolean;
  /** Why the last request was refused. */
  error: Error | null;
  onCount: (name: NamedCustomer) => void;
  /** Somebody else is named: what was counted is not theirs. */
  onChange: () => void;
}

const ways = ['phone', 'customer_id'] as const;

export function CustomerForm({ isBusy, error, onCount, onChange }: CustomerFormProps) {
  const { t } = useTranslation();
  const [by, setBy] = useState<NamedCustomer['by']>('phone');
  const [text, setText] = useState('');
  const problem = useFieldProblem(error, by, text);
  const count = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onCount({ by, text: text.trim() });
  };
  return (
    <form className="settings-form" onSubmit={count} aria-label={t('customers.erase')}>
      <div className="fields">
        <SelectField
          label={t('customers.by')}
          value={by}
          onChange={(value) => {
            setBy(value);
            onChange();
          }}
          options={ways.map((value) => ({ value, label: t(`customers.ways.${value}`) }))}
        />
        <TextField
          label={t(`customers.ways.${by}`)}
          description={t(`customers.waysHelp.${by}`)}
          isRequired
          maxLength={320}
          value={text}
          onChange={(value) => {
            setText(value);
            onChange();
          }}
          error={problem}
        />
      </div>
      <div className="form-actions">
        <Button type="submit" variant="primary" aria-disabled={isBusy}>
          {t('customers.count')}
        </Button>
      </div>
    </form>
  );
}
