import { createProblem, type Need, type NeedKind, type Path, type Problem } from '../../../edit/index.ts';
import type { ProviderDirectory } from '../../../generation/provider-directory.ts';
import { rejectProblems } from '../response/errors.ts';
import type { ServerParts } from '../server-parts.ts';
import { findCallbackProblems } from './require-callback.ts';
import { findMissingCredentials } from './require-credentials.ts';

type NeedParts = Pick<ServerParts, 'database' | 'providers' | 'canTranscribe' | 'addressRules'>;

/** The needs of an edit besides its files. */
export interface EditNeeds {
  readonly needs: readonly Need[];
  /** The names of the destinations, in order; `undefined` for excluded ones. */
  readonly providers: readonly (string | undefined)[];
  /** The place of each destination in the edit. */
  readonly providerPaths: readonly Path[];
  readonly callback: string | undefined;
}

/**
 * Checks that the owner has credentials for all services and destinations of an edit, that this server has a
 * transcriber if the edit needs one, and that the guard does not refuse its callback. So no render is accepted that
 * must fail later.
 *
 * @throws {InvalidRequest} with everything that is missing.
 */
export async function requireEditNeeds(
  parts: NeedParts,
  owner: string,
  { needs, providers, providerPaths, callback }: EditNeeds,
): Promise<void> {
  const { tables } = parts.database;
  const pathOf = (index: number): Path => providerPaths[index] ?? [];
  const destinations = await findMissingCredentials(tables, owner, providers, pathOf);
  const others = [...destinations, ...findCallbackProblems(parts, callback)];
  rejectNeeds(await findMissingNeeds(parts, owner, needs), others);
}

/**
 * Checks only the services, the transcriber and the callback, as for a dry run, which sends nothing to
 * destinations.
 *
 * @throws {InvalidRequest} with everything that is missing.
 */
export async function requireNeeds(
  parts: Omit<NeedParts, 'database'>,
  owner: string,
  { needs, callback }: Pick<EditNeeds, 'needs' | 'callback'>,
): Promise<void> {
  rejectNeeds(await findMissingNeeds(parts, owner, needs), findCallbackProblems(parts, callback));
}

function rejectNeeds(needs: readonly Problem[], rest: readonly Problem[]): void {
  rejectProblems([...needs, ...rest], needs.length > 0 ? 'no_credentials' : undefined);
}

async function findMissingNeeds(
  { providers, canTranscribe }: Pick<NeedParts, 'providers' | 'canTranscribe'>,
  owner: string,
  needs: readonly Need[],
): Promise<Problem[]> {
  const found: Problem[] = [];
  for (const { kind, paths } of needs) {
    if (await isMet(kind, owner, providers, canTranscribe)) continue;
    found.push(...paths.map((path) => createProblem(path, 'no_credentials', PHRASES[kind])));
  }
  return found;
}

async function isMet(
  kind: NeedKind,
  owner: string,
  providers: ProviderDirectory,
  canTranscribe: boolean,
): Promise<boolean> {
  switch (kind) {
    case 'transcriber':
      return canTranscribe;
    case 'elevenlabs':
      return (await providers.find(owner, { provider: kind, type: 'text-to-speech' })) !== undefined;
    case 'text-to-image':
    case 'image-to-video':
      return (await providers.find(owner, { provider: 'kinora', type: kind })) !== undefined;
  }
}

const PHRASES: Readonly<Record<NeedKind, string>> = {
  'text-to-image':
    'is "text-to-image", but this account has no credentials for a service that generates images. Store them with: kinora providers set openai (or stability-ai, fal, replicate)',
  'image-to-video':
    'is "image-to-video", but this account has no credentials for the service that the operator has chosen for it. Store them with: kinora providers set NAME. Or choose again with: kinora providers set-default image-to-video built-in',
  elevenlabs:
    'is a voice of ElevenLabs, but this account has no credentials for it. Store them with: kinora providers set elevenlabs. Or use a built-in voice, such as "Amy"',
  transcriber:
    'needs speech to be transcribed, but this server has no transcriber. Its operator can install a model with "kinora models get base" and restart it, or set KINORA_TRANSCRIBE_URL or KINORA_WHISPER_MODEL',
};
