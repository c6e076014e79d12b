import {
  type Answer,
  answerJson,
  type ReceivedRequest,
  type ServiceServer,
  startServiceServer,
} from '../http/paid-server.fixture.ts';
import { TEST_KEY } from '../http/test-access.fixture.ts';
import { createSilentMp3 } from '../http/small-media.fixture.ts';
import { ELEVENLABS_VOICE_IDS } from './voice-ids.ts';

/** A voice of the account that has no documented name. */
export const OWN_VOICE = { voice_id: 'aaaaaaaaaaaaaaaaaaaa', name: 'Nora - Calm and clear' };
/** Seconds that each character of a speech takes. */
export const CHARACTER_SECONDS = 0.1;
/** Seconds of all music. */
const MUSIC_SECONDS = 3;

/** Answers as ElevenLabs does if the account has no characters left. */
export const ELEVENLABS_NO_QUOTA: Answer = answerJson(401, {
  detail: {
    status: 'quota_exceeded',
    message: 'This request exceeds your quota of 10000. You have 3 credits remaining.',
  },
});
/** Answers as ElevenLabs does if a voice does not exist. */
export const ELEVENLABS_REFUSAL: Answer = answerJson(400, {
  detail: { status: 'voice_not_found', message: 'A voice with the voice_id x was not found.' },
});

/** Starts a server that speaks the documented protocol of ElevenLabs. Each speech is silent. */
export function startElevenLabsServer(key = TEST_KEY): Promise<ServiceServer> {
  return startServiceServer({
    authorization: ['xi-api-key', key],
    onWrongKey: answerJson(401, { detail: { status: 'invalid_api_key', message: 'Invalid API key' } }),
    answer(request, { pay }) {
      if (request.path === '/v1/music' && request.method === 'POST') {
        pay();
        return (_request, response) => {
          response.writeHead(200, { 'content-type': 'audio/mpeg' });
          response.end(createSilentMp3(MUSIC_SECONDS));
        };
      }
      const voiceId = /^\/v1\/text-to-speech\/([^/]+)\/with-timestamps$/.exec(request.path)?.[1];
      if (request.path === '/v1/voices') return answerJson(200, { voices: listVoices() });
      if (voiceId === undefined || request.method !== 'POST') return answerJson(404, { detail: 'Not Found' });
      if (!listVoices().some(({ voice_id }) => voice_id === voiceId)) return ELEVENLABS_REFUSAL;
      pay();
      return answerJson(200, toSpeech(request));
    },
  });
}

function listVoices(): { readonly voice_id: string; readonly name: string }[] {
  return [...[...ELEVENLABS_VOICE_IDS].map(([name, voice_id]) => ({ voice_id, name })), OWN_VOICE];
}

function toSpeech({ json }: ReceivedRequest): object {
  // The code under test sends these fields.
  const { text } = json as { readonly text: string };
  const characters = Array.from(text);
  const alignment = {
    characters,
    character_start_times_seconds: characters.map((_, index) => index * CHARACTER_SECONDS),
    character_end_times_seconds: characters.map((_, index) => (index + 1) * CHARACTER_SECONDS),
  };
  const audio = createSilentMp3(characters.length * CHARACTER_SECONDS);
  return { audio_base64: audio.toString('base64'), alignment, normalized_alignment: alignment };
}
