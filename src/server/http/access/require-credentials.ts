import { type Path, type Problem, createProblem } from '../../../edit/index.ts';
import { findCredentials } from '../../../store/credentials.ts';
import type { Database } from '../../../store/database.ts';
import { rejectProblems } from '../response/errors.ts';

/** The names of the built-in hosting, which needs no credentials. */
const OWN_HOSTING: readonly string[] = ['shotstack', 'kinora'];

/**
 * Checks that the owner has credentials for all destinations, so that no long render ends with a file that
 * cannot be sent.
 *
 * @param providers The names of the destinations, in order; `undefined` for excluded ones.
 * @param at The path of the list of destinations in the request.
 * @throws {InvalidRequest} with every destination that lacks credentials.
 */
export async function requireCredentials(
  tables: Database['tables'],
  owner: string,
  providers: readonly (string | undefined)[],
  at: Path,
): Promise<void> {
  rejectProblems(await findMissingCredentials(tables, owner, providers, (index) => [...at, index]));
}

/**
 * Finds the problems for which {@link requireCredentials} rejects a request.
 *
 * @param toPath Returns the path of a destination in the request.
 */
export async function findMissingCredentials(
  tables: Database['tables'],
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
