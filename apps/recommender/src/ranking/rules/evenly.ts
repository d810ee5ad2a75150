/** Numbers from 0 to below `count` at even distances, ascending: all of them, or `most`. */
export function evenly(count: number, most: number): number[] {
  const picked = Math.min(count, most);
  return Array.from({ length: picked }, (_, index) => Math.floor((index * count) / picked));
}
