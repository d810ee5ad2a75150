import { type FocusEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { NumberField } from '../ui/number-field.tsx';

interface QuantityFieldProps {
  value: number;
  /** NaN: the text is empty, or is no number. */
  onChange: (value: number) => void;
  least: number;
  most: number;
  error: string | undefined;
}

/** A quantity that is typed over when it has the focus, with buttons for one more and one less. */
export function QuantityField({ value, onChange, least, most, error }: QuantityFieldProps) {
  const { t } = useTranslation();
  /** The field keeps the text that was typed: after a step it is another field. */
  const [steps, setSteps] = useState(0);
  const step = (by: number) => {
    setSteps((count) => count + 1);
    onChange(Number.isNaN(value) ? least : Math.min(most, Math.max(least, value + by)));
  };
  return (
    <div className="sale-quantity">
      <NumberField
        key={steps}
        label={t('offers.quantity')}
        value={value}
        onChange={onChange}
        least={least}
        most={most}
        fractionDigits={3}
        error={error}
        autoFocus={steps === 0}
        onFocus={selectText}
      />
      {/* Not disabled for the browser: a disabled button loses the focus. */}
      <Button aria-label={t('offers.oneLess')} aria-disabled={value <= least} onPress={() => step(-1)}>
        −
      </Button>
      <Button aria-label={t('offers.oneMore')} aria-disabled={value >= most} onPress={() => step(1)}>
        +
      </Button>
    </div>
  );
}

function selectText({ target }: FocusEvent): void {
  if (!(target instanceof HTMLInputElement)) return;
  const { value } = target;
  target.select();
  // The press of a mouse that gave it the focus places the cursor after this event.
  setTimeout(() => {
    if (document.activeElement === target && target.value === value) target.select();
  });
}
