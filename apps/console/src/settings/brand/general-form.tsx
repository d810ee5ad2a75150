import type { BrandChange, OwnedBrand } from '@callside/schemas';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

interface GeneralFormProps {
  brand: OwnedBrand;
  isBusy: boolean;
  onSave: (change: BrandChange) => void;
}

/** Name, currency and time zone. */
export function GeneralForm({ brand, isBusy, onSave }: GeneralFormProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const [name, setName] = useState(brand.name);
  const [currency, setCurrency] = useState(brand.currency);
  const [timeZone, setTimeZone] = useState(brand.time_zone);
  const currencies = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'currency' });
    return Intl.supportedValuesOf('currency').map((value) => ({ value, label: `${value} · ${names.of(value)}` }));
  }, [language]);
  const timeZones = useMemo(() => {
    const all = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', brand.time_zone]);
    return [...all].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }));
  }, [brand.time_zone]);

  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave({ name: name.trim(), currency, time_zone: timeZone });
  };
  return (
    <form className="settings-form" onSubmit={save} aria-label={t('brand.general')}>
      <div className="fields">
        <TextField label={t('brand.name')} value={name} onChange={setName} isRequired maxLength={200} />
        <SelectField
          label={t('brand.currency')}
          description={t('brand.currencyHelp')}
          value={currency}
          onChange={setCurrency}
          options={currencies}
        />
        <SelectField
          label={t('brand.timeZone')}
          description={t('brand.timeZoneHelp')}
          value={timeZone}
          onChange={setTimeZone}
          options={timeZones}
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
