import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.tsx';
import { useFormats } from '../app/use-formats.ts';
import { Button } from '../ui/button.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { fractionDigitsOf } from '../ui/number-text.ts';
import { useFocusOnRefused } from '../ui/use-focus-on-refused.ts';
import type { OfferDialogProps } from './offer-dialog.ts';
import { QuantityField } from './quantity-field.tsx';
import { saleWarnings } from './sale-warnings.ts';
import { useRecording } from './use-recording.ts';
import '../ui/fields.css';
import './record-sale.css';

const quantities = { least: 1, most: 1_000_000 };
const prices = { least: 0, most: 1_000_000_000 };

/** The sale of an offer, or the correction of one (`corrects`). It can be submitted as it opens. */
export function RecordSaleDialog({ item, corrects, children, onRecord, onClose }: OfferDialogProps) {
  const { t } = useTranslation();
  const { money, number } = useFormats();
  const { currency } = useSession().user.brand_settings;
  const digits = fractionDigitsOf(currency);
  const { isBusy, problem, record } = useRecording(onRecord);
  const opened = { quantity: corrects?.qty ?? 1, price: corrects?.unit_price ?? item.web_price };
  const [quantity, setQuantity] = useState(opened.quantity);
  const [price, setPrice] = useState(opened.price);
  /** How often the rep tried to record a sale without a quantity or a price. */
  const [incomplete, setIncomplete] = useState(0);
  const form = useFocusOnRefused<HTMLFormElement>(incomplete);
  // An empty field has the value NaN.
  const hasQuantity = quantity >= quantities.least && quantity <= quantities.most;
  const isAsOpened = quantity === opened.quantity && price === opened.price;
  const hasPrice = price >= prices.least && price <= prices.most;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!hasQuantity || !hasPrice) {
      setIncomplete((count) => count + 1);
      return;
    }
    void record({ outcome: 'sold', qty: quantity, unit_price: price, replaces: corrects?.outcome_id });
  };

  return (
    <ModalDialog title={t('offers.recordSale')} onClose={onClose} isDismissable={!isBusy && isAsOpened}>
      <p>{item.title}</p>
      {corrects !== undefined && (
        <p>{t('offers.corrects', { number: number(corrects.qty ?? 1), price: money(corrects.unit_price ?? 0) })}</p>
      )}
      {children}
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      {/* The browser does not check it: its messages would not be in the language of the page. */}
      <form ref={form} onSubmit={submit} noValidate>
        <div className="fields">
          <QuantityField
            value={quantity}
            onChange={setQuantity}
            {...quantities}
            error={incomplete > 0 && !hasQuantity ? t('offers.quantityMissing') : undefined}
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
        <p className="sale-total">
          {t('offers.total')} <strong>{hasQuantity && hasPrice ? money(quantity * price) : '–'}</strong>
        </p>
        {/* It stays in the page, so that a screen reader notices its text. */}
        <div className="sale-warnings" role="status">
          {saleWarnings(item, { quantity, price }).map((warning) => (
            <p key={warning}>
              {t(`offers.saleWarnings.${warning}`, { number: number(item.on_hand ?? 0), price: money(item.web_price) })}
            </p>
          ))}
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
