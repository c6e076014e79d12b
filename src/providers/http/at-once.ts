import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KinoraError } from '../../base/errors.ts';
import type {
  CreatedExtension,
  GeneratedFile,
  GenerationOptions,
  GenerationType,
  ServiceName,
} from '../../create/model.ts';
import type { GenerationProvider, ServiceContext } from '../../generation/generation-provider.ts';
import { createUnsupportedTypeError } from '../sdk/unsupported-type.ts';

/**
 * Returns options as those of the only type that a service generates.
 *
 * @throws {KinoraError} `provider_refused` if they are of another type.
 */
export function expectOptions<Type extends GenerationType>(
  service: ServiceName,
  type: Type,
  options: GenerationOptions,
): Extract<GenerationOptions, { readonly type: Type }> {
  if (options.type !== type) throw createUnsupportedTypeError(service, options.type);
  // TypeScript does not follow the check above for a generic type.
  return options as Extract<GenerationOptions, { readonly type: Type }>;
}

/** Returns the steps that a service without jobs does not have. */
export function createMissingSteps(service: ServiceName): Pick<GenerationProvider, 'look' | 'fetch'> {
  const reject = (): Promise<never> =>
    Promise.reject(
      new KinoraError(
        'provider_refused',
        `The service ${service} has no jobs: it answers each request at once.`,
      ),
    );
  return { look: reject, fetch: reject };
}

/** Writes the bytes of a result to the folder of the request. */
export async function saveBytes(
  bytes: Buffer,
  extension: CreatedExtension,
  { folder }: ServiceContext,
): Promise<GeneratedFile> {
  const path = join(folder, `result${extension}`);
  await writeFile(path, bytes);
  return { path, extension, warnings: [] };
}
