let [latest, step] = [0, 0];

/**
 * A UUID of version 7: consecutive ids are adjacent in an index, so rows with them are stored faster. `now` in milliseconds. Ids of one
 * process and millisecond are in the order in which they were made, up to 4,096 of them.
 */
export function sortableId(now: number): string {
  step = now === latest ? (step + 1) % 4096 : 0;
  latest = now;
  const time = now.toString(16).padStart(12, '0');
  const place = step.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${place}${crypto.randomUUID().slice(18)}`;
}
