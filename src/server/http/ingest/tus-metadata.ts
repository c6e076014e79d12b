import { createProblem } from '../../../edit/index.ts';
import type { IngestOptions } from '../../../ingest/model.ts';
import { InvalidRequest, rejectProblems } from '../response/errors.ts';

/** The values of the header `Upload-Metadata`. */
export type TusMetadata = Readonly<Record<string, string | null>>;

/** The keys of the metadata with the options of a source. */
const OPTIONS = ['outputs', 'destinations', 'callback'] as const satisfies (keyof IngestOptions)[];

/**
 * Converts the metadata of a resumable upload to the body of `POST /upload`, as JSON text. `outputs` and
 * `destinations` are JSON texts themselves. Of other metadata, only the name of the file has a meaning:
 * {@link readFileName}.
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

/** Maximum length of the name of a file, in characters. */
const MAX_NAME = 255;

/**
 * Returns the name of the file in metadata, which is only shown: without folders, control characters and marks that
 * turn the direction of a text around. Undefined if there is none.
 */
export function readFileName({ filename }: TusMetadata): string | undefined {
  const name = (filename ?? '')
    .replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .split(/[/\\]/)
    .at(-1)
    ?.trim();
  return name === undefined || name === '' ? undefined : Array.from(name).slice(0, MAX_NAME).join('');
}

/**
 * Checks that metadata has no options of a source.
 *
 * @throws {InvalidRequest} with every option.
 */
export function rejectOptions(metadata: TusMetadata): void {
  const phrase = 'cannot be set here. Set it in the request POST /upload, which creates the upload';
  rejectProblems(
    OPTIONS.filter((name) => name in metadata).map((name) => createProblem([name], 'not_allowed', phrase)),
  );
}

function parseValue(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidRequest([createProblem([name], 'wrong_form', 'must be JSON text in the metadata')]);
  }
}
