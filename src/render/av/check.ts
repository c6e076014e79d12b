import { AV_LOG_FATAL, AVERROR_DECODER_NOT_FOUND, AVERROR_EINVAL, FFmpegError, Log } from 'node-av';

// What FFmpeg has to say comes back as a code; its own remarks name local files.
Log.setLevel(AV_LOG_FATAL);

/** A failure inside FFmpeg: `message` is FFmpeg's own text for the code and names no file. It is for logs, not for clients. */
export class MediaError extends Error {
  readonly code: number;

  /** Whether FFmpeg has no decoder for what is in the file. */
  get lacksDecoder(): boolean {
    return this.code === AVERROR_DECODER_NOT_FOUND;
  }

  constructor(code: number, action: string) {
    super(`${action}: ${FFmpegError.strerror(code)}`);
    this.name = 'MediaError';
    this.code = code;
  }
}

/**
 * Passes FFmpeg's result on, or throws when it is an error.
 *
 * @param action what was tried, in the words of the error: "open the file".
 * @throws {MediaError} when `code` is negative.
 */
export function check(code: number, action: string): number {
  if (code < 0) throw new MediaError(code, action);
  return code;
}

/** Passes a value on, or throws where FFmpeg gave none. */
export function requireValue<Value>(value: Value | null | undefined, action: string): Value {
  if (value === null || value === undefined) throw new MediaError(AVERROR_EINVAL, action);
  return value;
}
