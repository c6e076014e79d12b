import { AV_LOG_FATAL, AVERROR_DECODER_NOT_FOUND, AVERROR_EINVAL, FFmpegError, Log } from './ffmpeg.ts';

// The log stays off, because its lines name local files. FFmpeg also reports each failure as a code.
Log.setLevel(AV_LOG_FATAL);

/**
 * A failure inside FFmpeg. The message contains FFmpeg's description of the error code, and no file name. Log
 * it, but do not send it to clients.
 */
export class MediaError extends Error {
  readonly code: number;

  /** True if FFmpeg has no decoder for the stream. */
  get lacksDecoder(): boolean {
    return this.code === AVERROR_DECODER_NOT_FOUND;
  }

  /**
   * @param code FFmpeg's error code, below 0.
   * @param action the failed action, worded to follow "Could not", such as "open the file".
   */
  constructor(code: number, action: string) {
    super(`Could not ${action}: ${FFmpegError.strerror(code)}`);
    this.name = 'MediaError';
    this.code = code;
  }
}

/**
 * Returns the result code of an FFmpeg call, or throws if the code is an error.
 *
 * @param action the attempted action, worded to follow "Could not", such as "open the file".
 * @throws {MediaError} if `code` is negative.
 */
export function check(code: number, action: string): number {
  if (code < 0) throw new MediaError(code, action);
  return code;
}

/**
 * Returns the result of an FFmpeg call, or throws if there is none.
 *
 * @param action the attempted action, worded to follow "Could not", such as "open the file".
 * @throws {MediaError} if the value is null or undefined.
 */
export function requireValue<Value>(value: Value | null | undefined, action: string): Value {
  if (value === null || value === undefined) throw new MediaError(AVERROR_EINVAL, action);
  return value;
}
