import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Described } from './field-help.tsx';
import { hasTooManyDecimals, numberIn } from './number-text.ts';
import { TextField } from './text-field.tsx';

interface NumberFieldProps extends Described, Pick<ComponentProps<typeof TextField>, 'onFocus'> {
  value: number;
  /** NaN: the text is empty, or is no number. */
  onChange: (value: number) => void;
  least: number;
  most: number;
  /** The most digits after the decimal separator. */
  fractionDigits?: number;
  /** The fewest digits after the decimal separator, such as 2 for an amount in USD. */
  leastFractionDigits?: number;
  /** The value is a share, and is shown as a percentage. */
  isPercent?: boolean;
  autoFocus?: boolean;
}

/** A number, written as the page writes numbers. A text that has no meaning, or more than one, cannot be submitted. */
export function NumberField(props: NumberFieldProps) {
  const { i18n } = useTranslation();
  return <NumberText key={i18n.language} {...props} />;
}

function NumberText({
  value,
  onChange,
  least,
  most,
  fractionDigits = 0,
  leastFractionDigits = 0,
  isPercent = false,
  error,
  ...field
}: NumberFieldProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const format = new Intl.NumberFormat(language, {
    style: isPercent ? 'percent' : 'decimal',
    minimumFractionDigits: leastFractionDigits,
    maximumFractionDigits: fractionDigits,
    useGrouping: false,
  });
  const [text, setText] = useState(() => (Number.isNaN(value) ? '' : format.format(value)));
  const inText = numberIn(text, language, { fractionDigits, isPercent });

  const problemOf = (): string | undefined => {
    if (text.trim() === '') return undefined;
    if (hasTooManyDecimals(text, language, { fractionDigits, isPercent })) {
      return t('fields.decimals', { count: fractionDigits });
    }
    if (Number.isNaN(inText)) {
      const example = isPercent ? 0.05 : fractionDigits === 0 ? 7 : 7.5;
      return t('fields.noNumber', { example: format.format(example) });
    }
    if (inText >= least && inText <= most) return undefined;
    return t('fields.outOfRange', { least: format.format(least), most: format.format(most) });
  };
  return (
    <TextField
      {...field}
      isRequired
      inputMode={fractionDigits === 0 ? 'numeric' : 'decimal'}
      value={text}
      onChange={(typed) => {
        setText(typed);
        onChange(numberIn(typed, language, { fractionDigits, isPercent }));
      }}
      onBlur={() => {
        if (!Number.isNaN(inText)) setText(format.format(inText));
      }}
      error={problemOf() ?? error}
    />
  );
}
