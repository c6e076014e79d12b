import type { KinoraError } from '../../base/errors.ts';
import { tryParseJson } from '../../base/try-parse-json.ts';
import type { ServiceName } from '../../create/model.ts';
import type { ServiceContext } from '../../generation/generation-provider.ts';
import { headerOf, type OutboundResponse, readBytes } from '../../outbound/index.ts';
import { ServiceResponseError } from '../sdk/sdk-failure.ts';
import { serviceUrlOf, callService } from '../sdk/provider-call.ts';
import { createForgottenJobError, type ServiceStep, toServiceError } from '../provider-errors.ts';

/** A service with an API of its own, for which there is no package. */
export interface HttpService {
  readonly name: ServiceName;
  /** Base URL of the service itself. */
  readonly baseUrl: string;
  /** Returns the headers that carry the API key. Their names are in lower case. */
  readonly authorize: (key: string) => Readonly<Record<string, string>>;
}

/** One request to a service. */
export interface HttpRequest {
  readonly step: ServiceStep;
  readonly method: 'GET' | 'POST';
  /** Path and query, which follow the base URL. Begins with a slash. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Media type of the answer. Default: JSON. */
  readonly accept?: string;
  /** True if the request asks for a job, so that 404 means that the service does not know the job. */
  readonly asksForJob?: true;
  /** Time limit of the whole call in milliseconds. Above 0. */
  readonly limitMs: number;
  /** Maximum size of the answer in bytes. */
  readonly maxBytes: number;
}

/** The successful answer of a service. */
export interface HttpAnswer {
  readonly bytes: Buffer;
  /** The body as JSON. Undefined if it is none. */
  readonly json: unknown;
  /** Returns a header by its lower-case name. Undefined if it is absent or repeated. */
  header(name: string): string | undefined;
  /** Creates the error for an answer without the documented fields. */
  createUnreadableError(): KinoraError;
}

/**
 * Sends a request once.
 *
 * @throws {KinoraError} an error of `GenerationProvider`.
 */
export function sendRequest(
  service: HttpService,
  request: HttpRequest,
  context: ServiceContext,
): Promise<HttpAnswer> {
  const { step, limitMs, maxBytes, body } = request;
  const { access } = context;
  const call = { service: service.name, step, limitMs, maxBytes };
  return callService(call, context, async ({ outbound, signal }) => {
    const response = await outbound.request(new URL(serviceUrlOf(access, service.baseUrl) + request.path), {
      method: request.method,
      headers: {
        ...service.authorize(access.key),
        accept: request.accept ?? 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      stallTimeoutMs: limitMs,
      signal,
    });
    const { statusCode: status } = response;
    const bytes = await readBytes(response, maxBytes, () => new ServiceResponseError({ status }));
    checkAnswer(service.name, request, response, bytes);
    return {
      bytes,
      json: tryParseJson(bytes.toString()),
      header: (name) => headerOf(response, name),
      createUnreadableError: () => toServiceError(service.name, step, { status }, access.key),
    };
  });
}

function checkAnswer(
  service: ServiceName,
  { asksForJob }: HttpRequest,
  response: OutboundResponse,
  bytes: Buffer,
): void {
  const { statusCode: status } = response;
  if (status >= 200 && status <= 299) return;
  if (asksForJob === true && (status === 404 || status === 410))
    throw createForgottenJobError(service, status);
  const retryAfter = headerOf(response, 'retry-after');
  throw new ServiceResponseError({ status, body: bytes.toString(), retryAfter });
}
