import { type ApiKeyView, type KeyOverlap, keyOverlaps } from '@callside/schemas';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';

interface ReplaceDialogProps {
  apiKey: ApiKeyView;
  isBusy: boolean;
  onReplace: (overlap: KeyOverlap) => void;
  onClose: () => void;
}

/** Asks how long the old key stays valid. */
export function ReplaceDialog({ apiKey, isBusy, onReplace, onClose }: ReplaceDialogProps) {
  const { t } = useTranslation();
  const [overlap, setOverlap] = useState<KeyOverlap>('1h');
  const name = apiKey.label ?? t('apiKeys.unnamed');
  return (
    <ModalDialog title={t('apiKeys.replaceTitle', { name })} onClose={onClose}>
      <p>{t('apiKeys.replaceText')}</p>
      <SelectField
        label={t('apiKeys.overlap')}
        value={overlap}
        onChange={setOverlap}
        options={keyOverlaps.map((value) => ({ value, label: t(`apiKeys.overlaps.${value}`) }))}
      />
      <div className="dialog-choices">
        <Button onPress={onClose}>{t('settings.cancel')}</Button>
        <Button variant="primary" isDisabled={isBusy} onPress={() => onReplace(overlap)}>
          {t('apiKeys.replaceKey')}
        </Button>
      </div>
    </ModalDialog>
  );
}
