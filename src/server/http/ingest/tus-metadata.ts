import { createProblem } from '../../../edit/index.ts';
import type { IngestOptions } from '../../../ingest/model.ts';
import { InvalidRequest } from '../response/errors.ts';

/** The values of the header `Upload-Metadata`. */
export type TusMetadata = Readonly<Record<string, string | null>>;

/** The keys of the metadata with the options of a source. */
const OPTIONS = ['outputs', 'destinations', 'callback'] as const satisfies (keyof IngestOptions)[];

/**
 * Converts the metadata of a resumable upload to the body of `POST /upload`, as JSON text. `outputs` and
 * `destinations` are JSON texts themselves. Other metadata, such as the name of the file, has no meaning.
 *
 * @throws {InvalidRequest} if they are not valid JSON.
 */
export function toUploadBody(metadata: TusMetadata): string {
  const { outputs, destinations, callback } = metadata;
  return JSON.stringify({
    ...(outputs != null && { outputs: parseValue('outputs', outputs) }),
    ...(destinations != null && { destinations: parseValue('destinations', destinations) }),
    ...(callback != null && { callback }),
  });
}

/**
 * Checks that metadata has no options of a source.
 *
 * @throws {InvalidRequest} with every option.
 */
export function rejectOptions(metadata: TusMetadata): void {
  const phrase = 'belongs to the request POST /upload, which created this upload';
  const [first, ...others] = OPTIONS.filter((name) => name in metadata).map((name) =>
    createProblem([name], 'not_allowed', phrase),
  );
  if (first !== undefined) throw new InvalidRequest([first, ...others]);
}

function parseValue(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidRequest([createProblem([name], 'wrong_form', 'must be JSON text in the metadata')]);
  }
}
