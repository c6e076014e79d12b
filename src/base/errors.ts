import { DISK_FULL, isDiskBroken, isDiskFull } from './disk/disk-full.ts';
import { errorCodeOf } from './error-code.ts';
import { findCause } from './find-cause.ts';
import { showControls } from './text/show-controls.ts';

/** The party responsible for an error. It determines the log level. */
export type Fault = 'client' | 'asset' | 'destination' | 'operator' | 'us';

interface ErrorKind {
  /** HTTP status of a response with this error. */
  readonly status: number;
  readonly fault: Fault;
  /** True if the same work may succeed on another attempt. */
  readonly retry: boolean;
}

/** All errors that Kinora returns or records, each with its HTTP status, its fault and its retry flag. */
export const ERRORS = {
  validation_failed: { status: 400, fault: 'client', retry: false },
  not_json: { status: 400, fault: 'client', retry: false },
  unauthorized: { status: 401, fault: 'client', retry: false },
  wrong_environment: { status: 403, fault: 'client', retry: false },
  insufficient_scope: { status: 403, fault: 'client', retry: false },
  address_expired: { status: 403, fault: 'client', retry: false },
  not_found: { status: 404, fault: 'client', retry: false },
  method_not_allowed: { status: 405, fault: 'client', retry: false },
  request_timed_out: { status: 408, fault: 'client', retry: true },
  body_too_large: { status: 413, fault: 'client', retry: false },
  not_acceptable: { status: 406, fault: 'client', retry: false },
  precondition_failed: { status: 412, fault: 'client', retry: false },
  range_not_satisfiable: { status: 416, fault: 'client', retry: false },
  unsupported_media_type: { status: 415, fault: 'client', retry: false },
  too_many_requests: { status: 429, fault: 'client', retry: true },
  headers_too_large: { status: 431, fault: 'client', retry: false },
  storage_quota_exceeded: { status: 507, fault: 'client', retry: false },
  queue_full: { status: 503, fault: 'us', retry: true },
  not_made_yet: { status: 503, fault: 'client', retry: true },
  stopping: { status: 503, fault: 'us', retry: true },
  asset_refused: { status: 400, fault: 'asset', retry: false },
  asset_not_found: { status: 400, fault: 'asset', retry: false },
  asset_not_media: { status: 400, fault: 'asset', retry: false },
  asset_too_large: { status: 400, fault: 'asset', retry: false },
  asset_timed_out: { status: 400, fault: 'asset', retry: false },
  asset_unreachable: { status: 400, fault: 'asset', retry: false },
  font_not_found: { status: 400, fault: 'client', retry: false },
  page_failed: { status: 400, fault: 'client', retry: false },
  package_missing: { status: 501, fault: 'operator', retry: false },
  segments_off: { status: 501, fault: 'operator', retry: false },
  isolation_unavailable: { status: 500, fault: 'operator', retry: false },
  browser_unavailable: { status: 500, fault: 'us', retry: false },
  transcriber_missing: { status: 501, fault: 'operator', retry: false },
  transcriber_unreachable: { status: 503, fault: 'operator', retry: true },
  transcription_failed: { status: 424, fault: 'operator', retry: false },
  no_credentials: { status: 400, fault: 'operator', retry: false },
  provider_refused: { status: 424, fault: 'client', retry: false },
  provider_rejects_key: { status: 424, fault: 'operator', retry: false },
  provider_quota: { status: 424, fault: 'operator', retry: false },
  provider_unreachable: { status: 503, fault: 'operator', retry: true },
  provider_unknown: { status: 424, fault: 'operator', retry: false },
  not_generated: { status: 400, fault: 'client', retry: false },
  speech_failed: { status: 500, fault: 'us', retry: false },
  destination_refused: { status: 400, fault: 'destination', retry: false },
  destination_failed: { status: 502, fault: 'destination', retry: true },
  storage_failed: { status: 503, fault: 'operator', retry: true },
  database_unavailable: { status: 503, fault: 'operator', retry: true },
  disk_full: { status: 503, fault: 'operator', retry: true },
  worker_lost: { status: 500, fault: 'us', retry: true },
  render_timed_out: { status: 500, fault: 'us', retry: false },
  render_stalled: { status: 500, fault: 'us', retry: true },
  render_too_complex: { status: 400, fault: 'client', retry: false },
  render_out_of_memory: { status: 500, fault: 'us', retry: false },
  render_crashed: { status: 500, fault: 'us', retry: true },
  key_protected: { status: 409, fault: 'client', retry: false },
  limit_reached: { status: 409, fault: 'client', retry: false },
  idempotency_conflict: { status: 409, fault: 'client', retry: false },
  cancelled: { status: 409, fault: 'client', retry: false },
  invalid_setting: { status: 500, fault: 'client', retry: false },
  home_in_use: { status: 500, fault: 'client', retry: false },
  internal: { status: 500, fault: 'us', retry: true },
} as const satisfies Record<string, ErrorKind>;

