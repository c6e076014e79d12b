import { describe, expect, it } from 'vitest';
import { KinoraError } from '../base/errors.ts';
import { createProviderRefusal, type ProviderFailure, toProviderError } from './provider-errors.ts';

const KEY = 'sk-very-secret';

function failureAt(step: 'start' | 'look' | 'fetch', failure: ProviderFailure): string {
  const { code, message } = toProviderError('openai', step, failure, KEY);
  expect(message).not.toContain(KEY);
  return `${code}: ${message}`;
}

const codeAt = (step: 'start' | 'look' | 'fetch', failure: ProviderFailure): string =>
  toProviderError('openai', step, failure, KEY).code;

const networkError = (code: string, fields: object = {}): Error =>
  Object.assign(new Error(`It failed with ${code}.`), { code }, fields);

describe('a failed request to a service', () => {
  it.each<[number, string, string]>([
    [400, 'provider_refused', 'provider_refused'],
    [401, 'provider_rejects_key', 'provider_rejects_key'],
    [402, 'provider_quota', 'provider_quota'],
    [403, 'provider_rejects_key', 'provider_rejects_key'],
    [404, 'provider_refused', 'provider_refused'],
    [408, 'provider_unknown', 'provider_unreachable'],
    [409, 'provider_refused', 'provider_refused'],
    [413, 'provider_refused', 'provider_refused'],
    [415, 'provider_refused', 'provider_refused'],
    [422, 'provider_refused', 'provider_refused'],
    [429, 'provider_unreachable', 'provider_unreachable'],
    [500, 'provider_unknown', 'provider_unreachable'],
    [502, 'provider_unknown', 'provider_unreachable'],
    [503, 'provider_unreachable', 'provider_unreachable'],
    [504, 'provider_unknown', 'provider_unreachable'],
    [200, 'provider_unknown', 'provider_unreachable'],
    [307, 'provider_refused', 'provider_refused'],
  ])('with the status %i is %s at the start and %s later', (status, start, later) => {
    expect([codeAt('start', { status }), codeAt('look', { status }), codeAt('fetch', { status })]).toEqual([
      start,
      later,
      later,
    ]);
  });

  it.each<[string, number, object]>([
    [
      'OpenAI',
      429,
      { error: { message: 'No.', type: 'insufficient_quota', code: 'project_spend_limit_exceeded' } },
    ],
    ['OpenAI with a hard limit', 400, { error: { message: 'No.', code: 'billing_hard_limit_reached' } }],
    ['ElevenLabs', 401, { detail: { status: 'quota_exceeded', message: 'You have 0 credits remaining.' } }],
    ['Stability', 402, { id: 'a', name: 'payment_required', errors: ['You lack sufficient credits.'] }],
    ['HeyGen', 400, { code: 400, error: { code: 'MOVIO_PAYMENT_INSUFFICIENT_CREDIT', message: 'No.' } }],
    ['D-ID', 402, { kind: 'InsufficientCreditsError', description: 'not enough credits' }],
    ['fal', 403, { detail: 'User is locked. Reason: Exhausted balance.' }],
  ])('for want of credit is recognised in the words of %s', (_, status, body) => {
    expect(codeAt('start', { status, body: JSON.stringify(body) })).toBe('provider_quota');
  });

  it('whose prompt speaks of credit is a refusal', () => {
    const body = JSON.stringify({
      error: { message: 'Not allowed: "out of credit".', type: 'invalid_request_error' },
    });
    expect(codeAt('start', { status: 400, body })).toBe('provider_refused');
  });

  it.each<[string, unknown, string]>([
    ['an error with a message', { error: { message: 'Too long.' } }, 'Too long'],
    ['an error as text', { error: 'Too long.' }, 'Too long'],
    [
      'a list of errors',
      { name: 'bad_request', errors: ['a: too long', 'b: too short'] },
      'a: too long; b: too short',
    ],
    ['a detail', { detail: 'Too long.', status: 422 }, 'Too long'],
    ['a detail with a message', { detail: { status: 'x', message: 'Too long.' } }, 'Too long'],
    ['located details', { detail: [{ loc: ['body', 'a', 0], msg: 'Too long.' }] }, 'a.0: Too long'],
    ['a description', { kind: 'ValidationError', description: 'Too long.' }, 'Too long'],
    ['control characters and the key', { error: `a\u0000\n\u202E  ${KEY} b` }, 'a ... b'],
    ['a long text', { error: 'x'.repeat(1000) }, 'x'.repeat(300)],
  ])('gives the reason of %s', (_, body, reason) => {
    expect(failureAt('start', { status: 400, body: JSON.stringify(body) })).toBe(
      `provider_refused: The service openai has refused the request: ${reason}.`,
    );
  });

  it.each(['', '<html>No</html>', '[]', '{"error":{}}'])('may have no reason: %s', (body) => {
    expect(failureAt('start', { status: 400, body })).toBe(
      'provider_refused: The service openai has refused the request with 400.',
    );
  });

  it('carries the pause that the service asks for', () => {
    const error = toProviderError('openai', 'look', { status: 503, retryAfterMs: 30_000 }, KEY);
    expect(error).toMatchObject({ code: 'provider_unreachable', retryAfterMs: 30_000 });
  });
});

