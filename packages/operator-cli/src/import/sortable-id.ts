import { randomUUID } from 'node:crypto';

/** A UUID of version 7: ids made one after the other lie side by side in an index, which large imports live on. */
export function sortableId(now: number): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
