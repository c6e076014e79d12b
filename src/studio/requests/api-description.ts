import { signal } from '@preact/signals';
import type { ApiDescription, KinoraClient } from '../../client/index.ts';

/** The OpenAPI document of the server. Undefined until a form has needed it. */
export const apiDescription = signal<ApiDescription | undefined>(undefined);

/**
 * Loads the OpenAPI document, unless it is there.
 *
 * @throws {KinoraApiError} if the server does not send it.
 */
export async function loadApiDescription(client: KinoraClient): Promise<void> {
  apiDescription.value ??= await client.apiDescription();
}
