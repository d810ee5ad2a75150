import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** An age in the largest unit that fits, such as "15 minutes". */
export function useAge(): (seconds: number) => string {
  const { i18n } = useTranslation();
  return useMemo(() => ageIn(i18n.language), [i18n.language]);
}

function ageIn(language: string): (seconds: number) => string {
  return (seconds) => {
    const [unit, size] = units.find(([, length]) => seconds >= length) ?? (['second', 1] as const);
    const format = new Intl.NumberFormat(language, {
      style: 'unit',
      unit,
      unitDisplay: 'long',
      maximumFractionDigits: 0,
    });
    return format.format(Math.floor(seconds / size));
  };
}
