import { z } from 'zod';
import { fail, ok, type Result } from '../base/result.ts';
import { createProblem, jsonTypeOf, MAX_PROBLEMS, type Problem } from '../edit/index.ts';
import { sortByDocument } from '../edit/problems/document-order.ts';
import { isObject } from '../base/is-object.ts';
import { describeIssue, problemsFromIssue } from '../edit/problems/zod-problems.ts';
import { Text } from '../edit/schema/fields.ts';
import { checkSpeech } from '../edit/voices/voices.ts';
import { CREATE_PAIRS, type CreatePair } from './create-pairs.ts';
import { fillDefaults } from './fill-defaults.ts';
import { type AddedNames, type AddedNamesByProvider, BUILT_IN_NAMES, type CreateRequest } from './model.ts';
import type { ToName } from './option-schemas.ts';
import { createPairSchema, createSharedSchema } from './schema.ts';

/**
 * Parses a request of the Create API, and fills in the defaults of its options. If it is not valid, returns all
 * problems in document order, at most {@link MAX_PROBLEMS}.
 *
 * @param input any JSON value.
 * @param added the names that the operator has added. They are accepted beside the documented ones.
 */
export function parseCreateRequest(
  input: unknown,
  added: AddedNamesByProvider,
): Result<CreateRequest, Problem> {
  if (!isObject(input)) {
    const problem = createProblem([], 'wrong_type', '', jsonTypeOf(input));
    // The message of `createProblem` is about an edit.
    return fail([{ ...problem, message: 'The body must be a JSON object.' }]);
  }
  const options = isObject(input['options']) ? input['options'] : {};
  const pair = findPair(input['provider'], options['type']);
  if (pair === undefined) return failShared(input);
  const parsed = createPairSchema(pair, createToName(pair, added)).safeParse(input, {
    error: describeIssue,
    reportInput: true,
  });
  const spoken = isBuiltInSpeech(pair) ? findSpeechProblems(options) : [];
  if (!parsed.success || spoken.length > 0)
    return failSorted([...toProblems(parsed.error), ...spoken], input);
  const { provider, callback } = parsed.data;
  return ok({ provider, callback, options: fillDefaults({ provider, options: parsed.data.options }) });
}

function findPair(provider: unknown, type: unknown): CreatePair | undefined {
  return CREATE_PAIRS.find((pair) => pair.type === type && pair.providers.some((name) => name === provider));
}

/** Returns the problems of a request without a valid pair. */
function failShared(input: Readonly<Record<string, unknown>>): Result<never, Problem> {
  const schema = createSharedSchema(input['provider']);
  const parsed = schema.safeParse(input, { error: describeIssue, reportInput: true });
  return failSorted(toProblems(parsed.error), input);
}

function failSorted(problems: readonly Problem[], input: unknown): Result<never, Problem> {
  return fail(sortByDocument(problems, input).slice(0, MAX_PROBLEMS));
}

function toProblems(error: z.ZodError | undefined): Problem[] {
  return (error?.issues ?? []).flatMap((issue) => problemsFromIssue(issue));
}

/** Returns a function that makes the schemas of names. The names of Kinora's own voices have rules of their own. */
function createToName({ providers: [name] }: CreatePair, added: AddedNamesByProvider): ToName {
  const own: Readonly<Partial<Record<string, AddedNames>>> = added;
  return (documented, kind) =>
    kind === undefined ? Text : z.enum([...documented, ...(own[name ?? '']?.[kind] ?? [])]);
}

function isBuiltInSpeech({ providers, type }: CreatePair): boolean {
  return type === 'text-to-speech' && providers === BUILT_IN_NAMES;
}

/** Finds the problems of a speech of the built-in provider that its schema does not find. */
function findSpeechProblems({ voice, language, newscaster }: Readonly<Record<string, unknown>>): Problem[] {
  if (typeof voice !== 'string' || voice.includes('\0')) return [];
  const hasLanguage = typeof language === 'string' && !language.includes('\0');
  const problems = checkSpeech({
    voice,
    language: hasLanguage ? language : undefined,
    newscaster: newscaster === true && (hasLanguage || language === undefined),
  });
  return problems.map(({ field, phrase }) =>
    createProblem(['options', field], field === 'newscaster' ? 'conflict' : 'not_allowed', phrase),
  );
}
