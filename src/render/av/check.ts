import { AV_LOG_FATAL, AVERROR_DECODER_NOT_FOUND, AVERROR_EINVAL, FFmpegError, Log } from './ffmpeg.ts';

// The log stays off, because its lines name local files. FFmpeg also reports each failure as a code.
Log.setLevel(AV_LOG_FATAL);

/**
 * A failure inside FFmpeg. The message contains FFmpeg's description of the error code, and no file name. Log
 * it, but do not send it to clients.
 */
export class MediaError extends Error {
  readonly code: number;

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

/** A stream that Kinora does not decode, because FFmpeg has no decoder or because Kinora does not use it. */
export class MissingDecoder extends MediaError {
  /** The name of the codec in messages; undefined if it is unknown. */
  readonly codec: string | undefined;

  /** @param action the failed action, as of {@link MediaError}. */
  constructor(codec: string | undefined, action: string) {
    super(AVERROR_DECODER_NOT_FOUND, action);
    this.codec = codec;
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
