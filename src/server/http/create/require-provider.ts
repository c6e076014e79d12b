import { createProblem } from '../../../edit/index.ts';
import {
  type GenerationRequest,
  type GenerationType,
  isBuiltIn,
  type ProviderName,
  OUTSIDE_PROVIDERS,
} from '../../../create/index.ts';
import {
  BUILT_IN_TYPES,
  type ProviderDirectory,
  toProviderQuery,
} from '../../../generation/provider-directory.ts';
import { PROVIDER_TYPES } from '../../../generation/provider-types.ts';
import { InvalidRequest } from '../response/errors.ts';

/**
 * Checks that the owner has credentials for the provider of a request, so that no request is accepted that must
 * fail later.
 *
 * @throws {InvalidRequest} if there are none.
 */
export async function requireProvider(
  providers: ProviderDirectory,
  owner: string,
  request: GenerationRequest,
): Promise<void> {
  const query = toProviderQuery(request);
  if ((await providers.find(owner, query)) !== undefined) return;
  const { provider, type } = query;
  const problem = createProblem(['provider'], 'no_credentials', describeMissing(provider, type));
  throw new InvalidRequest([problem], 'no_credentials');
}

function describeMissing(provider: ProviderName, type: GenerationType): string {
  if (!isBuiltIn(provider))
    return `is "${provider}", but this account has no credentials for it. Store them with: kinora providers set ${provider}`;
  if (BUILT_IN_TYPES.includes(type))
    return `is "${provider}", but this account has no credentials for the service that the operator has chosen for ${type}. Store them with: kinora providers set NAME. Or choose again with: kinora providers set-default ${type} built-in`;
  const [first = '', ...others] = OUTSIDE_PROVIDERS.filter((name) => PROVIDER_TYPES[name].includes(type));
  const missing = `is "${provider}", which needs a service for ${type}, but this account has credentials for none. Store them with: kinora providers set ${first}`;
  if (others.length === 0) return missing;
  return `${missing} (or ${others.join(', ')}). To choose among several, use: kinora providers set-default ${type} NAME`;
}
