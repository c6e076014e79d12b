import { SAMPLE_PNG } from '../http/sample-results.fixture.ts';
import { type ProtocolServer, SERVICE_KEY, startProtocolServer } from '../http/protocol-server.fixture.ts';

/** The answers of the server to requests for texts and images. */
export interface OpenAiAnswers {
  readonly text?: string;
  readonly finishReason?: string;
  readonly image?: Buffer;
}

const toError = (message: string, type: string, code: string | null = null): { readonly error: object } => ({
  error: { message, type, param: null, code },
});

/** Starts a server with the chat completions and the image generations of OpenAI. */
export function startOpenAiServer({
  text = 'A fox jumps.',
  finishReason = 'stop',
  image = SAMPLE_PNG,
}: OpenAiAnswers = {}): Promise<ProtocolServer> {
  return startProtocolServer({
    authorization: `Bearer ${SERVICE_KEY}`,
    unauthorized: {
      status: 401,
      json: toError(
        `Incorrect API key provided: ${SERVICE_KEY}.`,
        'invalid_request_error',
        'invalid_api_key',
      ),
    },
    refusals: {
      policy: {
        status: 400,
        json: toError(
          `Your request was rejected\n by the safety system (${SERVICE_KEY}).`,
          'image_generation_user_error',
          'moderation_blocked',
        ),
      },
      quota: {
        status: 429,
        json: toError('You exceeded your current quota.', 'insufficient_quota', 'credit_balance_exhausted'),
        headers: { 'retry-after': '7' },
      },
      busy: {
        status: 429,
        json: toError('Rate limit reached.', 'requests', 'rate_limit_exceeded'),
        headers: { 'retry-after': '7' },
      },
      away: { status: 503, json: toError('The engine is overloaded.', 'server_error') },
    },
    answer({ method, path }) {
      const created = 1_700_000_000;
      if (method !== 'POST') return undefined;
      if (path === '/v1/images/generations')
        return { json: { created, data: [{ b64_json: image.toString('base64') }] } };
      if (path !== '/v1/chat/completions') return undefined;
      const choice = { index: 0, message: { role: 'assistant', content: text }, finish_reason: finishReason };
      const usage = { prompt_tokens: 5, completion_tokens: 4, total_tokens: 9 };
      return {
        json: { id: 'chatcmpl-1', object: 'chat.completion', created, model: 'x', choices: [choice], usage },
      };
    },
  });
}
