import manifest from '../../package.json' with { type: 'json' };
import { errorCodeOf } from './error-code.ts';
import { type ErrorCode, KinoraError } from './errors.ts';

/** The name of an optional package. */
export type OptionalPackage = keyof typeof manifest.optionalDependencies;

/** Says that an optional package is missing and how to install it. The result has no final full stop. */
export function adviseOptional(name: OptionalPackage): string {
  const version = manifest.optionalDependencies[name];
  return `the optional package \`${name}\`, which is not installed. Install it with \`npm install ${name}@${version}\``;
}

/**
 * Loads an optional package.
 *
 * @param code the code of the error if it is missing.
 * @throws {KinoraError} with `code` and a message that says what to install.
 */
export async function loadOptional<Module>(
  load: () => Promise<Module>,
  name: OptionalPackage,
  code: ErrorCode,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (errorCodeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new KinoraError(code, `This needs ${adviseOptional(name)}.`, { cause: error });
  }
}
