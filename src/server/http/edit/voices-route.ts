import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ELEVENLABS_VOICES } from '../../../edit/voices/elevenlabs-voices.ts';
import { describeSpeechSample } from '../../../edit/voices/speech-samples.ts';
import { VOICES } from '../../../edit/voices/voices.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { describeEditResponse, describeRoute } from '../openapi/operation.ts';
import { versionPath } from '../openapi/parameters.ts';
import { wrapResponse } from '../response/envelope.ts';
import { createEnvelope } from '../response/schemas.ts';

const ListedVoice = z
  .object({
    name: z.string().describe('The name of the voice, as an edit has it.'),
    provider: z
      .enum(['kinora', 'elevenlabs'])
      .describe('kinora: a built-in voice, which costs nothing. elevenlabs: a voice of that service.'),
    languages: z
      .array(z.string())
      .describe('The languages that the voice speaks of its own, such as en-GB. Empty if they are unknown.'),
    gender: z.enum(['female', 'male']).optional().describe('Absent if it is unknown.'),
    age: z.enum(['adult', 'child']).optional().describe('Absent if it is unknown.'),
    sample: z.string().optional().describe('A sentence in the language of the voice, to try how it sounds.'),
  })
  .meta({ id: 'Voice', description: 'A voice for speech.' });

export const VoiceListResponse = createEnvelope(
  'VoiceListResponse',
  z.object({ voices: z.array(ListedVoice).describe('The voices, those of Kinora first.') }),
  'The voices that an edit may name.',
);

const GET_VOICES = describeRoute(
  {
    operationId: 'listVoices',
    tags: ['Inspection'],
    summary: 'List the voices',
    description:
      'Returns the voices that a text-to-speech asset may name, with their languages. POST /speech speaks a text with those of Kinora.',
    requestParams: { path: versionPath },
    responses: {
      200: describeEditResponse('The voices.', VoiceListResponse, {
        voices: [
          {
            name: 'Amy',
            provider: 'kinora',
            languages: ['en-GB'],
            gender: 'female',
            age: 'adult',
            sample: describeSpeechSample('en-GB'),
          },
        ],
      }),
      ...describeEditFailures(400),
    },
  },
  undefined,
  { scopes: ['edit'] },
);

/** Adds `GET /voices` of the Edit API, which lists the voices for speech. */
export function voicesRoute(scope: FastifyInstance): void {
  const voices: z.infer<typeof ListedVoice>[] = [
    ...VOICES.map((voice) => ({
      ...voice,
      languages: [...voice.languages],
      provider: 'kinora' as const,
      sample: describeSpeechSample(voice.languages[0] ?? ''),
    })),
    ...ELEVENLABS_VOICES.map((name) => ({ name, provider: 'elevenlabs' as const, languages: [] })),
  ];
  scope.get('/voices', GET_VOICES, () => wrapResponse('OK', { voices }));
}
