import { availableParallelism } from 'node:os';
import { KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import { voicesOf } from '../edit/index.ts';
import type { Browser } from '../render/browse/browser.ts';
import type { Sources } from '../render/fetch/index.ts';
import { Frames } from '../render/frames.ts';
import { inspectMedia, lookAtEdit } from '../render/look.ts';
import type { Children } from '../render/children.ts';
import type { Dialect } from '../render/render.ts';
import type { Transcripts } from '../render/transcribe/transcripts.ts';
import type { Asker, Inspection } from '../server/http/inspection.ts';
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
  /** Where child processes come from; each is a new one where absent. */
  readonly children?: Children | undefined;
  /** Milliseconds that one request may take; a minute by default. */
  readonly timeLimit?: number;
}

/** An inspection that keeps something open between two requests. */
export interface ClosableInspection extends Inspection {
  close(): Promise<void>;
}

/**
 * Joins the render library to what the server asks of it without a render. Each request is a child process of its own, but for further
 * frames of an edit.
 */
export function openInspection({
  sources,
  browser,
  transcripts,
  dialect,
  folder,
  log,
  children,
  timeLimit = TIME_LIMIT_MS,
}: InspectionParts): ClosableInspection {
  // A process mostly waits for bytes, or for itself to be loaded.
  const turns = new Turns(availableParallelism() * 2);
  const timed = <Value>(
    asker: Asker,
    work: (asker: Asker) => Promise<Value>,
    reason?: string,
  ): Promise<Value> => turns.inTurn(asker, () => inTime(asker, timeLimit, work, reason));
  const options = ({ owner, signal }: Asker) => ({ sources, owner, signal, log, children });

  const frames = new Frames({
    ...{ sources, browser, transcripts, dialect, folder, log, children },
    limits: FRAME_LIMITS,
  });

  return {
    probe: (url, asker) => timed(asker, (limited) => inspectMedia(url, options(limited))),
    dryRun: (edit, asker) => timed(asker, (limited) => lookAtEdit(edit, { ...options(limited), dialect })),
    frame: (edit, wish, asker) =>
      timed(
        asker,
        (limited) => frames.picture(edit, wish, limited),
        voicesOf(edit).length > 0 ? LISTENS_SLOWLY : undefined,
      ),
    close: () => frames.close(),
  };
}

const FILES_SLOW = 'its files come too slowly, or there is too much to do';
const LISTENS_SLOWLY =
  'its files come too slowly, what its captions are made of takes long to be listened to, or there is too much to do; a render has the time, and a frame after it takes what was heard';

/** Does work for an asker who does not wait for ever. @param reason why it may have taken too long. */
async function inTime<Value>(
  asker: Asker,
  milliseconds: number,
  work: (asker: Asker) => Promise<Value>,
  reason = FILES_SLOW,
): Promise<Value> {
  const late = AbortSignal.timeout(milliseconds);
  try {
    return await work({ ...asker, signal: AbortSignal.any([asker.signal, late]) });
  } catch (error) {
    if (!late.aborted || asker.signal.aborted) throw error;
    const message = `There was no answer within ${milliseconds / 1000} s: ${reason}.`;
    throw new KinoraError('asset_timed_out', message, { cause: error });
  }
}
