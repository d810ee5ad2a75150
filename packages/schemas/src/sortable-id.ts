/** A UUID of version 7: consecutive ids are adjacent in an index, so rows with them are stored faster. `now` in milliseconds. */
export function sortableId(now: number): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
