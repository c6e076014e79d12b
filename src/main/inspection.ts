import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import type { Edit } from '../edit/index.ts';
import type { Browser } from '../render/browse/browser.ts';
import type { Sources } from '../render/fetch/index.ts';
import { inspectMedia, lookAtEdit } from '../render/look.ts';
import { type Dialect, renderFrame } from '../render/render.ts';
import type { Transcripts } from '../render/transcribe/transcripts.ts';
import type { Asker, FrameWish, Inspection } from '../server/http/inspection.ts';
import { Turns } from './turns.ts';

/** What one request may take, its files and its work together: longer, nobody waits for it. */
const TIME_LIMIT_MS = 60_000;
/** Less time than the request, so that an edit that is too large is told from files that come slowly. */
const FRAME_LIMITS = { memory: 2 * 2 ** 30, time: 45_000, stall: 45_000 };

/** What looking at media works with. */
export interface InspectionParts {
  readonly sources: Sources;
  readonly browser: Browser;
  /** What makes words of voices; absent where nothing can. */
  readonly transcripts?: Transcripts | undefined;
  readonly dialect: Dialect;
  /** A folder for temporary files. */
  readonly folder: string;
  readonly log: Logger;
  /** Milliseconds that one request may take; a minute by default. */
  readonly timeLimit?: number;
}

/** Joins the render library to what the server asks of it without a render. Each request is a child process of its own. */
export function openInspection({
  sources,
  browser,
  transcripts,
  dialect,
  folder,
  log,
  timeLimit = TIME_LIMIT_MS,
}: InspectionParts): Inspection {
  // A process mostly waits for bytes, or for itself to be loaded.
  const turns = new Turns(availableParallelism() * 2);
  const timed = <Value>(asker: Asker, work: (asker: Asker) => Promise<Value>): Promise<Value> =>
    turns.inTurn(asker, () => inTime(asker, timeLimit, work));
  const options = ({ owner, signal }: Asker) => ({ sources, owner, signal, log });

  async function frame(edit: Edit, { at, format, watermark }: FrameWish, asker: Asker): Promise<Buffer> {
    const own = await mkdtemp(join(folder, 'frame-'));
    try {
      const to = join(own, `frame.${format}`);
      const wish = {
        dialect,
        browser,
        transcripts,
        watermark,
        folder: own,
        onProgress: () => undefined,
        limits: FRAME_LIMITS,
      };
      await renderFrame(edit, at, to, { ...options(asker), ...wish });
      return await readFile(to);
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  }

  return {
    probe: (url, asker) => timed(asker, (limited) => inspectMedia(url, options(limited))),
    dryRun: (edit, asker) => timed(asker, (limited) => lookAtEdit(edit, { ...options(limited), dialect })),
    frame: (edit, wish, asker) => timed(asker, (limited) => frame(edit, wish, limited)),
  };
}

/** Does work for an asker who does not wait for ever. */
async function inTime<Value>(
  asker: Asker,
  milliseconds: number,
  work: (asker: Asker) => Promise<Value>,
): Promise<Value> {
  const late = AbortSignal.timeout(milliseconds);
  try {
    return await work({ ...asker, signal: AbortSignal.any([asker.signal, late]) });
  } catch (error) {
    if (!late.aborted || asker.signal.aborted) throw error;
    const reason = 'its files come too slowly, or there is too much to do';
    const message = `There was no answer within ${milliseconds / 1000} s: ${reason}.`;
    throw new KinoraError('asset_timed_out', message, { cause: error });
  }
}
