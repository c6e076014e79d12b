import { createHash } from 'node:crypto';
import type { GenerationType, OutsideProvider } from '../../create/model.ts';
import type { ProviderAccess } from '../../generation/generation-provider.ts';
import { providerUrlOf } from './send-request.ts';

/**
 * Returns the model for a request that names none. The model of an access is a name for all types, or a list
 * with a name per type, such as `text-generator=gpt-4.1,text-to-image=gpt-image-1`.
 */
export function chooseProviderModel(
  { model }: ProviderAccess,
  type: GenerationType,
  defaultModel: string,
): string {
  const entries = (model ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  const named = entries.find((entry) => entry.startsWith(`${type}=`))?.slice(type.length + 1);
  return named ?? entries.find((entry) => !entry.includes('=')) ?? defaultModel;
}

/**
 * Returns a text that identifies a service, its server and its model. The path of a URL may hold a secret, so
 * the text has only a hash of the URL.
 */
export function identifyProvider(
  service: OutsideProvider,
  access: ProviderAccess,
  defaultUrl: string,
  model: string,
): string {
  const url = createHash('sha256').update(providerUrlOf(access, defaultUrl)).digest('hex');
  return JSON.stringify([service, url, model]);
}
