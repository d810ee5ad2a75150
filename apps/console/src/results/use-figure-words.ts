import type { ResultGroup, ResultRow } from '@callside/schemas';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.tsx';
import { useFormats } from '../app/use-formats.ts';
import { useShopWords } from '../app/use-shop-words.ts';
import { declineInWords } from '../offers/offer-words.ts';
import type { Metric } from './figures.ts';

/** Figures and groups in words. */
export interface FigureWords {
  figure: (metric: Metric, value: number | null) => string;
  /** For the axis of a chart. */
  short: (metric: Metric, value: number) => string;
  /** Percentage points. */
  points: (share: number) => string;
  row: (by: ResultGroup, row: Pick<ResultRow, 'key' | 'label'>) => string;
  /** Such as 20 Nov. */
  shortDay: (day: string) => string;
  /** Such as 20 Nov 2026. */
  day: (day: string) => string;
  milliseconds: (ms: number | null) => string;
}

const nothing = '–';

export function useFigureWords(): FigureWords {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const inWords = useShopWords();
  const { language } = i18n;
  const { currency } = useSession().user.brand_settings;
  return useMemo(() => {
    const compact = new Intl.NumberFormat(language, { notation: 'compact' });
    const compactMoney = new Intl.NumberFormat(language, { notation: 'compact', style: 'currency', currency });
    const ms = new Intl.NumberFormat(language, { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 });
    // A calendar day has no time zone.
    const shortDay = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
    const points = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
    const milliseconds = (value: number | null) => (value === null ? nothing : ms.format(value));
    const figure = (metric: Metric, value: number | null): string => {
      if (value === null) return nothing;
      if (metric === 'revenue') return formats.money(value);
      if (metric === 'conversion') return formats.percent(value);
      return metric === 'screenTime' ? milliseconds(value) : formats.number(value);
    };
    return {
      figure,
      short: (metric, value) => {
        if (metric === 'revenue') return compactMoney.format(value);
        return metric === 'conversion' || metric === 'screenTime' ? figure(metric, value) : compact.format(value);
      },
      points: (share) => points.format(share * 100),
      row: (by, { key, label }) => {
        if (by === 'day') return formats.day(key ?? '');
        if (key === null) return t(`results.none.${by}`);
        if (by === 'decline_reason') return declineInWords(t, key);
        if (by === 'article_type') return inWords(key) ?? key;
        return by === 'model' && key === 'none' ? t('results.none.model') : (label ?? key);
      },
      shortDay: (text) => shortDay.format(new Date(`${text}T00:00:00Z`)),
      day: formats.day,
      milliseconds,
    };
  }, [language, currency, formats, inWords, t]);
}
