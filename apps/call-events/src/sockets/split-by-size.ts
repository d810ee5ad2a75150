import type { Announcement } from '../views/messages.ts';

/** In characters of JSON. Everything but metadata and ids is small. */
const largestAnnouncement = 256 * 1024;
const largestMessage = 1024 * 1024;
/** An announcement whose estimate is at most this is not serialized to measure it: that takes longer than the estimate. */
const small = 16 * 1024;

/** Announcements in messages that are not too large, in the same order, and those that are too large for any message. */
export function splitBySize(announcements: readonly Announcement[]): {
  messages: Announcement[][];
  tooLarge: Announcement[];
} {
  const messages: Announcement[][] = [];
  const tooLarge: Announcement[] = [];
  let room = 0;
  for (const announcement of announcements) {
    const size = sizeOf(announcement);
    if (size > largestAnnouncement) {
      tooLarge.push(announcement);
      continue;
    }
    if (size > room) {
      messages.push([]);
      room = largestMessage;
    }
    messages.at(-1)?.push(announcement);
    room -= size;
  }
  return { messages, tooLarge };
}

function sizeOf(announcement: Announcement): number {
  const most = mostCharacters(announcement);
  return most <= small ? most : JSON.stringify(announcement).length;
}

/** An upper bound for the length of the JSON of a plain value. A character of a text takes six at most (`\u0000`). */
export function mostCharacters(value: unknown): number {
  if (typeof value === 'string') return 2 + 6 * value.length;
  if (typeof value !== 'object' || value === null) return longestNumber;
  let most = 2;
  if (Array.isArray(value)) {
    for (const element of value) most += mostCharacters(element) + 1;
    return most;
  }
  const members = value as Record<string, unknown>;
  for (const key in members) most += mostCharacters(key) + mostCharacters(members[key]) + 2;
  return most;
}

/** As in -1.2345678901234567e-300, and more than true, false and null. */
const longestNumber = 25;
