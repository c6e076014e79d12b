import { expect, test } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import type { GenerationOptions } from '../../create/model.ts';
import type { GenerationProvider } from '../../generation/generation-provider.ts';
import { createProviderContext, TEST_KEY } from './test-access.fixture.ts';
import {
  type Answer,
  answerJson,
  breakAnswer,
  dropConnection,
  neverAnswer,
  type ServiceServer,
} from './paid-server.fixture.ts';

/** The facts of a service for {@link testStartFaults}. */
export interface FaultySetup {
  readonly create: (limits?: { readonly startMs: number }) => GenerationProvider;
  readonly server: () => ServiceServer;
  readonly options: GenerationOptions;
  /** Pattern for `METHOD /path` of the paid request. */
  readonly paid: RegExp;
  readonly refusal: Answer;
  readonly reason: string;
  readonly noQuota: Answer;
}

/** Tests that each fault of a paid request has its own error, and that no request is sent twice. */
export function testStartFaults(setup: FaultySetup): void {
  const { create, server, options, paid, refusal, reason, noQuota } = setup;
  const provider = create();
  const { name } = provider;

  /** Starts with an injected answer, and checks that the paid request was sent once. */
  async function failStart(answer: Answer, by = provider): Promise<string> {
    server().inject(paid, answer);
    const context = await createProviderContext(server().url);
    const failure = await failureOf(by.start({ options, id: 'request-1' }, context));
    expect(server().lines.filter((line) => paid.test(line))).toHaveLength(1);
    expect(failure).not.toContain(TEST_KEY);
    return failure;
  }

  test('reports a refusal with the reason of the service', async () => {
    expect(await failStart(refusal)).toBe(
      `provider_refused: The service ${name} has refused the request: ${reason}.`,
    );
  });

  test('reports that the account has no credit left', async () => {
    expect(await failStart(noQuota)).toMatch(
      new RegExp(`^provider_quota: The service ${name} answered \\d+, because the account has no credit`),
    );
  });

  test.each([429, 503])(
    'reports that a service which answers %i has not taken the request',
    async (status) => {
      expect(await failStart(answerJson(status, {}))).toMatch(/^provider_unreachable: /);
    },
  );

  test.each([
    ['a lost connection', dropConnection, 'the connection was lost'],
    ['an answer that breaks off', breakAnswer, 'the connection was lost'],
    ['an internal error', answerJson(500, {}), 'it answered 500'],
    ['an answer in an unknown form', answerJson(200, { hello: 1 }), 'its answer cannot be read'],
  ])('reports after %s that the fate of the request is unknown', async (_what, answer, why) => {
    expect(await failStart(answer)).toMatch(
      `provider_unknown: It is unknown whether the service ${name} has taken the request: ${why}.`,
    );
  });

  test('reports after a time limit that the fate of the request is unknown', async () => {
    expect(await failStart(neverAnswer, create({ startMs: 150 }))).toMatch(
      `provider_unknown: It is unknown whether the service ${name} has taken the request: it did not answer in time.`,
    );
  });

  testOtherFailures(setup);
}

/** Tests the failures for which no answer is injected into the paid request. */
function testOtherFailures({ create, server, options, paid }: FaultySetup): void {
  const provider = create();
  const { name } = provider;

  test('reports a wrong key without repeating it', async () => {
    const context = await createProviderContext(server().url, { key: 'wrong-key-123' });
    const failure = await failureOf(provider.start({ options, id: 'request-1' }, context));
    expect(failure).toMatch(`provider_rejects_key: The service ${name} answered 401`);
    expect(failure).not.toContain('wrong-key-123');
    expect(server().paid).toBe(0);
  });

  test('reports a server that is down', async () => {
    const context = await createProviderContext('http://127.0.0.1:1');
    expect(await failureOf(provider.start({ options, id: 'request-1' }, context))).toMatch(
      `provider_unreachable: The service ${name} cannot be reached: its server refuses the connection.`,
    );
  });

  test('ends when the signal fires', async () => {
    const controller = new AbortController();
    server().inject(paid, () => controller.abort());
    const context = await createProviderContext(server().url, {}, controller.signal);
    expect(await failureOf(provider.start({ options, id: 'request-1' }, context))).toMatch(/^cancelled: /);
  });

  test('refuses types that the service does not generate', async () => {
    const context = await createProviderContext(server().url);
    const text = { type: 'text-generator', prompt: 'a' } as const;
    expect(await failureOf(provider.start({ options: text, id: 'request-1' }, context))).toBe(
      `provider_refused: The service ${name} cannot generate the type text-generator.`,
    );
    expect(server().lines).toEqual([]);
  });

  test('identifies the server without its address and the key', () => {
    const [first, second] = ['http://user:pass@a.test', 'http://b.test'].map((url) =>
      provider.identify(options, { key: TEST_KEY, url }),
    );
    expect(first).not.toBe(second);
    expect(first).not.toMatch(new RegExp(`${TEST_KEY}|a\\.test|pass`));
  });
}
