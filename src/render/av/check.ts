import { AV_LOG_FATAL, AVERROR_DECODER_NOT_FOUND, AVERROR_EINVAL, FFmpegError, Log } from 'node-av';

// FFmpeg reports failures as codes. Its own log lines name local files, so they stay off.
Log.setLevel(AV_LOG_FATAL);

/**
 * A failure inside FFmpeg. Its message holds FFmpeg's text for the code and names no file. It is for logs,
 * not for clients.
 */
export class MediaError extends Error {
  readonly code: number;

  /** True if FFmpeg has no decoder for the stream. */
  get lacksDecoder(): boolean {
    return this.code === AVERROR_DECODER_NOT_FOUND;
  }

  /**
   * @param code FFmpeg's error code, below 0.
   * @param action the failed action, to follow "Could not": "open the file".
   */
  constructor(code: number, action: string) {
    super(`Could not ${action}: ${FFmpegError.strerror(code)}`);
    this.name = 'MediaError';
    this.code = code;
  }
}

/**
 * Returns FFmpeg's result, or throws if it is an error.
 *
 * @param action the attempted action, to follow "Could not": "open the file".
 * @throws {MediaError} if `code` is negative.
 */
export function check(code: number, action: string): number {
  if (code < 0) throw new MediaError(code, action);
  return code;
}

/**
 * Returns a value of FFmpeg, or throws if there is none.
 *
 * @param action the attempted action, to follow "Could not": "open the file".
 * @throws {MediaError} if the value is null or undefined.
 */
export function requireValue<Value>(value: Value | null | undefined, action: string): Value {
  if (value === null || value === undefined) throw new MediaError(AVERROR_EINVAL, action);
  return value;
}
