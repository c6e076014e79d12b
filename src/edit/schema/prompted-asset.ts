import { z } from 'zod';
import type { ModelType } from '../models/generation-model.ts';
import { listModels } from '../models/models.ts';
import { createAnyRule, field, nameAsset, SourceUrlOrPrompt, Text } from './fields.ts';

/** The words for what a model makes, by the type of its assets. */
const MADE: Readonly<Record<ModelType, { readonly file: string; readonly prompt: string }>> = {
  image: { file: 'image file', prompt: 'Description of the image' },
  video: { file: 'video file', prompt: 'Description of what happens in the video' },
  audio: { file: 'sound file', prompt: 'Words to speak, or description of the music' },
};

/**
 * Creates the schema of an asset with a file, or with a prompt that says what to make in place of the file. In a
 * parsed edit, each has a `src`, because its reader adds one where there is only a prompt.
 */
export function definePromptedAsset<const Type extends ModelType, Shape extends z.core.$ZodLooseShape>(
  type: Type,
  noun: string,
  shape: Shape,
) {
  const { file, prompt } = MADE[type];
  const description = `${noun}, or one that is made from a prompt.`;
  return z
    .strictObject({
      type: z.literal(type).describe(description),
      src: SourceUrlOrPrompt.describe(
        `URL of the ${file}. The URL may contain credentials. Either it or "prompt" is required. Beside a prompt, it is a placeholder, which previews show until the file is made.`,
      ),
      prompt: field(
        Text,
        `${prompt}, at most 4000 characters. The file is made before the edit is rendered.`,
      ),
      model: Text.optional().meta({
        description: `Name of the model that makes the file, such as "${listModels(type)[0]?.model ?? ''}", which is the default.`,
        examples: listModels(type).map(({ model }) => model),
      }),
      options: field(
        z.record(z.string(), z.unknown()),
        'Options of the model. GET /models/{id} lists them with their defaults.',
      ),
      ...shape,
    })
    .meta({
      id: nameAsset(type),
      description,
      required: ['type'],
      allOf: [createAnyRule('src', 'prompt')],
    });
}
