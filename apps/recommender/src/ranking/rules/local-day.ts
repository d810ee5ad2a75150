const dayMs = 86_400_000;
/** A cache: creating a formatter takes longer than ranking a whole request. */
const formats = new Map<string, Intl.DateTimeFormat>();
const hourFormats = new Map<string, Intl.DateTimeFormat>();

type AskedOf = (instant: Date, timeZone: string) => number;

/** Keeps the last answer of each time zone: formatting takes longer than some signals take. */
function keptForAMinute(ask: AskedOf): AskedOf {
  const lastAnswers = new Map<string, { minute: number; answer: number }>();
  return (instant, timeZone) => {
    // Days and hours begin with a whole minute in every time zone.
    const minute = Math.floor(instant.getTime() / 60_000);
    const last = lastAnswers.get(timeZone);
    if (last?.minute === minute) return last.answer;
    const answer = ask(instant, timeZone);
    lastAnswers.set(timeZone, { minute, answer });
    return answer;
  };
}

/** The calendar day in a time zone, as days since 1970-01-01. Dates of orders are compared with it. */
export const localDay: AskedOf = keptForAMinute(dayOf);

/** The hour of the day in a time zone, from 0. */
export const localHour: AskedOf = keptForAMinute((instant, timeZone) => {
  const hours =
    hourFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  hourFormats.set(timeZone, hours);
  return Number(hours.format(instant));
});

function dayOf(instant: Date, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return Math.floor(Date.UTC(parts.year ?? 0, (parts.month ?? 1) - 1, parts.day ?? 1) / dayMs);
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}