describe('a lost connection to a service', () => {
  it.each<[string, Error, string]>([
    ['the host does not exist', networkError('ENOTFOUND'), 'its host does not exist'],
    ['DNS fails', networkError('EAI_AGAIN'), 'the DNS lookup of its host failed'],
    ['the connection is refused', networkError('ECONNREFUSED'), 'its server refuses the connection'],
    ['the certificate is bad', networkError('CERT_HAS_EXPIRED'), 'its certificate is not valid'],
    [
      'connecting takes too long',
      networkError('UND_ERR_CONNECT_TIMEOUT'),
      'its server does not accept the connection',
    ],
    [
      'there is no route',
      networkError('EHOSTUNREACH', { syscall: 'connect' }),
      'its server does not accept the connection',
    ],
    [
      'no address accepts it',
      Object.assign(new AggregateError([networkError('ETIMEDOUT', { syscall: 'connect' })]), {
        code: 'ETIMEDOUT',
      }),
      'its server does not accept the connection',
    ],
    [
      'TLS fails',
      Object.assign(
        new Error('Client network socket disconnected before secure TLS connection was established'),
        {
          code: 'ECONNRESET',
        },
      ),
      'its server does not accept the connection',
    ],
  ])('has sent nothing if %s', (_, error, reason) => {
    expect(failureAt('start', { error })).toBe(
      `provider_unreachable: The service openai cannot be reached: ${reason}.`,
    );
  });

  it.each<[string, Error]>([
    ['the connection is reset', networkError('ECONNRESET', { syscall: 'read' })],
    ['the other side closes', networkError('UND_ERR_SOCKET')],
    ['an open connection dies', networkError('ETIMEDOUT', { syscall: 'read' })],
    ['the answer takes too long', networkError('UND_ERR_HEADERS_TIMEOUT')],
    ['the time is over', new DOMException('Too late.', 'TimeoutError')],
  ])('may have sent everything if %s', (_, error) => {
    expect(codeAt('start', { error })).toBe('provider_unknown');
    expect(codeAt('look', { error })).toBe('provider_unreachable');
    expect(codeAt('fetch', { error })).toBe('provider_unreachable');
  });

  it('is cancelled if the caller has cancelled', () => {
    const signal = AbortSignal.abort();
    expect(failureAt('start', { error: signal.reason, signal })).toBe(
      'cancelled: The generation was cancelled.',
    );
  });
});

it('an error that says what happened stays as it is', () => {
  const error = createProviderRefusal('openai', `It is about ${KEY}.`, KEY);
  expect(error).toEqual(
    new KinoraError('provider_refused', 'The service openai has refused the request: It is about ....'),
  );
  expect(toProviderError('openai', 'start', { error }, KEY)).toBe(error);
});

it('a host that the guard rejects was not asked', () => {
  const error = new KinoraError('asset_refused', 'http://a leads to the host a, which is private.');
  expect(failureAt('start', { error })).toBe(
    'provider_unreachable: The service openai cannot be reached: http://a leads to the host a, which is private.',
  );
  expect(codeAt('fetch', { error })).toBe('provider_refused');
});
