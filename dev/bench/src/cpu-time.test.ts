import { cpuSecondsBetween } from './cpu-time.ts';

describe('cpuSecondsBetween', () => {
  it('sums the time of each process, from 0 for a process that started in between', () => {
    const before = new Map([
      [1, 10],
      [2, 5],
    ]);
    const after = new Map([
      [1, 12.5],
      [3, 1],
    ]);
    expect(cpuSecondsBetween(before, after)).toBe(3.5);
  });

  it('does not treat unreadable processes as idle', () => {
    expect(cpuSecondsBetween(new Map(), new Map())).toBeNull();
  });
});
