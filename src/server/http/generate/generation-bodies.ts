import { z } from 'zod';
import { MODEL_TYPES } from '../../../edit/index.ts';
import type { FileAddresses } from '../../../hosting/addresses/file-addresses.ts';
import type { CreatedAssetRow } from '../../../store/generation/created-assets.ts';
import { EXAMPLE } from '../openapi/examples.ts';
import { Url } from '../response/schemas.ts';
import { NO_SERVICE_CODE } from './generation-errors.ts';

/** The answer about a generation. */
export const GenerationResponse = z
  .object({
    id: z.string().describe('The id of the generation, a UUID.'),
    status: z
      .enum(['queued', 'processing', 'done', 'failed'])
      .describe('queued: waits for its turn. processing: is being made. done: see url. failed: see error.'),
    url: Url.optional().describe('The address of the file. Only if done.'),
    error: z.string().optional().describe('The reason in one sentence. Only if failed.'),
  })
  .meta({ id: 'GenerationResponse', description: 'The state of a generation.' });

/** The price of a generation. */
export const GenerationQuote = z
  .object({
    credits: z.number().describe('The price in credits. Always 0, because Kinora has no credits.'),
    ceiling: z.boolean().describe('True if the price may be lower in the end. Always false.'),
  })
  .meta({ id: 'GenerationQuote', description: 'The price of a generation.' });

/** A model, as clients see it. */
export const ShownModel = z
  .object({
    model: z.string().describe('The name for requests.'),
    type: z.enum(MODEL_TYPES).describe('The type of the files that it makes.'),
    name: z.string().describe('The name for people.'),
    description: z.string().describe('What it makes and who does it, and what is missing.'),
    available: z.boolean().describe('True if the account can use it now.'),
    unavailableReason: z
      .enum([NO_SERVICE_CODE])
      .optional()
      .describe('The reason if it is not available: the account has no credentials for a service.'),
    options: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('The JSON Schema of its options. Only for one model, or with expand=options.'),
  })
  .meta({ id: 'GenerationModel', description: 'A model that makes files from prompts.' });

/** The list of models. */
export const ModelList = z
  .object({ models: z.array(ShownModel).describe('The models. The first of each type is the default.') })
  .meta({ id: 'GenerationModelList', description: 'The models that make files from prompts.' });

/** An error of a generation. */
export const GenerationErrorResponse = z
  .object({
    error: z.string().describe('What is wrong, and what to do.'),
    code: z.enum([NO_SERVICE_CODE]).optional().describe('The reason if the account may not use the model.'),
  })
  .meta({ id: 'GenerationErrorResponse', description: 'An error of a generation.' });

/** The error for an unknown model. */
export const ModelErrorResponse = z
  .object({
    error: z.object({
      name: z
        .enum(['UnknownGenerationModel', 'WithdrawnGenerationModel'])
        .describe('Withdrawn models are no longer listed, but still work in old edits.'),
      message: z.string().describe('What is wrong, and what to do.'),
    }),
  })
  .meta({ id: 'GenerationModelErrorResponse', description: 'The error for an unknown model.' });

const GENERATION_ID = '019a9f3c-b1c2-4a44-8d21-9e8f7a6b5c4e';

/** Examples of the answers. */
export const GENERATION_EXAMPLES = {
  request: { asset: { type: 'audio', prompt: 'Welcome to the beach.', options: { voice: 'Amy' } } },
  queued: { id: GENERATION_ID, status: 'queued' },
  done: {
    id: GENERATION_ID,
    status: 'done',
    url: `https://media.example.com/files/v1/${EXAMPLE.render.owner}/${GENERATION_ID}.mp3`,
  },
  model: {
    model: 'kinora-speech',
    type: 'audio',
    name: 'Speech',
    description: 'Reads the prompt aloud with a voice of this server, or with a voice of ElevenLabs.',
    available: true,
  },
} as const;

/** Converts a created asset to the answer about its generation. */
export function toShownGeneration(
  { id, status, file, error }: Pick<CreatedAssetRow, 'id' | 'status' | 'file' | 'error'>,
  addresses: FileAddresses,
): z.input<typeof GenerationResponse> {
  return {
    id,
    status: status === 'saving' ? 'processing' : status,
    ...(status === 'done' && file !== null && { url: addresses.urlOf(file) }),
    ...(status === 'failed' && { error: error ?? 'The file could not be made.' }),
  };
}
