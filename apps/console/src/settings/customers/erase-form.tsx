import type { ErasureView } from '@callside/schemas';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { NamedCustomer } from './customer-form.tsx';

interface EraseFormProps {
  name: NamedCustomer;
  found: ErasureView['found'];
  isBusy: boolean;
  /** One of several who share the number. */
  onChoose: (code: string) => void;
  onErase: (all: boolean) => void;
}

/** Erases after the number or the code was typed again. */
export function EraseForm({ name, found, isBusy, onChoose, onErase }: EraseFormProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const isShared = found.length > 1;
  const isConfirmed = typed.trim() === name.text;
  const erase = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed && !isBusy) onErase(isShared);
  };
  return (
    <form className="settings-form" onSubmit={erase} aria-label={t('customers.confirmTitle')}>
      {isShared && (
        <Notice kind="caution">
          <p>{t('customers.shared', { count: found.length })}</p>
          <div className="row-actions">
            {found.map(
              ({ customer_id: code, name: title }) =>
                code !== null && (
                  <Button key={code} onPress={() => onChoose(code)}>
                    {t('customers.onlyOne', { name: title ?? code, code })}
                  </Button>
                ),
            )}
          </div>
        </Notice>
      )}
      <div className="fields">
        <TextField
          label={t('customers.confirm', { text: name.text })}
          description={t('customers.confirmHelp')}
          value={typed}
          onChange={setTyped}
          maxLength={320}
        />
      </div>
      <div className="form-actions">
        <Button type="submit" variant="danger" isDisabled={!isConfirmed || isBusy}>
          {isShared ? t('customers.eraseAll', { count: found.length }) : t('customers.eraseNow')}
        </Button>
      </div>
    </form>
  );
}
