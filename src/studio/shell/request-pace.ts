import { signal } from '@preact/signals';

/** The requests that an account has left in the present minute. */
interface Allowance {
  readonly limit: number;
  readonly left: number;
  /** The end of the minute, in milliseconds as of {@link performance.now}. */
  readonly ends: number;
}

const MINUTE_MS = 60_000;
/** Milliseconds by which two answers of one minute may differ in its end: the server says it in seconds. */
const SAME_END_MS = 2000;
/**
 * The even share is what is left of the limit if it is used evenly over the minute. If less than this part of it is
 * left, work that can wait does wait.
 */
const SPARE_BELOW = 0.95;
/** The same for pictures, which then come more slowly. */
const SLOW_BELOW = 0.9;
/** The part of the even share that is to stay. The nearer it is, the more slowly pictures come. */
const STAYS = 0.75;
/** The steepness of that. One page then settles at 86 % of the even share, and two at 80 %. */
const STEEPNESS = 8;
/** Milliseconds between two looks at how long a picture has to wait. */
const LOOK_AGAIN_MS = 1000;
/** Requests that stay for the checks, and for others whose latest requests are not known yet. */
const LAST = 3;

/**
 * Keeps the requests for pictures and checks within the limit of the account. It follows what the server says of
 * the limit, so that pages that share an account share it, too: each one slows down when little is left.
 */
export class RequestPace {
  /** The end of the minute of which nothing is left, as of {@link performance.now}. Undefined if something is left. */
  readonly blockedUntil = signal<number | undefined>(undefined);
  private allowance: Allowance | undefined;
  private lastPicture = -Infinity;

  /** Notes that a request is sent. */
  noteRequest(): void {
    if (this.allowance) this.allowance = { ...this.allowance, left: this.allowance.left - 1 };
  }

  /** Notes what an answer says of the limit. Without limits, it says nothing. */
  noteAnswer({ status, headers }: Pick<Response, 'status' | 'headers'>): void {
    const limit = Number(headers.get('ratelimit-limit') ?? NaN);
    const seconds = Number(headers.get('ratelimit-reset') ?? NaN);
    if (Number.isNaN(limit) || Number.isNaN(seconds)) return;
    const ends = performance.now() + 1000 * seconds;
    const said = status === 429 ? 0 : Number(headers.get('ratelimit-remaining'));
    const { allowance } = this;
    const isSameMinute = allowance !== undefined && Math.abs(allowance.ends - ends) < SAME_END_MS;
    // Answers may arrive in another order than they were given.
    const left = isSameMinute ? Math.min(said, allowance.left) : said;
    this.allowance = { limit, left, ends };
    this.blockedUntil.value = left <= 0 ? ends : undefined;
  }

  /**
   * Waits for the turn of a picture, and notes that it is asked for.
   *
   * @param onWait gets the milliseconds that are left to wait, every second, and 0 at the end.
   */
  async takeTurn(signal: AbortSignal, onWait: (milliseconds: number) => void): Promise<void> {
    for (let wait = this.pictureWait(); wait > 0; wait = this.pictureWait()) {
      onWait(wait);
      // The limit may change while others use it.
      await new Promise((resolve) => setTimeout(resolve, Math.min(wait, LOOK_AGAIN_MS)));
      if (signal.aborted) break;
    }
    onWait(0);
    signal.throwIfAborted();
    this.notePicture();
  }

  /** Notes that a picture is asked for. */
  notePicture(): void {
    this.lastPicture = performance.now();
  }

  /** Returns the milliseconds to wait before the next picture is asked for. */
  pictureWait(): number {
    const now = performance.now();
    const { allowance } = this;
    if (!allowance || allowance.ends <= now) return 0;
    const { limit, left, ends } = allowance;
    const rest = ends - now;
    if (left <= LAST) return rest;
    const part = (left / (limit * rest)) * MINUTE_MS;
    if (part >= SLOW_BELOW) return 0;
    // Programs with the same account may have used much of the minute. Half of the rest is for them.
    const speed = Math.max(STEEPNESS * (part - STAYS), part / 2);
    return Math.max(0, MINUTE_MS / limit / speed - (now - this.lastPicture));
  }

  /** Returns the milliseconds to wait before work that can wait, such as the pictures of the timeline. */
  spareWait(): number {
    const now = performance.now();
    const { allowance } = this;
    if (!allowance || allowance.ends <= now) return 0;
    const { limit, left, ends } = allowance;
    // Time passes, and what is left grows in proportion to the rest of the minute.
    return Math.max(0, ends - now - (left / (SPARE_BELOW * limit)) * MINUTE_MS);
  }

  /** True if nothing is left of this minute. */
  get isBlocked(): boolean {
    const { allowance } = this;
    return allowance !== undefined && allowance.left <= 0 && allowance.ends > performance.now();
  }
}

/** The ends of the paths that only look at an edit. */
const INSPECTIONS = ['/frame', '/layers', '/sheet', '/waveform'];

/** True for a request that only looks at an edit. The server counts these together, and apart from all others. */
function isInspection(input: Parameters<typeof fetch>[0], method: string | undefined): boolean {
  const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
  const isDry = searchParams.get('dryRun') === 'true';
  return method === 'POST' && (isDry || INSPECTIONS.some((end) => pathname.endsWith(end)));
}

/** Returns a `fetch` that informs a pace of the requests that look at an edit, and of their answers. */
export function createPacedFetch(pace: RequestPace): typeof fetch {
  return async (input, init) => {
    if (!isInspection(input, init?.method)) return await fetch(input, init);
    pace.noteRequest();
    const answer = await fetch(input, init);
    pace.noteAnswer(answer);
    return answer;
  };
}
