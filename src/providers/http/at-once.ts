import { KinoraError } from '../../base/errors.ts';
import type { GenerationOptions, GenerationType, OutsideProvider } from '../../create/model.ts';
import type { GenerationProvider } from '../../generation/generation-provider.ts';

/** Creates the error for a type that a service cannot generate. */
export function createUnsupportedTypeError(service: OutsideProvider, type: GenerationType): KinoraError {
  return new KinoraError('provider_refused', `The service ${service} cannot generate the type ${type}.`);
}

/**
 * Returns options as those of the only type that a service generates.
 *
 * @throws {KinoraError} `provider_refused` if they are of another type.
 */
export function expectOptions<Type extends GenerationType>(
  service: OutsideProvider,
  type: Type,
  options: GenerationOptions,
): Extract<GenerationOptions, { readonly type: Type }> {
  if (options.type !== type) throw createUnsupportedTypeError(service, options.type);
  // TypeScript does not follow the check above for a generic type.
  return options as Extract<GenerationOptions, { readonly type: Type }>;
}

/** Returns the steps that a service without jobs does not have. */
export function createMissingSteps(service: OutsideProvider): Pick<GenerationProvider, 'look' | 'fetch'> {
  const reject = (): Promise<never> =>
    Promise.reject(
      new KinoraError(
        'provider_refused',
        `The service ${service} has no jobs: it answers each request at once.`,
      ),
    );
  return { look: reject, fetch: reject };
}
