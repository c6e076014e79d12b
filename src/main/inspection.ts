import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import type { Edit } from '../edit/index.ts';
import type { Sources } from '../render/fetch/index.ts';
import { inspectMedia, lookAtEdit } from '../render/look.ts';
import { type Dialect, renderFrame } from '../render/render.ts';
import type { Asker, FrameWish, Inspection } from '../server/http/inspection.ts';

/** Requests that wait for their turn, for each of those that are worked on. */
const WAITING = 16;
/** What one frame may take: longer, nobody waits for it. */
const FRAME_LIMITS = { memory: 2 * 2 ** 30, time: 60_000, stall: 60_000 };

/** What looking at media works with. */
export interface InspectionParts {
  readonly sources: Sources;
  readonly dialect: Dialect;
  /** A folder for temporary files. */
  readonly folder: string;
  readonly log: Logger;
}

/** Joins the render library to what the server asks of it without a render. Each request is a child process of its own. */
export function openInspection({ sources, dialect, folder, log }: InspectionParts): Inspection {
  // A process mostly waits for bytes, or for itself to be loaded.
  const atOnce = availableParallelism() * 2;
  const limit = pLimit(atOnce);
  const inTurn = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (limit.pendingCount >= atOnce * WAITING)
      throw new KinoraError('queue_full', 'Too many files are being looked at; try again later.');
    return limit(work);
  };
  const options = ({ owner, signal }: Asker) => ({ sources, owner, signal, log });

  async function frame(edit: Edit, { at, format, watermark }: FrameWish, asker: Asker): Promise<Buffer> {
    const own = await mkdtemp(join(folder, 'frame-'));
    try {
      const to = join(own, `frame.${format}`);
      const wish = { dialect, watermark, folder: own, onProgress: () => undefined, limits: FRAME_LIMITS };
      await renderFrame(edit, at, to, { ...options(asker), ...wish });
      return await readFile(to);
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  }

  return {
    probe: (url, asker) => inTurn(() => inspectMedia(url, options(asker))),
    dryRun: (edit, asker) => inTurn(() => lookAtEdit(edit, options(asker))),
    frame: (edit, wish, asker) => inTurn(() => frame(edit, wish, asker)),
  };
}
