import { availableParallelism } from 'node:os';
import { KinoraError } from '../base/errors.ts';
import { listSpeechSources } from '../edit/index.ts';
import { FairLimiter } from '../render/fair-limiter.ts';
import type { Renderer } from '../render/renderer.ts';
import type { Inspection, Requester } from '../server/http/inspection.ts';

/** What one request may take, its files and its work together: longer, nobody waits for it. */
const TIME_LIMIT_MS = 60_000;
/** Less time than the request, so that an edit that is too large is told from files that come slowly. */
export const FRAME_LIMITS = { memoryBytes: 2 * 2 ** 30, timeMs: 45_000, stallMs: 45_000 };

/**
 * Limits what the server asks of a renderer without a render: how much of it runs at the same time, and for how long. Each request is a
 * child process of its own, but for further frames of an edit.
 *
 * @param timeLimitMs milliseconds that one request may take.
 */
export function createInspection(
  renderer: Pick<Renderer, 'probe' | 'dryRun' | 'frame'>,
  timeLimitMs = TIME_LIMIT_MS,
): Inspection {
  // A process mostly waits for bytes, or for itself to be loaded.
  const limiter = new FairLimiter(availableParallelism() * 2);
  const limit = <Value>(
    requester: Requester,
    work: (requester: Requester) => Promise<Value>,
    reason?: string,
  ): Promise<Value> => limiter.run(requester, () => withinTime(requester, timeLimitMs, work, reason));

  return {
    probe: (url, requester) => limit(requester, (context) => renderer.probe(url, context)),
    dryRun: (edit, requester) => limit(requester, (context) => renderer.dryRun(edit, context)),
    frame: (edit, query, requester) =>
      limit(
        requester,
        async (context) => (await renderer.frame(edit, query, context)).picture,
        listSpeechSources(edit).length > 0 ? SLOW_SPEECH : undefined,
      ),
  };
}

const SLOW_FILES = 'its files come too slowly, or there is too much to do';
const SLOW_SPEECH =
  'its files come too slowly, what its captions are made of takes long to be listened to, or there is too much to do; a render has the time, and a frame after it takes what was heard';

/** Does work for a requester who does not wait for ever. @param reason why it may have taken too long. */
async function withinTime<Value>(
  requester: Requester,
  milliseconds: number,
  work: (requester: Requester) => Promise<Value>,
  reason = SLOW_FILES,
): Promise<Value> {
  const timeout = AbortSignal.timeout(milliseconds);
  try {
    return await work({ ...requester, signal: AbortSignal.any([requester.signal, timeout]) });
  } catch (error) {
    if (!timeout.aborted || requester.signal.aborted) throw error;
    const message = `There was no answer within ${milliseconds / 1000} s: ${reason}.`;
    throw new KinoraError('asset_timed_out', message, { cause: error });
  }
}
