/** Pictures that were due after which it is judged whether the machine keeps up with them. */
const JUDGED = 12;
/** Share of those that may be left out. */
const MAX_DROPPED = 0.2;
/** Pictures left out at once, a second or more, from which on the page was hidden or stood still. */
const STOOD_STILL = 25;
/** Each step leaves half of the pixels. */
const STEP = Math.SQRT1_2;
/** The smallest scale: a third. Below, drawing takes no less time. */
const LEAST = 1 / 3;

/** The scale in which pictures are drawn while they play, so that a slow machine leaves out few of them. */
export class FluentScale {
  /** The part of the width and of the height of the view, up to 1. */
  value = 1;
  private due = 0;
  private dropped = 0;

  /** Counts a picture that was drawn. @param dropped number of pictures that were left out before it. */
  count(dropped: number): void {
    if (dropped >= STOOD_STILL) return;
    this.due += 1 + dropped;
    this.dropped += dropped;
    if (this.due < JUDGED) return;
    if (this.dropped > MAX_DROPPED * this.due) this.value = Math.max(LEAST, this.value * STEP);
    this.due = 0;
    this.dropped = 0;
  }
}
