import { createHash } from 'node:crypto';
import type { GenerationOptions } from '../create/model.ts';

/**
 * Returns a hash that is equal for requests with equal results: of the options, of the provider, and of the content
 * of the image if there is one.
 *
 * @param provider the text that identifies the provider with its model.
 * @param imageHash SHA-256 of the image of an `image-to-video` request.
 * @param take makes the result one of its own.
 */
export function recipeOf(
  options: GenerationOptions,
  provider: string,
  imageHash?: string,
  take?: string,
): string {
  const canonical = Object.entries(options)
    // The content of the image counts, not its address.
    .filter(([name, value]) => value !== undefined && name !== 'imageUrl')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([provider, canonical, imageHash, ...(take === undefined ? [] : [take])]))
    .digest('hex');
}
