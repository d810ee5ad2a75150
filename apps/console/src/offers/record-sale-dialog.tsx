import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/button.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { fractionDigitsOf } from '../ui/number-text.ts';
import { useFocusOnRefused } from '../ui/use-focus-on-refused.ts';
import type { OfferDialogProps } from './offer-dialog.ts';
import { useRecording } from './use-recording.ts';
import '../ui/fields.css';

const quantities = { least: 1, most: 1_000_000 };
const prices = { least: 0, most: 1_000_000_000 };

/** The sale of an offer. It can be submitted as it opens. */
export function RecordSaleDialog({ item, children, onRecord, onClose }: OfferDialogProps) {
  const { t } = useTranslation();
  const { currency } = useSession().user.brand_settings;
  const digits = fractionDigitsOf(currency);
  const { isBusy, problem, record } = useRecording(onRecord);
  const [quantity, setQuantity] = useState(1);
  const [price, setPrice] = useState(item.web_price);
  /** How often the rep tried to record a sale without a quantity or a price. */
  const [incomplete, setIncomplete] = useState(0);
  const form = useFocusOnRefused<HTMLFormElement>(incomplete);
  // An empty field has the value NaN.
  const hasQuantity = quantity >= quantities.least && quantity <= quantities.most;
  const isAsOpened = quantity === 1 && price === item.web_price;
  const hasPrice = price >= prices.least && price <= prices.most;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!hasQuantity || !hasPrice) {
      setIncomplete((count) => count + 1);
      return;
    }
    void record({ outcome: 'sold', qty: quantity, unit_price: price });
  };

  return (
    <ModalDialog title={t('offers.recordSale')} onClose={onClose} isDismissable={!isBusy && isAsOpened}>
      <p>{item.title}</p>
      {children}
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      {/* The browser does not check it: its messages would not be in the language of the page. */}
      <form ref={form} onSubmit={submit} noValidate>
        <div className="fields">
          <NumberField
            label={t('offers.quantity')}
            value={quantity}
            onChange={setQuantity}
            {...quantities}
            fractionDigits={3}
            error={incomplete > 0 && !hasQuantity ? t('offers.quantityMissing') : undefined}
            autoFocus
          />
          <NumberField
            label={t('offers.price')}
            description={t('offers.priceHelp', { currency })}
            value={price}
            onChange={setPrice}
            {...prices}
            // A price of the shop may have more digits than its currency.
            fractionDigits={Math.max(2, digits)}
            leastFractionDigits={digits}
            error={incomplete > 0 && !hasPrice ? t('offers.priceMissing') : undefined}
          />
        </div>
        <div className="dialog-choices">
          <Button isDisabled={isBusy} onPress={onClose}>
            {t('offers.cancel')}
          </Button>
          {/* Not disabled for the browser: a disabled button loses the focus, and with it Escape no longer closes the dialog. */}
          <Button type="submit" variant="primary" aria-disabled={isBusy}>
            {t(isBusy ? 'desk.saving' : 'offers.recordSale')}
          </Button>
        </div>
      </form>
    </ModalDialog>
  );
}