/** The code of an error, as clients see it in `error.code`. */
export type ErrorCode = keyof typeof ERRORS;

/**
 * The error that Kinora throws on purpose. Its `message` is public: it says what is wrong and where, without
 * paths of this machine, stacks or secrets. Details for the operator go into `cause`.
 */
export class KinoraError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    // A message may quote the text of others, such as the error of a page.
    super(showControls(message), options);
    this.name = 'KinoraError';
    this.code = code;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  get fault(): Fault {
    return ERRORS[this.code].fault;
  }

  /** True if the operator of Kinora should see the error. */
  get concernsOperator(): boolean {
    return this.fault === 'us' || this.fault === 'operator';
  }

  get retry(): boolean {
    return ERRORS[this.code].retry;
  }
}

/** The SQLSTATE codes of damaged pages and indexes, and of a table whose file is missing. */
const DAMAGE_CODES: readonly unknown[] = ['XX001', 'XX002', '58P01'];

/** The sentence for clients if the files of the database are damaged. */
const DATA_DAMAGED =
  'The database of Kinora is damaged. Its operator has to repair it, or to restore a backup.';

/** True if damaged files of the database caused an error, directly or through its causes. */
function isDataDamaged(error: unknown): boolean {
  return findCause(error, (one) => DAMAGE_CODES.includes(errorCodeOf(one))) !== undefined;
}

/** The sentence about a binary that is not installed. */
const MISSING_BINARY =
  'A binary of Kinora for this machine is not installed, as after `npm install --omit=optional`. Install Kinora again without this option, or name the binaries as docs/packages.md says.';

/**
 * The messages of node-av, sharp, canvas and koffi if npm has left out the package with their binary for this machine.
 * None of these errors has a code.
 */
const MISSING_BINARY_TEXT =
  /Could not load the (node-av native binding|"sharp" module)|Cannot find native binding|Cannot find the native Koffi module/;

/**
 * True if a package without its binary for this machine caused an error, directly or through its causes. The last cause
 * may be the text that a process has left.
 */
function isMissingBinary(error: unknown): boolean {
  const tells = (text: unknown): boolean => typeof text === 'string' && MISSING_BINARY_TEXT.test(text);
  return (
    tells(error) || findCause(error, ({ message, cause }) => tells(message) || tells(cause)) !== undefined
  );
}

/** The faults that a full disk of Kinora cannot cause. */
const OUTSIDE_FAULTS: readonly Fault[] = ['client', 'destination'];

/**
 * Converts anything thrown to a KinoraError. An unknown error becomes the `cause` of an `internal` error with
 * a generic message. An error that a full disk caused becomes `disk_full`, whatever its code was before. One of a
 * disk that does not work becomes `storage_failed`, and one of a damaged database `database_unavailable`. One
 * of a package whose binary for this machine was left out becomes `package_missing`.
 */
export function toKinoraError(error: unknown): KinoraError {
  const isKnown = error instanceof KinoraError;
  // A setting that names a full disk, for example, stays the fault of its setting.
  if (isKnown && (error.code === 'disk_full' || OUTSIDE_FAULTS.includes(error.fault))) return error;
  if (isDiskFull(error)) return createDiskFullError(error);
  if (isKnown && error.fault !== 'us') return error;
  if (isDiskBroken(error))
    return new KinoraError('storage_failed', 'The disk of Kinora does not work. Try again later.', {
      cause: error,
    });
  if (isDataDamaged(error)) return new KinoraError('database_unavailable', DATA_DAMAGED, { cause: error });
  if (isMissingBinary(error)) return new KinoraError('package_missing', MISSING_BINARY, { cause: error });
  if (isKnown) return error;
  return new KinoraError('internal', 'Something went wrong on our side.', { cause: error });
}

/** Creates the error of work that a full disk prevents. The work may succeed later. */
export function createDiskFullError(cause: unknown, message = DISK_FULL): KinoraError {
  return new KinoraError('disk_full', message, { cause });
}
