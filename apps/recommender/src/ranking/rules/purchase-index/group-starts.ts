/** Where each group begins when the members 0 to `size` - 1 are sorted by group: those of g are from `starts[g]` up to `starts[g + 1]`. */
export function groupStarts(size: number, groupOf: (member: number) => number, groupCount: number): Int32Array {
  const starts = new Int32Array(groupCount + 1);
  for (let member = 0; member < size; member += 1) {
    const next = groupOf(member) + 1;
    starts[next] = (starts[next] as number) + 1;
  }
  for (let group = 0; group < groupCount; group += 1) {
    starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number);
  }
  return starts;
}
