/** The number of characters that one edit may have laid out to find texts that do not fit. */
const CHARACTERS = 200_000;
/** The cost of laying out a text without characters, in characters. */
const BASE_COST = 20;

/**
 * Limits the work of looking for texts that do not fit. The work is counted, not timed, so that an edit always
 * gets the same warnings.
 */
export class MeasuringBudget {
  private left: number;
  private isShort = false;

  /** @param characters the number of characters that may be laid out. */
  constructor(characters = CHARACTERS) {
    this.left = characters;
  }

  /**
   * Pays for laying out a text. Returns false if too little is left.
   *
   * @param text the text, or the number of characters that its layout costs.
   * @param times how often the text is laid out.
   */
  pay(text: string | number, times = 1): boolean {
    const cost = ((typeof text === 'string' ? text.length : text) + BASE_COST) * times;
    if (cost > this.left) {
      this.isShort = true;
      return false;
    }
    this.left -= cost;
    return true;
  }

  /** True if a text could not be paid for. */
  get wasExceeded(): boolean {
    return this.isShort;
  }
}
