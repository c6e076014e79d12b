import { isObject } from '../../base/is-object.ts';
import { findNearest } from '../problems/find-nearest.ts';
import { truncateText } from '../problems/messages.ts';
import { createProblem, jsonTypeOf, type Path, type Problem } from '../problems/problem.ts';
import { describeIssue, problemsFromIssue } from '../problems/zod-problems.ts';
import { ELEVENLABS_VOICES } from '../voices/elevenlabs-voices.ts';
import { checkSpeech } from '../voices/voices.ts';
import type { GenerationModel, ModelType } from './generation-model.ts';
import { listModels, modelOf } from './models.ts';

/** Maximum length of a prompt, in characters. */
const MAX_PROMPT_CHARACTERS = 4000;

/** The choices of an asset that is made from a prompt. */
export interface PromptedChoices {
  readonly type: ModelType;
  readonly prompt: string;
  readonly model?: string | undefined;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

/** Checks the prompt, the model and the options of an asset. @param path the path of the asset. */
export function checkPrompted(
  { type, prompt, model: name, options = {} }: PromptedChoices,
  path: Path,
): Problem[] {
  const wrong = checkPrompt(prompt, [...path, 'prompt']);
  const model = modelOf(type, name);
  if (model?.type !== type)
    return [...wrong, createModelProblem(type, name ?? '', model, [...path, 'model'])];
  return [...wrong, ...checkOptions(model, options, [...path, 'options'])];
}

function checkPrompt(prompt: string, path: Path): Problem[] {
  if (prompt.trim() === '') return [createProblem(path, 'out_of_range', 'must not be empty')];
  // As in the schemas of the Create API, an emoji is one character.
  const { length } = Array.from(prompt);
  if (length <= MAX_PROMPT_CHARACTERS) return [];
  const phrase = `must have at most ${MAX_PROMPT_CHARACTERS} characters, not ${length}`;
  return [createProblem(path, 'out_of_range', phrase)];
}

function createModelProblem(
  type: ModelType,
  name: string,
  other: GenerationModel | undefined,
  path: Path,
): Problem {
  const names = listModels(type).map(({ model }) => model);
  const list = names.map((each) => JSON.stringify(each)).join(', ');
  const given = JSON.stringify(truncateText(name));
  const phrase = `must be one of ${list}, not ${given}`;
  if (other !== undefined)
    return createProblem(path, 'not_allowed', `${phrase}, which makes an asset of the type "${other.type}"`);
  const nearest = findNearest(name, names);
  const hint = nearest === undefined ? '' : `. Did you mean ${JSON.stringify(nearest)}?`;
  return createProblem(path, 'not_allowed', phrase + hint);
}

function checkOptions(
  model: GenerationModel,
  options: Readonly<Record<string, unknown>>,
  path: Path,
): Problem[] {
  const { error } = model.options.safeParse(options, { error: describeIssue, reportInput: true });
  const form = (error?.issues ?? []).flatMap((issue) => problemsFromIssue(issue, path));
  return form.length > 0 ? form : [...checkVoice(model, options, path), ...checkPlan(options, path)];
}

/** Checks the voice of a model that speaks with the built-in voices. */
function checkVoice(
  { work, model }: GenerationModel,
  { voice, language, newscaster }: Readonly<Record<string, unknown>>,
  path: Path,
): Problem[] {
  if (work !== 'text-to-speech') return [];
  // ElevenLabs knows more voices than Kinora: those of the account.
  const takesAnyVoice = model.startsWith('elevenlabs');
  const isSpoken = typeof voice === 'string' && !takesAnyVoice;
  const found = checkSpeech({
    voice: isSpoken ? voice : 'Joanna',
    language: typeof language === 'string' ? language : undefined,
    newscaster: newscaster === true,
    otherVoices: model === 'polly-neural' ? [] : ELEVENLABS_VOICES,
  });
  return found.map(({ field, phrase }) =>
    createProblem(
      [...path, field],
      field === 'newscaster' ? 'conflict' : 'not_allowed',
      phrase,
      jsonTypeOf({ voice, language, newscaster }[field]),
    ),
  );
}

function checkPlan(
  { compositionPlan, forceInstrumental }: Readonly<Record<string, unknown>>,
  path: Path,
): Problem[] {
  if (!isObject(compositionPlan) || forceInstrumental !== true) return [];
  const phrase = 'cannot be combined with "compositionPlan". Remove one of the two';
  return [createProblem([...path, 'forceInstrumental'], 'conflict', phrase, 'boolean')];
}
