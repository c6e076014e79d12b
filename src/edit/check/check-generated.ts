import { type ClipLocation, clipPathOf } from '../clips/clip-location.ts';
import { canBePrompted, type GeneratedAsset, isGenerated } from '../generated/generated-source.ts';
import { checkPrompted } from '../models/check-prompted.ts';
import { collectProblems, createProblem, jsonTypeOf, type Path, type Problem } from '../problems/problem.ts';
import type { Asset } from '../schema/clip.ts';
import type { TextToSpeechAsset } from '../schema/generated-asset.ts';
import { ELEVENLABS_VOICES } from '../voices/elevenlabs-voices.ts';
import { checkSpeech, MAX_SPEECH_CHARACTERS } from '../voices/voices.ts';

/** Maximum length of a prompt, in characters. */
const MAX_PROMPT_CHARACTERS = 4000;
/** Maximum side of a generated image, in pixels. */
const MAX_IMAGE_SIDE = 4096;

/**
 * Checks the assets to generate: that there is something to generate and not too much, and the voices and
 * languages of speeches. Checks only well-formed clips.
 */
export function checkGenerated(clips: readonly ClipLocation[]): Problem[] {
  return collectProblems(clips, (location) => {
    const { asset } = location.clip;
    const path = [...clipPathOf(location), 'asset'];
    return isGenerated(asset) ? checkAsset(asset, path) : checkLoneChoices(asset, path);
  });
}

/** Reports a model and options without a prompt. */
function checkLoneChoices(asset: Asset, path: Path): Problem[] {
  if (!canBePrompted(asset)) return [];
  return (['model', 'options'] as const).flatMap((name) => {
    const value = name in asset ? (asset as Readonly<Record<string, unknown>>)[name] : undefined;
    if (value === undefined) return [];
    const phrase = 'has an effect only beside a "prompt". Add a prompt, or remove it';
    return [createProblem([...path, name], 'conflict', phrase, jsonTypeOf(value))];
  });
}

function checkAsset(asset: GeneratedAsset, path: Path): Problem[] {
  switch (asset.type) {
    case 'text-to-image':
      return [
        ...checkContent(asset.prompt, MAX_PROMPT_CHARACTERS, [...path, 'prompt']),
        ...checkSide(asset.width, [...path, 'width']),
        ...checkSide(asset.height, [...path, 'height']),
      ];
    case 'image-to-video':
      return checkLength(asset.prompt ?? '', MAX_PROMPT_CHARACTERS, [...path, 'prompt']);
    case 'text-to-speech':
      return [
        ...checkContent(asset.text, MAX_SPEECH_CHARACTERS, [...path, 'text']),
        ...checkChoices(asset, path),
      ];
    case 'image':
    case 'video':
    case 'audio':
      return checkPrompted(asset, path);
  }
}

/** Reports a text without any content, and a text that is too long. */
function checkContent(text: string, max: number, path: Path): Problem[] {
  if (text.trim() !== '') return checkLength(text, max, path);
  return [createProblem(path, 'out_of_range', 'must not be empty')];
}

function checkLength(text: string, max: number, path: Path): Problem[] {
  // As in the schemas of the Create API, an emoji is one character.
  const { length } = Array.from(text);
  if (length <= max) return [];
  const phrase = `must have at most ${max} characters, not ${length}`;
  return [createProblem(path, 'out_of_range', phrase)];
}

function checkSide(side: number | undefined, path: Path): Problem[] {
  if (side === undefined || side <= MAX_IMAGE_SIDE) return [];
  return [createProblem(path, 'out_of_range', `must be ${MAX_IMAGE_SIDE} or less, not ${side}`, 'number')];
}

function checkChoices(asset: TextToSpeechAsset, path: Path): Problem[] {
  return checkSpeech({ ...asset, otherVoices: ELEVENLABS_VOICES }).map(({ field, phrase }) =>
    createProblem([...path, field], 'not_allowed', phrase, jsonTypeOf(asset[field])),
  );
}
