import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import type {
  GenerationProvider,
  ProviderAccess,
  ProviderRequest,
} from '../../generation/generation-provider.ts';
import { ProviderUnreachable } from '../../generation/provider-unreachable.ts';
import type { ServerFailure, ProtocolServer } from './protocol-server.fixture.ts';
import { SERVICE_KEY } from './protocol-server.fixture.ts';
import { closeAfterTest, createProviderContext } from './provider-context.fixture.ts';

/** A service whose failures are tested. */
export interface FailingService {
  readonly name: string;
  startServer(): Promise<ProtocolServer>;
  createProvider(): GenerationProvider;
  /** Creates a provider whose time limits are over after a moment. */
  createHastyProvider(): GenerationProvider;
  readonly request: ProviderRequest;
  /** The reasons that the server gives. */
  readonly reasons: Readonly<Record<'policy' | 'quota' | 'busy' | 'away', string>>;
}

/** Tests the reasons of all mishaps. */
function describeReasons(service: FailingService): void {
  const { name, request, reasons } = service;
  const unknown = (what: string): string =>
    `provider_unknown: It is unknown whether the service ${name} has taken the request: ${what}. Kinora does not ask again automatically, so that nothing is paid twice. Send the request again if you want to ask again.`;

  async function failWith(cause: ServerFailure, provider = service.createProvider()): Promise<string> {
    const server = closeAfterTest(await service.startServer());
    server.misbehave(cause);
    const context = await createProviderContext({ url: server.url });
    const started = provider.start(request, context);
    const failure = await failureOf(started);
    expect(server.received).toHaveLength(1);
    // Neither the message nor anything that a log shows repeats the key.
    const error: unknown = await started.catch((thrown: unknown) => thrown);
    expect(failure + inspect(error, { depth: null, showHidden: true })).not.toContain(SERVICE_KEY);
    return failure;
  }

  describe(`a request to ${name} that fails`, () => {
    it.each<[ServerFailure, string]>([
      ['policy', `provider_refused: The service ${name} has refused the request: ${reasons.policy}.`],
      [
        'quota',
        `provider_quota: The service ${name} ${reasons.quota}. Add credit at the service, then send the request again.`,
      ],
      ['busy', `provider_unreachable: The service ${name} answered 429: ${reasons.busy}. Try again later.`],
      ['away', `provider_unreachable: The service ${name} answered 503: ${reasons.away}. Try again later.`],
      ['broken', unknown('it answered 502')],
      ['dropped', unknown('the connection was lost')],
      ['cut', unknown('the connection was lost')],
      ['garbage', unknown('its answer cannot be read')],
    ])('because the service is %s has its own reason', async (cause, failure) => {
      expect(await failWith(cause)).toBe(failure);
    });

    it('because the service is silent is not repeated', async () => {
      expect(await failWith('silent', service.createHastyProvider())).toBe(
        unknown('it did not answer in time'),
      );
    });
  });
}

/** Tests further facts about a failure: when to ask again, and whether something was sent. */
function describeCertainties({ name, request, ...service }: FailingService): void {
  describe(`a request to ${name} that fails`, () => {
    it('because the service is busy says when to ask again', async () => {
      const server = closeAfterTest(await service.startServer());
      server.misbehave('busy');
      const context = await createProviderContext({ url: server.url });
      const failure: unknown = await service
        .createProvider()
        .start(request, context)
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ProviderUnreachable);
      expect(failure).toMatchObject({ retryAfterMs: 7000, retry: true });
    });

    it('because the server has gone away has certainly not been taken', async () => {
      const server = await service.startServer();
      await server.close();
      const context = await createProviderContext({ url: server.url });
      expect(await failureOf(service.createProvider().start(request, context))).toBe(
        `provider_unreachable: The service ${name} cannot be reached: its server refuses the connection.`,
      );
    });

    it('because of the key does not repeat the key', async () => {
      const server = closeAfterTest(await service.startServer());
      const context = await createProviderContext({ url: server.url, key: 'sk-other' });
      expect(await failureOf(service.createProvider().start(request, context))).toBe(
        `provider_rejects_key: The service ${name} answered 401: it rejects the API key, or the key does not allow this. Set another key with \`kinora providers set\`.`,
      );
      expect(server.received).toHaveLength(1);
    });

    it('because of a key that no header can hold is never sent', async () => {
      const server = closeAfterTest(await service.startServer());
      const context = await createProviderContext({ url: server.url, key: 'sk-ä\n' });
      expect(await failureOf(service.createProvider().start(request, context))).toBe(
        `provider_rejects_key: The API key of the service ${name} is not a word of ASCII characters. Set it again with \`kinora providers set\`.`,
      );
      expect(server.received).toEqual([]);
    });

    it('because it is cancelled says so', async () => {
      const server = closeAfterTest(await service.startServer());
      server.misbehave('silent');
      const cancel = new AbortController();
      const context = await createProviderContext({ url: server.url }, cancel.signal);
      const work = failureOf(service.createProvider().start(request, context));
      await expect.poll(() => server.received.length).toBe(1);
      cancel.abort();
      expect(await work).toBe('cancelled: The generation was cancelled.');
    });
  });
}

/** Tests the identity of a service. */
function describeIdentity({ name, request, ...service }: FailingService): void {
  it(`${name} is identified by its server and model, but without the key and the path of the URL`, () => {
    const provider = service.createProvider();
    const identify = (access: Partial<ProviderAccess>): string =>
      provider.identify(request.options, { key: SERVICE_KEY, ...access });
    const identities = [
      identify({}),
      identify({ url: 'https://a.example/secret' }),
      identify({ url: 'https://a.example/other' }),
      identify({ model: 'owner/other' }),
    ];
    expect(new Set(identities).size).toBe(4);
    expect(identities.join(' ')).not.toMatch(/secret|example/);
    expect(identify({ key: 'sk-other' })).toBe(identities[0]);
    expect(identities[0]).toContain(name);
  });
}

/** Tests that each way in which a start can fail has a reason of its own, and that nothing is asked twice. */
export function describeStartFailures(service: FailingService): void {
  describeReasons(service);
  describeCertainties(service);
  describeIdentity(service);
}
