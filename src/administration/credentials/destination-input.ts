import { z } from 'zod';
import { KinoraError } from '../../base/errors.ts';
import type { AdminOutput } from '../../operations/admin-operations.ts';
import type { DestinationAdapter } from '../../destinations/destination-adapter.ts';
import { DESTINATION_ADAPTERS } from '../../destinations/destination-adapters.ts';
import type { Stage } from '../../store/schema.ts';

type Fields = AdminOutput<'destinationFields'>;

function findAdapter(provider: string): DestinationAdapter<unknown, unknown> {
  const found = Object.entries(DESTINATION_ADAPTERS).find(([name]) => name === provider)?.[1];
  if (found !== undefined) return found;
  const names = Object.keys(DESTINATION_ADAPTERS).join(', ');
  const isHosting = provider === 'shotstack' || provider === 'kinora';
  const reason = isHosting ? 'is the hosting of Kinora and needs no credentials' : 'is unknown';
  throw new KinoraError('validation_failed', `The destination "${provider}" ${reason}. Use one of ${names}.`);
}

/**
 * Parses the credentials for a destination.
 *
 * @param stage the only stage that they are for.
 * @throws {KinoraError} `validation_failed`, without a wrong value, because it may be a secret.
 */
export function parseDestinationCredentials(
  provider: string,
  stage: Stage | undefined,
  credentials: unknown,
): unknown {
  const destination = findAdapter(provider);
  const parsed = destination.credentialsSchema.safeParse(credentials, { error: describeRequirement });
  if (parsed.success) {
    if (stage !== undefined || !destination.renewsCredentials) return parsed.data;
    const sentence = `The credentials for ${provider} change with each use, so each stage needs its own. Set them with --stage v1 or --stage stage.`;
    throw new KinoraError('validation_failed', sentence);
  }
  const issues = [...new Set(parsed.error.issues.map(describeIssue))].join(', ');
  const fields = listFields(destination).map(
    ({ name, required, description }) => `  ${name}${required ? '' : ' (optional)'}: ${description}`,
  );
  throw new KinoraError(
    'validation_failed',
    `The credentials for ${provider} are not valid: ${issues}. They must be a JSON object with these fields:\n${fields.join('\n')}`,
  );
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `${issue.keys.join(' and ')} is unknown`;
  // A rule about several fields brings its own complete message.
  if (issue.code === 'custom') return issue.message.replace(/\.$/, '');
  const name = issue.path.join('.');
  return name === '' ? issue.message : `${name} ${issue.message}`;
}

/**
 * Describes what a field must be, for a field whose schema has no message of its own. The caller puts the
 * text after the name of the field.
 */
function describeRequirement({ code, input, path, ...issue }: z.core.$ZodRawIssue): string {
  if (path === undefined || path.length === 0) return 'they must be a JSON object';
  if (input === undefined) return 'is missing';
  const expected = code === 'invalid_type' ? issue['expected'] : issue['format'];
  if (code === 'too_small') return 'must not be empty';
  return typeof expected === 'string' ? `must be ${NOUNS[expected] ?? expected}` : 'is not valid';
}

const NOUNS: Partial<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  object: 'an object',
  url: 'an address that begins with http:// or https://',
  base64: 'base64',
  email: 'an email address',
  includes: 'a private key in PEM',
};

/** Lists the fields of the credentials for a destination. @throws {KinoraError} `validation_failed`. */
export function listDestinationFields(provider: string): Fields {
  return listFields(findAdapter(provider));
}

/**
 * Lists the fields of the credentials, except those that only Kinora writes. Reads them from the JSON Schema,
 * because the schema may be a union.
 */
function listFields({ credentialsSchema: credentials }: DestinationAdapter<unknown, unknown>): Fields {
  const schema = z.toJSONSchema(credentials, { io: 'input', unrepresentable: 'any' });
  const forms = schema.anyOf ?? schema.oneOf ?? [schema];
  const fields = new Map<string, Fields[number]>();
  for (const form of forms) {
    if (typeof form === 'boolean') continue;
    for (const [name, field] of Object.entries(form.properties ?? {})) {
      if (typeof field !== 'boolean' && field.readOnly === true) continue;
      const description = typeof field === 'boolean' ? '' : (field.description ?? '');
      const required = forms.every((one) => typeof one !== 'boolean' && one.required?.includes(name));
      fields.set(name, { name, description, required });
    }
  }
  return [...fields.values()];
}
