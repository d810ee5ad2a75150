import { cpuSecondsBetween } from './cpu-time.ts';

describe('cpuSecondsBetween', () => {
  it('adds up what each process took, from nothing for one that came meanwhile', () => {
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

  it('does not take unreadable processes for idle ones', () => {
    expect(cpuSecondsBetween(new Map(), new Map())).toBeNull();
  });
});
