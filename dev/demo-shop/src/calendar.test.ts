import { createCalendar, historyDays, toDateText } from './calendar.ts';

const today = Date.UTC(2026, 10, 21) / 86_400_000;
const calendar = createCalendar(today);
const at = (date: string) => Date.parse(date) / 86_400_000 - calendar.firstDay;

describe('createCalendar', () => {
  it('ends on the day before today', () => {
    expect(toDateText(calendar.firstDay + historyDays - 1)).toBe('2026-11-20');
  });

  it.each([
    ['Black Friday', '2025-11-28'],
    ['Saint Nicholas', '2025-12-06'],
    ["the week before Valentine's", '2026-02-10'],
    ["the week before Mother's Day", '2026-05-06'],
  ])('raises the share of presents on %s', (_, date) => {
    expect(calendar.demand[at(date)]).toBeGreaterThan(1.8);
    expect(calendar.gifts[at(date)]).toBeGreaterThan(0.3);
  });

  it('lowers prices on Black Friday and in the sales, not before a holiday', () => {
    expect(calendar.discount[at('2025-11-28')]).toBe(0.25);
    expect(calendar.discount[at('2026-01-15')]).toBe(0.2);
    expect(calendar.discount[at('2025-12-15')]).toBe(0);
  });
});
