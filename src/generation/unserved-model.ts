import { OUTSIDE_PROVIDERS } from '../create/model.ts';
import type { ModelNeed, ModelWork } from '../edit/model.ts';
import type { ProviderDirectory } from './provider-directory.ts';
import { PROVIDER_TYPES } from './provider-types.ts';

const MADE: Readonly<Record<ModelWork, string>> = {
  'text-to-image': 'images',
  'text-to-video': 'films',
  'image-to-video': 'films from images',
  'text-to-speech': 'speech',
  'text-to-music': 'music',
};

/** True if an owner has a service for the work of a model. */
export async function canServe(
  providers: ProviderDirectory,
  owner: string,
  { work, service }: ModelNeed,
): Promise<boolean> {
  return (await providers.find(owner, { provider: service ?? 'kinora', type: work })) !== undefined;
}

/** Says that an account has no service for the work of a model, and what to do. The phrase follows a field. */
export function describeMissingService({ work, service }: ModelNeed): string {
  if (service !== undefined)
    return `needs the service ${service}, but this account has no credentials for it. Store them with: kinora providers set ${service}`;
  const [first = '', ...others] = OUTSIDE_PROVIDERS.filter((name) => PROVIDER_TYPES[name].includes(work));
  const more = others.length === 0 ? '' : ` (or ${others.join(', ')})`;
  return `needs a service that makes ${MADE[work]}, but this account has credentials for none. Store them with: kinora providers set ${first}${more}`;
}
