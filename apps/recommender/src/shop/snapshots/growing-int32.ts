/** A growing list of 32-bit integers. */
export class GrowingInt32 {
  #values = new Int32Array(1024);
  #size = 0;

  push(value: number): void {
    if (this.#size === this.#values.length) {
      const larger = new Int32Array(2 * this.#size);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#size] = value;
    this.#size += 1;
  }

  /** A copy of the pushed values. */
  values(): Int32Array<ArrayBuffer> {
    return this.#values.slice(0, this.#size);
  }
}
