import { canServe, describeMissingService } from '../../../generation/unserved-model.ts';
import { createProblem, type Need, type NeedKind, type Path, type Problem } from '../../../edit/index.ts';
import { findCredentials } from '../../../store/credentials.ts';
import { rejectProblems } from '../response/errors.ts';
import type { ServerParts } from '../server-parts.ts';

type NeedParts = Pick<ServerParts, 'database' | 'providers' | 'canTranscribe' | 'addressRules'>;

/** The names of the built-in hosting, which needs no credentials. */
const OWN_HOSTING: readonly string[] = ['shotstack', 'kinora'];

/**
 * Finds the problem of an address that the outbound guard refuses, so that no client waits for a callback that is
 * never sent: its host is a private IP address or `localhost`, and the operator has not allowed it.
 *
 * @param address the URL, or undefined if there is none. A text that is no URL passes, such as one with a
 *   placeholder in place of its host.
 * @param at the path of the address in the request. Default: that of the callback.
 */
export function findAddressProblems(
  { addressRules }: Pick<ServerParts, 'addressRules'>,
  address: string | undefined,
  at: Path = ['callback'],
): Problem[] {
  const url = address === undefined ? null : URL.parse(address);
  if (url === null || addressRules.allowsUrl(url)) return [];
  const phrase = `leads to the host ${url.hostname}, which is private or reserved. Use the address of a public host, or have the operator of this server add the host to KINORA_ALLOW_HOSTS`;
  return [createProblem(at, 'private_address', phrase)];
}

/**
 * Finds the destinations for which the owner has no credentials, so that no long render ends with a file that cannot
 * be sent.
 *
 * @param providers The names of the destinations, in order; `undefined` for excluded ones.
 * @param toPath Returns the path of a destination in the request.
 */
export async function findMissingCredentials(
  { database: { tables } }: Pick<ServerParts, 'database'>,
  owner: string,
  providers: readonly (string | undefined)[],
  toPath: (index: number) => Path,
): Promise<Problem[]> {
  if (providers.every((provider) => provider === undefined || OWN_HOSTING.includes(provider))) return [];
  const stored = await findCredentials(tables, 'destination', owner);
  const known = [...OWN_HOSTING, ...stored.map(({ name }) => name)];
  return providers.flatMap((provider, index) => {
    if (provider === undefined || known.includes(provider)) return [];
    const phrase = `is "${provider}", but this account has no credentials for it. Store them with: kinora destinations set ${provider}`;
    return [createProblem([...toPath(index), 'provider'], 'no_credentials', phrase)];
  });
}

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
  const pathOf = (index: number): Path => providerPaths[index] ?? [];
  const destinations = await findMissingCredentials(parts, owner, providers, pathOf);
  const others = [...destinations, ...findAddressProblems(parts, callback)];
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
  rejectNeeds(await findMissingNeeds(parts, owner, needs), findAddressProblems(parts, callback));
}

function rejectNeeds(needs: readonly Problem[], rest: readonly Problem[]): void {
  rejectProblems([...needs, ...rest], needs.length > 0 ? 'no_credentials' : undefined);
}

/** Finds the fields of an edit whose needs nobody meets: a service without credentials, or no transcriber. */
export async function findMissingNeeds(
  parts: Pick<NeedParts, 'providers' | 'canTranscribe'>,
  owner: string,
  needs: readonly Need[],
): Promise<Problem[]> {
  const found: Problem[] = [];
  for (const need of needs) {
    if (await isMet(need, owner, parts)) continue;
    const phrase = need.model ? describeMissingService(need.model) : PHRASES[need.kind];
    found.push(...need.paths.map((path) => createProblem(path, 'no_credentials', phrase)));
  }
  return found;
}

async function isMet(
  { kind, model }: Need,
  owner: string,
  { providers, canTranscribe }: Pick<NeedParts, 'providers' | 'canTranscribe'>,
): Promise<boolean> {
  switch (kind) {
    case 'transcriber':
      return canTranscribe;
    case 'elevenlabs':
      return (await providers.find(owner, { provider: kind, type: 'text-to-speech' })) !== undefined;
    case 'model':
      return model === undefined || (await canServe(providers, owner, model));
    case 'text-to-image':
    case 'image-to-video':
      return (await providers.find(owner, { provider: 'kinora', type: kind })) !== undefined;
  }
}

const PHRASES: Readonly<Record<NeedKind, string>> = {
  model: 'needs a service for which this account has no credentials',
  'text-to-image':
    'is "text-to-image", but this account has no credentials for a service that generates images. Store them with: kinora providers set openai (or stability-ai, fal, replicate)',
  'image-to-video':
    'is "image-to-video", but this account has no credentials for the service that the operator has chosen for it. Store them with: kinora providers set NAME. Or choose again with: kinora providers set-default image-to-video built-in',
  elevenlabs:
    'is a voice of ElevenLabs, but this account has no credentials for it. Store them with: kinora providers set elevenlabs. Or use a built-in voice, such as "Amy"',
  transcriber:
    'needs speech to be transcribed, but this server has no transcriber. Its operator can install a model with "kinora models get base" and restart it, or set KINORA_TRANSCRIBE_URL or KINORA_WHISPER_MODEL',
};
