import { z } from 'zod';
import { describeMismatch } from '../edit/problems/messages.ts';
import { describeIssue } from '../edit/problems/zod-problems.ts';
import { Callback } from '../edit/schema/edit.ts';
import { field, Text } from '../edit/schema/fields.ts';
import { CREATE_PAIRS, type CreatePair } from './create-pairs.ts';
import { type AddedNames, type ProviderName, OUTSIDE_PROVIDERS } from './model.ts';
import type { ToName } from './option-schemas.ts';

/** The names of the providers in requests. */
const CREATE_PROVIDERS: readonly ProviderName[] = [
  ...new Set(CREATE_PAIRS.flatMap(({ providers }) => providers)),
];

const CreateCallback = field(
  Callback,
  'URL to notify when the asset is done or has failed (http or https). Default: no notification.',
);

/** Returns the schema of requests with a pair. */
export function createPairSchema({ providers, options }: CreatePair, toName: ToName) {
  return z.strictObject({
    provider: z.literal([...providers]).describe('Name of the provider.'),
    options: options(toName).describe('What to generate.'),
    callback: CreateCallback,
  });
}

/**
 * Returns the schema of requests without a valid pair. It finds the problems of the fields that all requests
 * share.
 *
 * @param provider the provider of the request, which may be anything.
 */
export function createSharedSchema(provider: unknown) {
  const own = CREATE_PAIRS.filter(({ providers }) => providers.some((name) => name === provider));
  const types = (own.length > 0 ? own : CREATE_PAIRS).map(({ type }) => type);
  const choices = [...new Set(types)];
  const describeType = ({ input }: { readonly input?: unknown }): string => {
    const listed = choices.map((type) => JSON.stringify(type)).join(', ');
    const expected = `${choices.length === 1 ? '' : 'one of '}${listed}`;
    return `${describeMismatch(expected, input)}. ${describePairs()}`;
  };
  return z.strictObject({
    provider: z.enum(CREATE_PROVIDERS, { error: describeProvider }),
    options: z.looseObject({ type: z.enum(choices, { error: describeType }) }),
    callback: CreateCallback,
  });
}

/** Describes a wrong provider. Some services work only in place of the built-in provider. */
function describeProvider(issue: z.core.$ZodRawIssue): string {
  const phrase = describeIssue(issue);
  const service = OUTSIDE_PROVIDERS.find((name) => name === issue.input);
  if (service === undefined) return phrase;
  return `${phrase}. To use ${service}, set it with kinora providers set-default, and send the provider "kinora"`;
}

/** Lists the pairs in a sentence without its full stop. */
function describePairs(): string {
  const types = Map.groupBy(CREATE_PAIRS, ({ providers }) => providers.join(' or '));
  const lists = [...types].map(
    ([provider, pairs]) => `${provider} with ${pairs.map(({ type }) => type).join(', ')}`,
  );
  return `The valid pairs are: ${lists.join('; ')}`;
}

/** The body of a request, for the OpenAPI document. */
export const CreateBody = z
  .union(
    CREATE_PAIRS.map((pair) =>
      createPairSchema(pair, toDescribedName).meta({ id: pair.id, description: pair.description }),
    ),
  )
  .meta({ id: 'CreateRequest', description: 'A file to generate, by one of the providers.' });

/** Returns the described schema of a name. The server may know more names than the documented ones. */
function toDescribedName(documented: readonly string[], kind?: keyof AddedNames): z.ZodType<string> {
  const Documented = z.enum(documented);
  return kind === undefined ? Documented : z.union([Documented, Text]);
}
