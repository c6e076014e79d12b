/** The pg-boss queues of one kind of work. */
export interface Lanes {
  /** The queue of all work, or of the long work if there is a queue of short work. */
  readonly main: string;
  /** The queue of short work. */
  readonly short?: string;
  /** The queue of work that waits until nothing else does. */
  readonly idle?: string;
}

/** Short jobs in a row while long ones wait, after which a long one is taken. */
const MAX_SHORT_IN_A_ROW = 3;

/** Decides which lane is served next. */
export class LaneOrder {
  private readonly lanes: Lanes;
  private shortInARow = 0;

  constructor(lanes: Lanes) {
    this.lanes = lanes;
  }

  /** Returns the lanes to serve, in order. @param due the lanes with jobs that are due. */
  next(due: ReadonlySet<string>): string[] {
    const { idle } = this.lanes;
    const lanes = namesOf(this.lanes).filter((lane) => lane !== idle && due.has(lane));
    if (lanes.length === 0 && idle !== undefined && due.has(idle)) return [idle];
    return this.shortInARow < MAX_SHORT_IN_A_ROW ? lanes : lanes.reverse();
  }

  /** Notes the lane from which a job was taken. @param due the lanes with jobs that were due. */
  took(lane: string, due: ReadonlySet<string>): void {
    this.shortInARow = lane === this.lanes.short && due.has(this.lanes.main) ? this.shortInARow + 1 : 0;
  }
}

/** Returns the names of the pg-boss queues of one kind of work, in the order in which they are served. */
export function namesOf({ short, main, idle }: Lanes): string[] {
  return [short, main, idle].filter((name) => name !== undefined);
}
