import { createProblem, type Path } from '../../../edit/index.ts';
import { includedProvidersOf } from '../../../hosting/delivery-plan.ts';
import type { IngestOptions } from '../../../ingest/model.ts';
import { KinoraError } from '../../../base/errors.ts';
import type { FastifyInstance } from 'fastify';
import { findTemplate } from '../../../store/templates.ts';
import type { Caller } from '../../../store/accounts/keys.ts';
import { findAddressProblems, findMissingCredentials } from '../access/require-needs.ts';
import { rejectProblems } from '../response/errors.ts';
import type { ServerParts } from '../server-parts.ts';

/**
 * Checks that this server can do what the options of a source ask for: that it has a transcription service for
 * a transcription, that the owner has credentials for all destinations, and that the guard does not refuse the
 * callback.
 *
 * @throws {InvalidRequest} with everything that is missing.
 */
export async function requireIngestOptions(
  parts: Pick<ServerParts, 'database' | 'canTranscribe' | 'addressRules'>,
  owner: string,
  { outputs, destinations, hasSingleDestination, callback }: IngestOptions,
): Promise<void> {
  const toPath = (index: number): Path => ['destinations', ...(hasSingleDestination ? [] : [index])];
  const phrase =
    'is not possible, because this server has no transcription service. Remove it, or have the operator install a model (kinora models get base) or set KINORA_TRANSCRIBE_URL or KINORA_WHISPER_MODEL';
  rejectProblems([
    ...(outputs.transcription === undefined || parts.canTranscribe
      ? []
      : [createProblem(['outputs', 'transcription'], 'no_credentials', phrase, 'object')]),
    ...(await findMissingCredentials(parts, owner, includedProvidersOf(destinations), toPath)),
    ...findAddressProblems(parts, callback),
  ]);
}

/**
 * Checks that a token uploads a file and nothing else: no renditions, no destinations and no callback. The form of a
 * token must ask for a file.
 *
 * @throws {KinoraError} `insufficient_scope` if it wants more.
 */
export async function requirePlainUpload(
  scope: Pick<FastifyInstance, 'check'>,
  { database: { tables } }: Pick<ServerParts, 'database'>,
  { owner, token }: Caller,
  { outputs, destinations, callback }: IngestOptions,
): Promise<void> {
  if (token === undefined) return;
  const { renditions = [], transcription } = outputs;
  const isPlain = destinations.length + renditions.length === 0 && transcription === undefined;
  if (!isPlain || callback !== undefined)
    throw new KinoraError(
      'insufficient_scope',
      'A token may upload a file, without outputs, destinations and callback.',
    );
  if (token.scope !== 'form') return;
  const found = await findTemplate(tables, owner, token.subject);
  if (found && (await scope.check(owner, 'hasFileField', found.template))) return;
  throw new KinoraError('insufficient_scope', 'The form of this token has no field for a file.');
}
