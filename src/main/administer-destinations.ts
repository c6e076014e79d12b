import { z } from 'zod';
import { KinoraError } from '../base/errors.ts';
import type { Input, Output } from '../cli/administration.ts';
import type { Destination } from '../destinations/destination.ts';
import { DESTINATIONS } from '../destinations/destinations.ts';
import type { Seal } from '../hosting/seal.ts';
import type { AccountRow } from '../store/accounts.ts';
import { findCredentials, removeCredentials, setCredentials } from '../store/credentials.ts';
import type { Database } from '../store/database.ts';
import { type Stage, STAGES } from '../store/schema.ts';
import { credentialsContext } from '../worker/credentials.ts';

type Names = 'destinationFields' | 'setDestination' | 'listDestinations' | 'removeDestination';

/**
 * The operations on the credentials for destinations.
 *
 * @param accountOf throws for an account that there is not; without a name it is the first one.
 */
export function destinationsOn(
  tables: Database['tables'],
  seal: Seal,
  accountOf: (name?: string) => Promise<AccountRow>,
): { readonly [Name in Names]: (input: Input<Name>) => Promise<Output<Name>> } {
  return {
    destinationFields: ({ provider }) => Promise.resolve(fieldsOf(destinationNamed(provider))),
    setDestination: async ({ provider, account, stage, credentials }) => {
      const { name, owners } = await accountOf(account);
      const text = JSON.stringify(readCredentials(provider, credentials));
      if (stage === undefined && destinationNamed(provider).renews) throw sharedByStages(provider);
      const stages = stagesOf(stage);
      const sealed = stages.map((one) => {
        const owner = owners[one];
        return { owner, sealed: seal.close(text, credentialsContext(owner, provider)) };
      });
      await setCredentials(tables, provider, sealed);
      return { account: name, stages };
    },
    listDestinations: async ({ account }) => {
      if (account !== undefined) await accountOf(account);
      const rows = await findCredentials(tables, account);
      return rows.map(({ updated, ...row }) => ({ ...row, updated: updated.toISOString() }));
    },
    removeDestination: async ({ provider, account, stage }) => {
      const { name, owners } = await accountOf(account);
      const whose = stagesOf(stage).map((one) => owners[one]);
      const removed = await removeCredentials(tables, whose, provider);
      if (removed > 0) return { account: name, removed };
      const sentence = `The account ${name} has no credentials for "${provider}" there; kinora destinations list shows what there is.`;
      throw new KinoraError('not_found', sentence);
    },
  };
}

function stagesOf(stage: Stage | undefined): Stage[] {
  return stage === undefined ? [...STAGES] : [stage];
}

function sharedByStages(provider: string): KinoraError {
  const sentence = `The credentials for ${provider} change when they are used, so that each stage needs its own: set them with --stage v1, or with --stage stage.`;
  return new KinoraError('validation_failed', sentence);
}

function destinationNamed(provider: string): Destination<unknown, unknown> {
  const found = Object.entries(DESTINATIONS).find(([name]) => name === provider)?.[1];
  if (found !== undefined) return found;
  const names = Object.keys(DESTINATIONS).join(', ');
  const own = provider === 'shotstack' || provider === 'kinora';
  const why = own ? 'is our own hosting and needs no credentials' : 'is not known';
  throw new KinoraError('validation_failed', `The destination "${provider}" ${why}; others are ${names}.`);
}

/** As they are kept: without what the schema does not know. */
function readCredentials(provider: string, credentials: unknown): unknown {
  const destination = destinationNamed(provider);
  const parsed = destination.credentials.safeParse(credentials, { error: phraseOf });
  if (parsed.success) return parsed.data;
  // Of a wrong value nothing is repeated: it may be a secret.
  const wrong = [...new Set(parsed.error.issues.map(placeOf))].join(', ');
  const fields = fieldsOf(destination).map(
    ({ name, required, description }) => `  ${name}${required ? '' : ' (optional)'}: ${description}`,
  );
  throw new KinoraError(
    'validation_failed',
    `The credentials for ${provider} are not right: ${wrong}. They are a JSON object of:\n${fields.join('\n')}`,
  );
}

function placeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `${issue.keys.join(' and ')} is not known`;
  // Our own sentence, about several fields.
  if (issue.code === 'custom') return issue.message.replace(/\.$/, '');
  const name = issue.path.join('.');
  return name === '' ? issue.message : `${name} ${issue.message}`;
}

/** What would be right where a schema has no words of its own; follows the name of the field. */
function phraseOf({ code, input, path, ...issue }: z.core.$ZodRawIssue): string {
  if (path === undefined || path.length === 0) return 'they must be an object';
  if (input === undefined) return 'is missing';
  const wanted = code === 'invalid_type' ? issue['expected'] : issue['format'];
  if (code === 'too_small') return 'must not be empty';
  return typeof wanted === 'string' ? `must be ${NOUNS[wanted] ?? wanted}` : 'is wrong';
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

/** Read from the JSON Schema, which a union of several forms has as well; without what Kinora itself keeps there. */
function fieldsOf({ credentials }: Destination<unknown, unknown>): Output<'destinationFields'> {
  const schema = z.toJSONSchema(credentials, { io: 'input', unrepresentable: 'any' });
  const forms = schema.anyOf ?? schema.oneOf ?? [schema];
  const found = new Map<string, Output<'destinationFields'>[number]>();
  for (const form of forms) {
    if (typeof form === 'boolean') continue;
    for (const [name, field] of Object.entries(form.properties ?? {})) {
      if (typeof field !== 'boolean' && field.readOnly === true) continue;
      const description = typeof field === 'boolean' ? '' : (field.description ?? '');
      const required = forms.every((one) => typeof one !== 'boolean' && one.required?.includes(name));
      found.set(name, { name, description, required });
    }
  }
  return [...found.values()];
}
