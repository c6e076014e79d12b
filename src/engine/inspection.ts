import { availableParallelism } from 'node:os';
import { KinoraError } from '../base/errors.ts';
import { listSpeechSources, type PackedEdit } from '../edit/index.ts';
import { FairLimiter, type RequestSize } from '../render/fair-limiter.ts';
import type { Renderer } from '../render/renderer.ts';
import type { Inspection, Requester } from '../server/http/inspection.ts';

/**
 * Milliseconds that one request may take, including the download of its files. Clients do not wait longer.
 */
const TIME_LIMIT_MS = 60_000;
/**
 * The limits of one frame. The time limit of a frame is below the time limit of a request, so that the error
 * distinguishes a complex edit from slow downloads.
 */
export const FRAME_LIMITS = { memoryBytes: 2 * 2 ** 30, timeMs: 45_000, stallMs: 45_000 };

/**
 * Limits the requests of the server to a renderer: how many run at the same time, and for how long. Each
 * request runs in its own child process. Only frames of the same edit share a child process.
 *
 * @param timeLimitMs milliseconds that one request may take.
 */
export function createInspection(
  renderer: Pick<
    Renderer,
    'probe' | 'dryRun' | 'frame' | 'sheet' | 'layers' | 'layerPicture' | 'layerPiece' | 'waveform' | 'speak'
  >,
  timeLimitMs = TIME_LIMIT_MS,
): Inspection {
  // Twice the cores, because a process mostly waits for bytes or for its code to load.
  const limiter = new FairLimiter(availableParallelism() * 2);
  const limit = <Value>(
    size: RequestSize,
    requester: Requester,
    work: (requester: Requester) => Promise<Value>,
    reason = SLOW_FILES,
  ): Promise<Value> => {
    const message = `The request took longer than ${timeLimitMs / 1000} s: ${reason}.`;
    const limited = (signal: AbortSignal): Promise<Value> => work({ ...requester, signal });
    return limiter.run(requester, () => withinTime(requester.signal, timeLimitMs, limited, message), size);
  };

  return {
    probe: (url, requester) => limit('short', requester, (context) => renderer.probe(url, context)),
    dryRun: (edit, requester, free) =>
      limit('long', requester, (context) => renderer.dryRun(edit, { ...context, free })),
    speak: (speech, requester) => limit('short', requester, (context) => renderer.speak(speech, context)),
    frame: (edit, query, requester) =>
      limit('long', requester, (context) => renderer.frame(edit, query, context), reasonOf(edit)),
    sheet: (edit, query, requester) =>
      limit('long', requester, (context) => renderer.sheet(edit, query, context), reasonOf(edit)),
    layers: (edit, height, requester) =>
      limit('long', requester, (context) => renderer.layers(edit, height, context), reasonOf(edit)),
    // A kept file is only read, so it waits for nothing.
    layerPicture: (id, requester) => renderer.layerPicture(id, requester),
    layerPiece: (id, piece, requester) =>
      renderer.layerPiece(id, piece, requester, (work) =>
        limit('short', requester, ({ signal }) => work(signal)),
      ),
    waveform: (edit, query, requester) =>
      limit('long', requester, (context) => renderer.waveform(edit, query, context)),
  };
}

const SLOW_FILES = 'its files arrive too slowly, or it is too complex';
const SLOW_SPEECH =
  'its files arrive too slowly, the transcription of its speech takes too long, or it is too complex. Render the edit first: a render has more time, and later frames reuse its transcripts';

/** Returns the probable reason if the pictures of an edit take too long. */
function reasonOf({ outline }: PackedEdit): string {
  return listSpeechSources(outline).length > 0 ? SLOW_SPEECH : SLOW_FILES;
}

/** Does work within a time limit. @param message the sentence if the work exceeds it. */
export async function withinTime<Value>(
  stop: AbortSignal,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Value>,
  message: string,
): Promise<Value> {
  const timeout = AbortSignal.timeout(milliseconds);
  try {
    return await work(AbortSignal.any([stop, timeout]));
  } catch (error) {
    if (!timeout.aborted || stop.aborted) throw error;
    throw new KinoraError('asset_timed_out', message, { cause: error });
  }
}
