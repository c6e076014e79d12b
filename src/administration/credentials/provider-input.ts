import { KinoraError } from '../../base/errors.ts';
import type { AdminInput } from '../../operations/admin-operations.ts';
import { OUTSIDE_PROVIDERS, type OutsideProvider } from '../../create/model.ts';
import { StoredAccess } from '../../generation/directory/stored-access.ts';
import type { ProviderAccess } from '../../generation/generation-provider.ts';
import {
  DEFAULT_TYPES,
  type DefaultType,
  PROVIDER_NAME_LISTS,
  PROVIDER_TYPES,
} from '../../generation/provider-types.ts';

/** The lists of names that an operator adds. An absent list stays as it is. */
type NamesToAdd = NonNullable<AdminInput<'setCredentials'>['addedNames']>;

/** The name that removes a default. */
export const BUILT_IN = 'built-in';

/** Finds a service by its name. @throws {KinoraError} `validation_failed`. */
export function findService(given: string): OutsideProvider {
  const found = OUTSIDE_PROVIDERS.find((name) => name === given);
  if (found !== undefined) return found;
  throw new KinoraError(
    'validation_failed',
    `The provider "${given}" is unknown. Use one of ${OUTSIDE_PROVIDERS.join(', ')}.`,
  );
}

/** Finds a type that can have a default. @throws {KinoraError} `validation_failed`. */
export function findDefaultType(given: string): DefaultType {
  const found = DEFAULT_TYPES.find((type) => type === given);
  if (found !== undefined) return found;
  throw new KinoraError(
    'validation_failed',
    `There is no default provider for the type "${given}". Use one of ${DEFAULT_TYPES.join(', ')}.`,
  );
}

/** Finds a service that can generate a type. @throws {KinoraError} `validation_failed`. */
export function findServiceFor(type: DefaultType, given: string): OutsideProvider {
  const name = findService(given);
  if (PROVIDER_TYPES[name].includes(type)) return name;
  const able = OUTSIDE_PROVIDERS.filter((each) => PROVIDER_TYPES[each].includes(type));
  throw new KinoraError(
    'validation_failed',
    `${name} cannot generate the type ${type}. Use one of ${[...able, BUILT_IN].join(', ')}.`,
  );
}

/** Describes the credentials for a service in a sentence. */
export const ACCESS_FORM =
  'The credentials are a JSON object with key, and optionally url and model. See "kinora providers set --help".';

/** Messages never repeat a wrong value: it may be a secret. */
const FIELD_RULES: Readonly<Record<string, string>> = {
  key: 'must be the API key, a word of ASCII characters',
  url: 'must be the http or https URL of a server, without query and fragment',
  model: 'must be the name of a model',
};

/** Parses the access to a service. @throws {KinoraError} `validation_failed`, without the wrong value. */
export function parseAccess(name: OutsideProvider, credentials: unknown): ProviderAccess {
  const parsed = StoredAccess.safeParse(credentials);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    if (issue.code === 'unrecognized_keys') return `${issue.keys.join(' and ')} is unknown`;
    const field = issue.path.join('.');
    return `${field} ${FIELD_RULES[field] ?? 'is not valid'}`;
  });
  throw new KinoraError(
    'validation_failed',
    `The credentials for ${name} are not valid: ${[...new Set(problems)].join(', ')}. ${ACCESS_FORM}`,
  );
}

const MAX_NAMES = 200;
const MAX_NAME_LENGTH = 200;

/** Checks the names to add to those of a service. @throws {KinoraError} `validation_failed`. */
export function checkNames(service: OutsideProvider, given: NamesToAdd): NamesToAdd {
  for (const [list, names = []] of Object.entries(given)) {
    const known = PROVIDER_NAME_LISTS[service];
    if (!known.some((each) => each === list)) {
      const advice =
        known.length === 0
          ? 'Set its model in its credentials.'
          : `Names can be added to its ${known.join(' and ')}.`;
      throw createRefusal(`No request names ${list} of ${service}. ${advice}`);
    }
    if (names.length > MAX_NAMES) throw createRefusal(`At most ${MAX_NAMES} ${list} can be added.`);
    const wrong = names.some((name) => name === '' || name.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(name));
    if (wrong)
      throw createRefusal(
        `Each of the ${list} must have 1 to ${MAX_NAME_LENGTH} characters, and no control characters.`,
      );
  }
  return given;
}

function createRefusal(sentence: string): KinoraError {
  return new KinoraError('validation_failed', sentence);
}
