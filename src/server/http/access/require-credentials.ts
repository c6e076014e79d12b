import { type Path, createProblem } from '../../../edit/index.ts';
import { findCredentialsProviders } from '../../../store/credentials.ts';
import type { Database } from '../../../store/database.ts';
import { InvalidRequest } from '../response/errors.ts';

/** What needs no credentials: our own hosting. */
const OWN_HOSTING: readonly string[] = ['shotstack', 'kinora'];

/**
 * Lets only destinations pass that their owner has given credentials for: else hours of rendering would end in a file that is nowhere.
 *
 * @param providers the names of the destinations, in order; `undefined` where nothing is sent. @param at where their list stands in the request.
 * @throws {InvalidRequest} with each destination that cannot be reached.
 */
export async function requireCredentials(
  tables: Database['tables'],
  owner: string,
  providers: readonly (string | undefined)[],
  at: Path,
): Promise<void> {
  if (providers.every((provider) => provider === undefined || OWN_HOSTING.includes(provider))) return;
  const known = [...OWN_HOSTING, ...(await findCredentialsProviders(tables, owner))];
  const [first, ...others] = providers.flatMap((provider, index) => {
    if (provider === undefined || known.includes(provider)) return [];
    const phrase = `is "${provider}", for which this account has no credentials yet: kinora destinations set ${provider} stores them`;
    return [createProblem([...at, index, 'provider'], 'no_credentials', phrase)];
  });
  if (first !== undefined) throw new InvalidRequest([first, ...others]);
}
