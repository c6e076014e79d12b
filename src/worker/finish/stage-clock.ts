import { beginStages, type TracedStages } from '../../base/observe/spans.ts';
import type { StageTimes } from '../../store/queue/attempts.ts';

/** Measures how long an attempt stays in each of its stages, and traces them until it is disposed of. */
export class StageClock implements Disposable {
  private readonly now: () => number;
  private readonly spent = new Map<string, number>();
  private stage: string;
  private since: number;
  private readonly spans: TracedStages;

  /**
   * @param stage the first stage.
   * @param now returns milliseconds. Overridden only in tests.
   */
  constructor(stage: string, now: () => number = () => performance.now()) {
    this.now = now;
    this.stage = stage;
    this.since = now();
    this.spans = beginStages(stage);
  }

  /** Begins a stage. A stage may be entered again; its times add up. */
  enter(stage: string): void {
    this.add(this.stage, this.now() - this.since);
    this.since = this.now();
    if (stage === this.stage) return;
    this.stage = stage;
    this.spans.enter(stage);
  }

  /** Adds milliseconds to a stage, for example to one that is a part of another stage. */
  add(stage: string, milliseconds: number): void {
    this.spent.set(stage, (this.spent.get(stage) ?? 0) + milliseconds);
  }

  [Symbol.dispose](): void {
    this.spans.end();
  }

  /** Returns the whole milliseconds of every stage so far. */
  get times(): StageTimes {
    this.enter(this.stage);
    return Object.fromEntries([...this.spent].map(([stage, time]) => [stage, Math.round(time)]));
  }
}
