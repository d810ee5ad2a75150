import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { NumberField } from '../ui/number-field.tsx';
import type { OfferDialogProps } from './offer-dialog.ts';
import { newOutcomeId } from './offer-words.ts';
import '../ui/fields.css';

const asAmount = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false } as const;

/** The sale of an offer. It can be submitted as it opens. */
export function RecordSaleDialog({ item, onRecord, onClose }: OfferDialogProps) {
  const { t } = useTranslation();
  const [outcomeId] = useState(newOutcomeId);
  const [quantity, setQuantity] = useState(1);
  const [price, setPrice] = useState(item.web_price);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !(quantity > 0) || !(price >= 0)) return;
    setBusy(true);
    try {
      await onRecord({ outcome: 'sold', qty: quantity, unit_price: price, outcome_id: outcomeId });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };

  return (
    <ModalDialog title={t('offers.recordSale')} onClose={onClose}>
      <p>{item.title}</p>
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      <form onSubmit={submit}>
        <div className="fields">
          <NumberField
            label={t('offers.quantity')}
            value={quantity}
            onChange={setQuantity}
            minValue={1}
            maxValue={1_000_000}
            autoFocus
          />
          <NumberField
            label={t('offers.price')}
            value={price}
            onChange={setPrice}
            minValue={0}
            maxValue={1_000_000_000}
            formatOptions={asAmount}
          />
        </div>
        <div className="dialog-choices">
          <Button onPress={onClose}>{t('offers.cancel')}</Button>
          <Button type="submit" variant="primary" isDisabled={isBusy}>
            {t('offers.recordSale')}
          </Button>
        </div>
      </form>
    </ModalDialog>
  );
}
