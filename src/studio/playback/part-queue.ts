import type { KinoraClient, RenderHandle } from '../../client/index.ts';
import { type DraftEdit, toEdit } from '../document/edit-text.ts';
import { createPreviewEdit } from '../document/preview/preview-edit.ts';
import { choosePart } from '../document/preview/preview-parts.ts';
import type { TimeRange } from '../document/preview/marked-range.ts';
import { findKeptPart, removePlayed, keepPart, type MadePart, takeFile } from './kept-parts.ts';
import { playerSettings } from './player-settings.ts';

/** A part in its turn. */
export interface PartInTurn extends MadePart {
  /** Seconds of its beginning that are not played. */
  readonly skipped: number;
  /** Its number in this run. A loop plays the same part several times. */
  readonly turn: number;
}

/** The run that parts are made for. */
export interface PlayedRange {
  readonly edit: DraftEdit;
  /** The place of the output that is played. */
  readonly output: number;
  /** Second at which playing begins. */
  readonly from: number;
  /** The part that is played, and played again if it is looped. */
  readonly range: TimeRange;
  /** Frames per second. */
  readonly rate: number;
  /** True if the edit is still the one that is played. */
  readonly isCurrent: () => boolean;
  readonly onProgress: (percent: number) => void;
}

/** Parts that are ready or being made, besides the one that plays. */
const AHEAD = 3;
/** Milliseconds that the server may take for a part. */
const MAKE_LIMIT_MS = 120_000;

interface QueuedPart {
  readonly made: Promise<PartInTurn>;
  /** True if the loop has begun again with it. */
  readonly isAgain: boolean;
}

/** Makes the parts of a run one after the other, ahead of those that play. */
export class PartQueue {
  private readonly client: KinoraClient;
  private readonly run: PlayedRange;
  private readonly stopped: AbortSignal;
  private readonly quality = playerSettings.peek().quality;
  /** Names the edit as it is played. What is missing in it may arrive without a change of its text. */
  private readonly name: string;
  private queue: QueuedPart[] = [];
  private last: Promise<unknown> = Promise.resolve();
  private at: number;
  private turn = 0;
  private isAgain = false;

  constructor(client: KinoraClient, run: PlayedRange, stopped: AbortSignal) {
    this.client = client;
    this.run = run;
    this.stopped = stopped;
    this.at = run.from;
    this.name = `${this.quality} ${run.output} ${JSON.stringify(run.edit)}`;
  }

  /** Returns the next part. Undefined if playing ends. */
  take(): Promise<PartInTurn> | undefined {
    this.fill();
    const next = this.queue.shift();
    if (!next || (next.isAgain && !playerSettings.value.isLooping)) return undefined;
    this.fill();
    return next.made;
  }

  /** Removes what is not played any more. */
  close(): void {
    for (const { made } of this.queue)
      made.then(
        (part) => this.release(part),
        () => undefined,
      );
  }

  /** Removes a part that was played, if the browser has no copy of it. */
  release({ render }: PartInTurn): void {
    if (render !== undefined) void removePlayed(this.client, render);
  }

  private fill(): void {
    const { range, rate, isCurrent } = this.run;
    const end = range.start + range.length;
    while (this.queue.length < AHEAD && isCurrent()) {
      if (end - this.at < 0.5 / rate) {
        if (!playerSettings.value.isLooping) return;
        this.at = range.start;
        this.isAgain = true;
      }
      this.queue.push({ made: this.plan(end), isAgain: this.isAgain });
    }
  }

  /** Plans the part at the present place, and goes on to its end. */
  private plan(end: number): Promise<PartInTurn> {
    const { at: from, turn } = this;
    this.turn++;
    const known = findKeptPart(this.name, from, end);
    const { start, length } = known ?? choosePart(from, end, turn === 0, this.run.rate);
    this.at = start + length;
    // One after the other: the next one is the most urgent.
    const make = async (): Promise<MadePart> => known ?? (await this.make({ start, length }));
    const made = this.last.then(make);
    this.last = made;
    const played = made.then((part) => ({ ...part, skipped: from - start, turn }));
    // Awaited later. A failure before that must not count as unhandled.
    played.catch(() => undefined);
    return played;
  }

  private async make({ start, length }: TimeRange): Promise<MadePart> {
    this.stopped.throwIfAborted();
    const { output } = this.run;
    const edit = createPreviewEdit(this.run.edit, { start, length }, output, this.quality);
    // It is submitted to the end, because the server may have accepted it when it is stopped.
    const handle = this.client.render(toEdit(edit));
    const abandon = (): void => void discard(handle);
    this.stopped.addEventListener('abort', abandon, { once: true });
    const { url, id, outputs } = await handle.wait({
      signal: this.stopped,
      timeout: MAKE_LIMIT_MS,
      onProgress: ({ progress }) => this.run.onProgress(Math.round(progress * 100)),
    });
    this.stopped.removeEventListener('abort', abandon);
    const part = {
      start,
      length,
      ...(await takeFile(this.client, { id, url: outputs?.at(-1)?.url ?? url }, this.stopped)),
    };
    keepPart(this.name, part);
    return part;
  }
}

/** Ends the render of a part that will not be shown, and removes it. */
async function discard(handle: RenderHandle): Promise<void> {
  try {
    // The first request cancels it, the second one deletes what was cancelled.
    await handle.cancel();
    await handle.cancel();
  } catch {
    // It has ended meanwhile, so that the first request has deleted it; or the key may not delete.
  }
}
