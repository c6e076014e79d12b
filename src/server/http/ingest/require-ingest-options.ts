import { createProblem, type Path } from '../../../edit/index.ts';
import { includedProvidersOf } from '../../../hosting/delivery-plan.ts';
import type { IngestOptions } from '../../../ingest/model.ts';
import { findMissingCredentials } from '../access/require-credentials.ts';
import { InvalidRequest } from '../response/errors.ts';
import type { ServerParts } from '../server-parts.ts';

/**
 * Checks that this server can do what the options of a source ask for: that it has a transcription service for
 * a transcription, and that the owner has credentials for all destinations.
 *
 * @throws {InvalidRequest} with everything that is missing.
 */
export async function requireIngestOptions(
  { database: { tables }, canTranscribe }: Pick<ServerParts, 'database' | 'canTranscribe'>,
  owner: string,
  { outputs, destinations, hasSingleDestination }: IngestOptions,
): Promise<void> {
  const toPath = (index: number): Path => ['destinations', ...(hasSingleDestination ? [] : [index])];
  const phrase =
    'is not possible, because this server has no transcription service. Remove it, or have the operator install a model (kinora models get base) or set KINORA_TRANSCRIBE_URL or KINORA_WHISPER_MODEL';
  const [first, ...others] = [
    ...(outputs.transcription === undefined || canTranscribe
      ? []
      : [createProblem(['outputs', 'transcription'], 'no_credentials', phrase, 'object')]),
    ...(await findMissingCredentials(tables, owner, includedProvidersOf(destinations), toPath)),
  ];
  if (first !== undefined) throw new InvalidRequest([first, ...others]);
}
