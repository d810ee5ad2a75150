import { importFormats, importKinds, mostImportBytes, type OwnerImportKind } from '@callside/schemas';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../app/use-formats.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import '../../settings/settings.css';
import type { ChosenFile } from './use-import.ts';

interface FileFormProps {
  isBusy: boolean;
  onCheck: (chosen: ChosenFile) => void;
  /** Something else was chosen. */
  onChange: () => void;
}

const formats = ['callside', ...importFormats] as const;
const bytesOfMib = 1024 * 1024;

export function FileForm({ isBusy, onCheck, onChange }: FileFormProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const id = useId();
  const [kind, setKind] = useState<OwnerImportKind>('catalogue');
  const [format, setFormat] = useState<(typeof formats)[number]>('callside');
  const [complete, setComplete] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const most = number(mostImportBytes / bytesOfMib);
  const isTooLarge = file !== null && file.size > mostImportBytes;

  function changed<Value>(set: (value: Value) => void): (value: Value) => void {
    return (value) => {
      set(value);
      onChange();
    };
  }
  const check = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(file === null);
    if (file === null || isTooLarge) return;
    onCheck({ file, kind, format: format === 'callside' ? null : format, complete });
  };
  const problem = isMissing ? t('imports.noFile') : isTooLarge ? t('imports.tooLarge', { most }) : undefined;

  return (
    <form className="settings-form" onSubmit={check} aria-label={t('imports.file')} noValidate>
      <div className="fields">
        <SelectField
          label={t('imports.kind')}
          description={t(`imports.columns.${kind}`)}
          value={kind}
          onChange={changed(setKind)}
          options={importKinds.map((value) => ({ value, label: t(`imports.kinds.${value}`) }))}
          isDisabled={isBusy}
        />
        <SelectField
          label={t('imports.format')}
          value={format}
          onChange={changed(setFormat)}
          options={formats.map((value) => ({ value, label: t(`imports.formats.${value}`) }))}
          isDisabled={isBusy}
        />
        <div className="field" {...(problem !== undefined && { 'data-invalid': true })}>
          <label htmlFor={id}>{t('imports.chosen')}</label>
          <input
            id={id}
            type="file"
            className="field-input"
            accept=".csv,.tsv,.txt,.ndjson,.jsonl"
            disabled={isBusy}
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-help`}
            onChange={({ target }) => {
              setIsMissing(false);
              changed(setFile)(target.files?.[0] ?? null);
            }}
          />
          <p id={`${id}-help`} className={problem === undefined ? 'field-help' : 'field-error'}>
            {problem ?? t('imports.chosenHelp', { most })}
          </p>
        </div>
      </div>
      {kind === 'catalogue' && (
        <label className="import-complete">
          <input
            type="checkbox"
            checked={complete}
            disabled={isBusy}
            onChange={({ target }) => changed(setComplete)(target.checked)}
          />
          {t('imports.complete')}
        </label>
      )}
      <div className="form-actions">
        <Button type="submit" variant="primary" aria-disabled={isBusy}>
          {t('imports.check')}
        </Button>
      </div>
    </form>
  );
}
