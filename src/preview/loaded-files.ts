import { PreviewFault } from './preview-source.ts';

/** Milliseconds before a file that could not be loaded is tried again. */
const RETRY_MS = 1000;

/** What a cache makes of its files. */
export interface FileMaker<Value> {
  /** Loads a file and makes a value of it. */
  readonly make: (file: string, piece: number | undefined, signal: AbortSignal) => Promise<Value>;
  /** Frees a value that is no longer kept. */
  readonly free?: (value: Value) => void;
  /** Number of values that are kept, besides those in use; or their weight. */
  readonly limit: number;
  /** Returns the weight of a value. Default: 1. */
  readonly weigh?: (value: Value) => number;
}

interface Entry<Value> {
  readonly promise: Promise<Value>;
  value?: Value;
  error?: Error;
  weight: number;
  /** The turn in which the entry was last asked for. */
  turn: number;
}

/** Files that are loaded once, and kept as long as they are in use or among the most recent ones. */
export class LoadedFiles<Value> implements Disposable {
  private readonly maker: FileMaker<Value>;
  /** The least recently used one first. */
  private readonly entries = new Map<string, Entry<Value>>();
  private readonly lifetime = new AbortController();
  private weight = 0;
  private turn = 0;
  /** Called when a file has been loaded, or could not be. */
  private waiting: (() => void)[] = [];

  constructor(maker: FileMaker<Value>) {
    this.maker = maker;
  }

  /** Loads a file, unless it is loaded or on its way. A file that failed is tried again after a while. */
  get(file: string, piece?: number): Promise<Value> {
    return this.open(file, piece).promise;
  }

  /** Returns a loaded file, or undefined while it is on its way. @throws {PreviewFault} if it cannot be loaded. */
  peek(file: string, piece?: number): Value | undefined {
    const { value, error } = this.open(file, piece);
    if (error) throw error;
    return value;
  }

  /** Returns a file if it is loaded. Does not load it. */
  find(file: string, piece?: number): Value | undefined {
    return this.entries.get(keyOf(file, piece))?.value;
  }

  /** Waits until a file has been loaded, or could not be. */
  nextArrival(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Begins a turn, such as a frame. What was asked for in neither this turn nor the last one may be freed. */
  nextTurn(): void {
    this.turn += 1;
    for (const [key, { turn, value, weight }] of this.entries) {
      if (this.weight <= this.maker.limit || turn >= this.turn - 2) return;
      this.entries.delete(key);
      this.weight -= weight;
      if (value !== undefined) this.maker.free?.(value);
    }
  }

  [Symbol.dispose](): void {
    this.lifetime.abort();
    for (const { value } of this.entries.values()) if (value !== undefined) this.maker.free?.(value);
    this.entries.clear();
  }

  private open(file: string, piece: number | undefined): Entry<Value> {
    const key = keyOf(file, piece);
    const entry = this.entries.get(key) ?? this.load(key, file, piece);
    entry.turn = this.turn;
    // Moves the entry to the end, where the most recent ones are.
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry;
  }

  private load(key: string, file: string, piece: number | undefined): Entry<Value> {
    const { signal } = this.lifetime;
    const promise = this.maker.make(file, piece, signal);
    const entry: Entry<Value> = { promise, weight: 0, turn: this.turn };
    promise.then(
      (value) => {
        if (signal.aborted || this.entries.get(key) !== entry) this.maker.free?.(value);
        else {
          entry.value = value;
          entry.weight = this.maker.weigh?.(value) ?? 1;
          this.weight += entry.weight;
        }
        this.wake();
      },
      (error: unknown) => {
        entry.error =
          error instanceof Error ? error : new Error('The file cannot be loaded.', { cause: error });
        this.wake();
        const fault = error instanceof PreviewFault ? error : undefined;
        if (fault?.reason === 'missing') return;
        setTimeout(() => {
          if (this.entries.get(key) === entry) this.entries.delete(key);
        }, fault?.retryMs ?? RETRY_MS);
      },
    );
    return entry;
  }

  private wake(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }
}

function keyOf(file: string, piece: number | undefined): string {
  return `${file}/${piece ?? ''}`;
}
