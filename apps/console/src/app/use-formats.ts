import { useTranslation } from 'react-i18next';
import { useSession } from './session.tsx';

/** Numbers, money and times in the user's language, the brand's currency and the brand's time zone. */
export interface Formats {
  /** Such as 12:03:10. */
  time: (instant: string | number) => string;
  /** Such as 22 Nov 2026, 12:03:10. */
  dateTime: (instant: string | number) => string;
  /** Such as 22 Nov 2026. */
  date: (instant: string | number) => string;
  /** A calendar day such as 2026-11-22, in the same form. It has no time zone. */
  day: (day: string) => string;
  /** `amount` in units of the currency, such as 129.99. */
  money: (amount: number) => string;
  number: (value: number) => string;
  /** `share` from 0 to 1. */
  percent: (share: number) => string;
}

export function useFormats(): Formats {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const { currency, time_zone: timeZone } = useSession().user.brand_settings;
  return formatsOf({ language, currency, timeZone });
}

interface Locale {
  language: string;
  currency: string;
  timeZone: string;
}

/** A browser takes milliseconds to create formatters, so all components share them. A page uses few locales. */
const made = new Map<string, Formats>();

function formatsOf(locale: Locale): Formats {
  const key = Object.values(locale).join(' ');
  const formats = made.get(key) ?? createFormats(locale);
  made.set(key, formats);
  return formats;
}

function createFormats({ language, currency, timeZone }: Locale): Formats {
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'medium', hourCycle: 'h23', timeZone });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const dateTime = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
    timeZone,
  });
  const money = new Intl.NumberFormat(language, { style: 'currency', currency });
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return {
    time: (instant) => time.format(new Date(instant)),
    dateTime: (instant) => dateTime.format(new Date(instant)),
    date: (instant) => date.format(new Date(instant)),
    day: (text) => day.format(new Date(text)),
    money: (amount) => money.format(amount),
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
  };
}
