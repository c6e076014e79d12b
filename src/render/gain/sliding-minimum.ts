/**
 * Finds the lowest of the most recent values. Values of 1 are not stored, because no value is higher than 1.
 */
export class SlidingMinimum {
  private readonly window: number;
  /**
   * Ring buffer of the values that can still become the lowest value, in ascending order. `indexes` has the
   * index of each of these values.
   */
  private readonly values: Float64Array;
  private readonly indexes: Float64Array;
  private head = 0;
  private size = 0;
  private index = 0;

  constructor(window: number) {
    this.window = window;
    this.values = new Float64Array(window);
    this.indexes = new Float64Array(window);
  }

  next(value: number): number {
    const index = this.index++;
    if (this.size > 0 && (this.indexes[this.head] ?? 0) <= index - this.window) this.drop();
    if (value < 1) this.push(value, index);
    return this.size > 0 ? (this.values[this.head] ?? 1) : 1;
  }

  private drop(): void {
    this.head = (this.head + 1) % this.window;
    this.size--;
  }

  private push(value: number, index: number): void {
    while (this.size > 0 && (this.values[(this.head + this.size - 1) % this.window] ?? 0) >= value)
      this.size--;
    const at = (this.head + this.size) % this.window;
    this.values[at] = value;
    this.indexes[at] = index;
    this.size++;
  }
}
