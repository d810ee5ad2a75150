import { parseDateTime, toZoned } from '@internationalized/date';

/** Times of a filter, such as 2026-11-22T09:30 in the time zone of the brand. Empty: no filter. */
export interface TimeRange {
  /** At this time or later. */
  from: string;
  /** Before this time. */
  to: string;
}

/** Whether a text is a time that can be a filter. A time with an incomplete year cannot. */
export function isTime(text: string): boolean {
  if (!/^2\d{3}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return false;
  try {
    parseDateTime(text);
    return true;
  } catch {
    return false;
  }
}

/** Both times have the same format, so the order of the texts is the order of the times. */
export function isReversed({ from, to }: TimeRange): boolean {
  return from !== '' && to !== '' && to <= from;
}

/** Whether both can be used as they are. */
export function isRange({ from, to }: TimeRange): boolean {
  return [from, to].every((time) => time === '' || isTime(time)) && !isReversed({ from, to });
}

/** The range in the address of a page. Times that do not exist and an end before the start are ignored. */
export function readRange(address: URLSearchParams): TimeRange {
  const timeIn = (name: string) => {
    const text = address.get(name) ?? '';
    return isTime(text) ? text : '';
  };
  const [from, to] = [timeIn('from'), timeIn('to')];
  return { from, to: isReversed({ from, to }) ? '' : to };
}

/** A time that a change of the clocks skips is moved to after the change. Of a repeated time, the first one is taken. */
export function instantOf(time: string, timeZone: string): string {
  return toZoned(parseDateTime(time), timeZone).toAbsoluteString();
}
