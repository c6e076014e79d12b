import type { Result } from '../../../base/result.ts';
import { KinoraError } from '../../../base/errors.ts';
import type { Problem } from '../../../edit/index.ts';
import {
  type IngestOptions,
  parseRenditionsRequest,
  parseSourceRequest,
  parseUploadRequest,
  type RenditionTransformation,
  type SourceRequest,
} from '../../../ingest/index.ts';
import { InvalidRequest } from '../response/errors.ts';

/** Reads a request to ingest the file at a URL. @throws {InvalidRequest} with every problem. */
export function readSourceRequest(body: unknown): SourceRequest {
  return unwrap(parseSourceRequest(body));
}

/** Reads the options of an upload. @throws {InvalidRequest} with every problem. */
export function readUploadRequest(body: unknown): IngestOptions {
  return unwrap(parseUploadRequest(body));
}

/** Reads a request for further renditions. @throws {InvalidRequest} with every problem. */
export function readRenditionsRequest(body: unknown): readonly RenditionTransformation[] {
  return unwrap(parseRenditionsRequest(body));
}

function unwrap<Value>(parsed: Result<Value, Problem>): Value {
  if (parsed.ok) return parsed.value;
  const [first, ...others] = parsed.problems;
  if (first === undefined) throw new KinoraError('validation_failed', 'The body is not valid.');
  throw new InvalidRequest([first, ...others]);
}
