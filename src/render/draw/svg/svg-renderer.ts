import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { PixelSize } from '../../scene/placement.ts';

/** The font options of the SVG renderer. */
export interface SvgFontOptions {
  readonly fontBuffers: Uint8Array[];
  readonly defaultFontFamily: string;
  readonly sansSerifFamily: string;
}

/** An SVG for the thread of the renderer. */
export interface SvgRequest {
  readonly markup: string;
  readonly font: SvgFontOptions;
  /** The width of the picture in pixels. Without a width, only the size of the SVG is read. */
  readonly width?: number;
}

/** An image with premultiplied alpha. Its rows have no padding. */
export interface PremultipliedImage extends PixelSize {
  readonly pixels: Uint8Array;
}

/** A picture, the size of an SVG, or why there is neither. */
export type SvgAnswer =
  | PremultipliedImage
  | PixelSize
  /** The reason why the markup is not accepted. */
  | { readonly reason: string }
  /** The error of the renderer itself, after which it may be in any state. */
  | { readonly failure: string };

/** The data that the thread of the renderer gets when it starts. */
export interface SvgThreadData {
  readonly port: MessagePort;
  /** One number: 1 if an answer was posted. */
  readonly signal: Int32Array;
}

/** An error about markup that cannot be drawn. The message is public and begins with a verb. */
export class SvgError extends Error {
  override readonly name = 'SvgError';
}

/**
 * Milliseconds for one drawing. Rich drawings take less than a second. Most of the time is for a machine that is
 * busy with other work.
 */
const TIME_LIMIT_MS = 15_000;

/** Number of times that the limit may pass on a machine that is busy with other work. */
const MAX_WAITS = 3;
/** Fraction of the limit that this process must have computed before a drawing is given up. */
const BUSY_FRACTION = 0.5;

/** The thread of the renderer and the ways to talk to it. */
interface Thread extends SvgThreadData {
  readonly worker: Worker;
}

let running: Thread | undefined;

/**
 * Draws an SVG in a width in pixels.
 *
 * @throws {SvgError} if the markup is not accepted, takes too long or makes the renderer fail.
 */
export function renderSvg(request: Required<SvgRequest>): PremultipliedImage {
  // The cast is safe: a request with a width gets a picture.
  return askThread(request) as PremultipliedImage;
}

/**
 * Reads the size of an SVG in pixels.
 *
 * @throws the same errors as {@link renderSvg}.
 */
export function measureSvg(request: Omit<SvgRequest, 'width'>): PixelSize {
  return askThread(request);
}

/**
 * Waits for the answer of the thread, because drawings are synchronous. Ends the thread if it takes too long or
 * fails.
 *
 * @param timeLimitMs milliseconds after which the request is given up.
 * @throws {SvgError} if there is neither a picture nor a size.
 */
export function askThread(request: SvgRequest, timeLimitMs = TIME_LIMIT_MS): PremultipliedImage | PixelSize {
  const thread = (running ??= startThread());
  Atomics.store(thread.signal, 0, 0);
  thread.port.postMessage(request);
  const answer = waitForAnswer(thread, timeLimitMs);
  if (!answer) {
    endThread(thread);
    throw new SvgError(
      `takes more than ${timeLimitMs / 1000} seconds to draw, the maximum; use fewer or smaller filters, masks, patterns and paths.`,
    );
  }
  if ('reason' in answer) throw new SvgError(`is not an SVG that can be drawn: ${answer.reason}.`);
  if ('failure' in answer) {
    endThread(thread);
    throw new SvgError('needs more memory than a drawing may have, or has numbers that are too large.', {
      cause: answer.failure,
    });
  }
  return answer;
}

/**
 * Waits for an answer. If the machine is so busy that this process hardly computed, waits longer.
 *
 * @returns undefined if there is none.
 */
function waitForAnswer({ port, signal }: Thread, timeLimitMs: number): SvgAnswer | undefined {
  const before = process.cpuUsage();
  for (let waits = 0; waits < MAX_WAITS;) {
    const timedOut = Atomics.wait(signal, 0, 0, timeLimitMs) === 'timed-out';
    // The notification of the last answer may come as late as now, so only a message ends the wait.
    const received = receiveMessageOnPort(port);
    // The cast is safe: the thread is our own program.
    if (received) return received.message as SvgAnswer;
    if (!timedOut) continue;
    waits++;
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 > BUSY_FRACTION * timeLimitMs) return undefined;
  }
  return undefined;
}

function startThread(): Thread {
  const { port1, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const data: SvgThreadData = { port: port2, signal };
  const worker = new Worker(new URL('./svg-thread.ts', import.meta.url), {
    workerData: data,
    transferList: [port2],
  });
  // The thread must not keep the process from ending.
  worker.unref();
  port1.unref();
  return { worker, port: port1, signal };
}

function endThread({ worker, port }: Thread): void {
  running = undefined;
  port.close();
  void worker.terminate();
}
