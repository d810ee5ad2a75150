/**
 * The values of feature vectors, added one after the other. A function that returned a number for each feature took twice the time,
 * because V8 makes an object of each number that is returned.
 */
export class FeatureValues {
  readonly all: Float32Array;
  /** How many were added. */
  count = 0;

  constructor(size: number) {
    this.all = new Float32Array(size);
  }

  add(value: number): void {
    this.all[this.count] = value;
    this.count += 1;
  }
}
