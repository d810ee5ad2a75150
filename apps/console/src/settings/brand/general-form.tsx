import type { BrandChange, OwnedBrand } from '@callside/schemas';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedChanges } from '../../app/unsaved-changes.tsx';
import { useFieldProblem } from '../../app/use-field-problem.ts';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { SettingsForm } from '../settings-form.tsx';

interface GeneralFormProps {
  brand: OwnedBrand;
  isBusy: boolean;
  /** Why the last change failed. */
  error: Error | null;
  /** Resolves to whether it was saved. */
  onSave: (change: BrandChange) => Promise<boolean>;
}

const fields = ['name', 'currency', 'time_zone'] as const;
type General = Pick<OwnedBrand, (typeof fields)[number]>;

const labels = { name: 'brand.name', currency: 'brand.currency', time_zone: 'brand.timeZone' } as const;

/** Name, currency and time zone. */
export function GeneralForm({ brand, isBusy, error, onSave }: GeneralFormProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  // Contains only the fields that this owner changed. The other fields follow the changes of other owners.
  const [changed, setChanged] = useState<Partial<General>>({});
  const { name, currency, time_zone: timeZone } = { ...brand, ...changed };
  /** What was saved when this owner began. */
  const [base, setBase] = useState<General>(brand);
  const set = (part: Partial<General>) => {
    if (Object.keys(changed).length === 0) setBase(brand);
    setChanged((before) => ({ ...before, ...part }));
  };
  const replaced = fields.filter((field) => changed[field] !== undefined && base[field] !== brand[field]);
  const nameProblem = useFieldProblem(error, 'name', name);
  useUnsavedChanges(name !== brand.name || currency !== brand.currency || timeZone !== brand.time_zone);
  const currencies = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'currency' });
    return Intl.supportedValuesOf('currency').map((value) => ({ value, label: `${value} · ${names.of(value)}` }));
  }, [language]);
  const timeZones = useMemo(() => {
    const all = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', brand.time_zone]);
    return [...all].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }));
  }, [brand.time_zone]);

  const save = async () => {
    const wanted = { name: name.trim(), currency, time_zone: timeZone };
    if (!(await onSave(wanted))) return;
    setBase(wanted);
    // What was changed meanwhile stays.
    setChanged((now) => (now === changed ? {} : now));
  };
  return (
    <SettingsForm label={t('brand.general')} isDisabled={isBusy} onSubmit={save}>
      <div className="fields">
        <TextField
          label={t('brand.name')}
          value={name}
          onChange={(text) => set({ name: text })}
          isRequired
          maxLength={200}
          error={nameProblem}
        />
        <SelectField
          label={t('brand.currency')}
          description={t('brand.currencyHelp')}
          value={currency}
          onChange={(value) => set({ currency: value })}
          options={currencies}
        />
        <SelectField
          label={t('brand.timeZone')}
          description={t('brand.timeZoneHelp')}
          value={timeZone}
          onChange={(value) => set({ time_zone: value })}
          options={timeZones}
        />
      </div>
      {replaced.length > 0 && (
        <Notice kind="caution" action={{ label: t('brand.useSaved'), onPress: () => setChanged({}) }}>
          {t('brand.savedMeanwhile', {
            values: replaced.map((field) => `${t(labels[field])}: ${brand[field]}`).join(', '),
          })}
        </Notice>
      )}
    </SettingsForm>
  );
}
