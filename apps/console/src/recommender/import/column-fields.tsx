import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { type AssignedColumns, assignedTwice, type UnknownColumns } from './assigned-columns.ts';

interface ColumnFieldsProps {
  columns: UnknownColumns;
  isBusy: boolean;
  onCheck: (assigned: AssignedColumns) => void;
  /** Something else was chosen. */
  onChange: () => void;
}

/** Which columns of the file those are that the import knows by other names. */
export function ColumnFields({ columns, isBusy, onCheck, onChange }: ColumnFieldsProps) {
  const { t } = useTranslation();
  const [assigned, setAssigned] = useState<AssignedColumns>({});
  const { required, optional, header } = columns;
  const twice = assignedTwice(assigned);
  const check = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && twice.length === 0) onCheck(assigned);
  };
  // The value of an option is its position in the header, and this one has none.
  const none = { value: '-1', label: t('imports.assign.none') };
  const options = [none, ...header.map((label, at) => ({ value: String(at), label }))];
  const fieldOf = (name: string) => (
    <SelectField
      key={name}
      label={name}
      value={String(header.indexOf(assigned[name] ?? ''))}
      onChange={(value) => {
        const { [name]: _, ...others } = assigned;
        const source = header[Number(value)];
        setAssigned(source === undefined ? others : { ...others, [name]: source });
        onChange();
      }}
      options={options}
      isDisabled={isBusy}
      error={twice.includes(name) ? t('imports.assign.twice') : undefined}
    />
  );
  return (
    <Section title={t('imports.assign.title')}>
      <form className="settings-form" onSubmit={check} aria-label={t('imports.assign.title')} noValidate>
        <p className="muted">{t('imports.assign.help')}</p>
        {required.length > 0 && <div className="fields">{required.map(fieldOf)}</div>}
        {optional.length > 0 && (
          <details open={required.length === 0}>
            <summary>{t('imports.assign.further')}</summary>
            <div className="fields">{optional.map(fieldOf)}</div>
          </details>
        )}
        <div className="form-actions">
          {/* Not disabled for the browser: a disabled button loses the focus. */}
          <Button type="submit" variant="primary" aria-disabled={isBusy}>
            {t('imports.assign.check')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
