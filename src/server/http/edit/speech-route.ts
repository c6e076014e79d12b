import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../access/authentication.ts';
import { requireStorageQuota } from '../access/require-storage-quota.ts';
import { describeEditFailures } from '../openapi/failures.ts';
import { describeBody, describeResponse, describeRoute } from '../openapi/operation.ts';
import { versionPath } from '../openapi/parameters.ts';
import { requireBody } from '../request/json-body.ts';
import { createRequester } from '../request/requester.ts';
import type { ServerParts } from '../server-parts.ts';
import { SpeechBody } from './speech-body.ts';

const Sound = z.string().meta({ format: 'binary' });

const POST_SPEECH = describeRoute(
  {
    operationId: 'postSpeech',
    tags: ['Inspection'],
    summary: 'Speak a text',
    description:
      'Returns the sound of a text in a built-in voice, at once. The speech is kept: an edit with an equal text-to-speech asset uses it. If the operator has chosen an outside service for speech, the answer is 400, because it would charge for it.',
    requestParams: { path: versionPath },
    requestBody: describeBody(SpeechBody, { text: 'Welcome to the beach.', voice: 'Amy' }),
    responses: {
      200: describeResponse('The sound, an MP3 file.', Sound, undefined, 'audio/mpeg'),
      ...describeEditFailures(400, 413, 415, 424, 501, 507),
    },
  },
  'render',
  { scopes: ['edit'] },
);

/** Adds `POST /speech` of the Edit API, which speaks a text with a built-in voice. */
export function speechRoute(scope: FastifyInstance, parts: ServerParts): void {
  scope.post('/speech', POST_SPEECH, async (request, reply) => {
    const { owner } = callerOf(request);
    const speech = await scope.check(owner, 'readSpeech', requireBody(request).text);
    // The speech is kept.
    await parts.disk.check();
    await requireStorageQuota(parts, callerOf(request));
    const sound = await parts.inspection.speak(speech, createRequester(request, reply));
    return reply.type('audio/mpeg').send(sound);
  });
}
