import { setTimeout as wait } from 'node:timers/promises';
import { type Handout, keepHandout, writeHandout } from './handout.ts';
import type { SegmentStore } from './segment-store.ts';
import { makeClaimed, type MakeStream } from './stream-maker.ts';
import type { ShareStreams, SharedStreams, StreamToMake } from './stream-sharing.ts';

/** Milliseconds between two looks at the progress of the others. */
const POLL_MS = 300;

/** An output whose streams are made together with other processes. */
export interface OutputToShare {
  /** Its place among the outputs of the edit. */
  readonly position: number;
  /** The streams that are not kept yet. */
  readonly streams: readonly StreamToMake[];
  readonly handout: Handout;
  /** The local file of each identity in the handout. */
  readonly files: ReadonlyMap<string, string>;
}

/** The parts of the render that shares its output. */
export interface SharingRender {
  readonly owner: string;
  /** A folder for temporary files. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly store: SegmentStore;
  readonly share: ShareStreams;
  /** Each makes a stream and keeps it. They work at the same time. */
  readonly makers: readonly MakeStream[];
  /** Called with the number of finished frames in all streams. */
  readonly onFrames: (frames: number) => void;
  /** Called if the others cannot help. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Makes the streams of an output together with other processes. Returns when all are made. This process begins at
 * once, while the data for the others is still being kept.
 *
 * @throws {KinoraError} the error of a stream that this process makes.
 */
export async function makeTogether(
  { position, streams, handout, files }: OutputToShare,
  { store, share, makers, onFrames, onFailure, owner, folder, signal }: SharingRender,
): Promise<void> {
  const written = writeHandout(handout);
  await using shared = await share({ position, handout: written.identity, streams });
  const over = new AbortController();
  const invite = async (): Promise<void> => {
    await keepHandout(store, owner, written, { files, folder, signal: over.signal });
    if (!over.signal.aborted) await shared.invite();
  };
  const inviting = invite().catch((error: unknown) => {
    // A large source may still be on its way when all streams are made.
    if (!over.signal.aborted) onFailure(error);
  });
  const watch = watchProgress(shared, onFrames);
  try {
    await Promise.all(makers.map((make) => makeAll(shared, make, signal)));
  } finally {
    watch.stop();
    over.abort();
    await inviting;
  }
}

/** Makes streams until all are made by some process. Takes over the streams of a process that has died. */
async function makeAll(shared: SharedStreams, make: MakeStream, signal: AbortSignal): Promise<void> {
  for (;;) {
    await makeClaimed(shared, make);
    if ((await shared.progress()).missing === 0) return;
    await wait(POLL_MS, undefined, { signal });
  }
}

const REPORT_MS = 1000;

/** Reports the frames that all processes have finished, once per second. */
function watchProgress(shared: SharedStreams, onFrames: (frames: number) => void): { stop(): void } {
  let isBusy = false;
  const look = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    try {
      onFrames((await shared.progress()).frames);
    } catch {
      // The render uses the same connection, and reports if it is away.
    } finally {
      isBusy = false;
    }
  };
  const timer = setInterval(() => void look(), REPORT_MS);
  return { stop: () => clearInterval(timer) };
}
