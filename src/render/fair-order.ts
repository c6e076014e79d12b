/** A thing in an order. */
export interface Placed {
  readonly owner: string;
  /** Its place: the lowest tag is next. */
  readonly tag: number;
}

/**
 * Orders waiting things by start-time fair queueing, in memory. Each thing costs its owner 1 divided by the
 * owner's share, and gets the tag max(clock, cost of the owner's earlier things). The clock is the tag of the
 * thing that was taken last. Owners take turns in proportion to their shares, no matter how much each has
 * waiting, and who was absent does not catch up.
 */
export class FairOrder<Thing extends Placed> {
  /** In the order of their tags. */
  private readonly waiting: Thing[] = [];
  /** For each owner, the tag of its next thing, unless the clock is ahead of it. */
  private readonly finishes = new Map<string, number>();
  private clock = 0;

  /** Number of things that wait. */
  get size(): number {
    return this.waiting.length;
  }

  /** Returns the tag of the next thing of an owner, and counts its cost. @param share weight from 1. */
  tagFor(owner: string, share: number): number {
    const tag = Math.max(this.clock, this.finishes.get(owner) ?? 0);
    this.finishes.set(owner, tag + 1 / share);
    return tag;
  }

  /** Adds a thing behind those with the same tag. */
  add(thing: Thing): void {
    const later = this.waiting.findIndex(({ tag }) => tag > thing.tag);
    this.waiting.splice(later === -1 ? this.waiting.length : later, 0, thing);
  }

  /** Returns the first thing that is allowed. Of equal tags, the one with the lowest rank is first. */
  first(isAllowed: (thing: Thing) => boolean, rank: (thing: Thing) => number): Thing | undefined {
    const found = this.waiting.find(isAllowed);
    if (found === undefined) return undefined;
    const equal = this.waiting.filter((thing) => thing.tag === found.tag && isAllowed(thing));
    return equal.reduce((best, thing) => (rank(thing) < rank(best) ? thing : best), found);
  }

  /** Returns the last thing of an owner. */
  lastOf(owner: string): Thing | undefined {
    return this.waiting.findLast((thing) => thing.owner === owner);
  }

  /** Takes a thing out because its turn has come. */
  take(thing: Thing): void {
    this.remove(thing);
    this.clock = Math.max(this.clock, thing.tag);
    for (const [owner, finish] of this.finishes) if (finish <= this.clock) this.finishes.delete(owner);
  }

  /** Takes a thing out that no longer waits. @returns false if it was not in the order. */
  remove(thing: Thing): boolean {
    const index = this.waiting.indexOf(thing);
    if (index !== -1) this.waiting.splice(index, 1);
    return index !== -1;
  }
}
