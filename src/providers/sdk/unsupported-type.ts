import { KinoraError } from '../../base/errors.ts';
import type { GenerationType, ServiceName } from '../../create/model.ts';

/** Creates the error for a type that a service cannot generate. */
export function createUnsupportedTypeError(service: ServiceName, type: GenerationType): KinoraError {
  return new KinoraError('provider_refused', `The service ${service} cannot generate the type ${type}.`);
}
