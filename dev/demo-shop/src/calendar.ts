/** 30 months. */
export const historyDays = 913;

const millisecondsOfDay = 86_400_000;

/** The shop's days, counted from the first one of its history, which is day 0. */
export interface Calendar {
  /** Days since 1970-01-01 of day 0. */
  firstDay: number;
  /** Number of orders relative to an ordinary day, which is 1. */
  demand: Float64Array;
  /** Share of the purchases that are presents. */
  gifts: Float64Array;
  /** Price reduction of a sale, as a share of the price. */
  discount: Float64Array;
  /** Month, from 1. */
  month: Uint8Array;
}

/** `today` in days since 1970-01-01; the last day of the history is the day before. */
export function createCalendar(today: number): Calendar {
  const firstDay = today - historyDays;
  const calendar: Calendar = {
    firstDay,
    demand: new Float64Array(historyDays),
    gifts: new Float64Array(historyDays),
    discount: new Float64Array(historyDays),
    month: new Uint8Array(historyDays),
  };
  for (let day = 0; day < historyDays; day++) {
    const date = new Date((firstDay + day) * millisecondsOfDay);
    const season = seasonOf(date);
    const growth = 1 + (0.3 * day) / historyDays;
    const weekend = [0, 5, 6].includes(date.getUTCDay()) ? 1.15 : 0.95;
    calendar.demand[day] = season.demand * growth * weekend;
    calendar.gifts[day] = season.gifts;
    calendar.discount[day] = season.discount;
    calendar.month[day] = date.getUTCMonth() + 1;
  }
  return calendar;
}

/** `YYYY-MM-DD` of a number of days since 1970-01-01. */
export function toDateText(day: number): string {
  return new Date(day * millisecondsOfDay).toISOString().slice(0, 10);
}

interface Season {
  demand: number;
  gifts: number;
  discount: number;
}

function seasonOf(date: Date): Season {
  const month = date.getUTCMonth() + 1;
  const day = date.getUTCDate();
  const toBlackFriday = daysUntil(date, nthWeekday(date, 11, 4, 4) + millisecondsOfDay);
  const toMothersDay = daysUntil(date, nthWeekday(date, 5, 0, 2));
  if (toBlackFriday <= 1 && toBlackFriday >= -3) return { demand: 3, gifts: 0.35, discount: 0.25 };
  if (month === 12 && day <= 20) return { demand: 2.4, gifts: 0.55, discount: 0 };
  if (month === 12 && day <= 24) return { demand: 1.5, gifts: 0.65, discount: 0 };
  if (month === 2 && day >= 3 && day <= 13) return { demand: 2, gifts: 0.5, discount: 0 };
  if (toMothersDay >= 1 && toMothersDay <= 13) return { demand: 1.9, gifts: 0.5, discount: 0 };
  if (month === 1 && day >= 8 && day <= 25) return { demand: 0.9, gifts: 0.05, discount: 0.2 };
  if (month === 6) return { demand: 1.1, gifts: 0.25, discount: 0 };
  if (month === 7 && day >= 10 && day <= 24) return { demand: 1, gifts: 0.1, discount: 0.15 };
  if (month === 8) return { demand: 0.8, gifts: 0.1, discount: 0 };
  return { demand: 1, gifts: 0.12, discount: 0 };
}

function nthWeekday(date: Date, month: number, weekday: number, nth: number): number {
  const first = new Date(Date.UTC(date.getUTCFullYear(), month - 1, 1));
  const offset = (weekday - first.getUTCDay() + 7) % 7;
  return first.getTime() + (offset + 7 * (nth - 1)) * millisecondsOfDay;
}

function daysUntil(date: Date, instant: number): number {
  return Math.round((instant - date.getTime()) / millisecondsOfDay);
}
