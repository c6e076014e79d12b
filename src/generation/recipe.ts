import { createHash } from 'node:crypto';
import type { GenerationOptions } from '../create/model.ts';

/**
 * Returns a hash that is equal for requests with equal results: of the options, of the maker, and of the content
 * of the image if there is one.
 *
 * @param maker the text that identifies the maker with its model.
 * @param imageHash SHA-256 of the image of an `image-to-video` request.
 */
export function recipeOf(options: GenerationOptions, maker: string, imageHash?: string): string {
  const canonical = Object.entries(options)
    // The content of the image counts, not its address.
    .filter(([name, value]) => value !== undefined && name !== 'imageUrl')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([maker, canonical, imageHash]))
    .digest('hex');
}
