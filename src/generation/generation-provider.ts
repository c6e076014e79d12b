import type { GeneratedFile, GenerationOptions, OutsideProvider } from '../create/model.ts';

/** The access to an outside service: the settings of the operator for an owner or for this machine. */
export interface ProviderAccess {
  /** API key. Never in a message or a log. */
  readonly key: string;
  /** Base URL of a server with the same API. Undefined for the service itself. May be a private host. */
  readonly url?: string | undefined;
  /** The model for requests that name none, such as those to the built-in provider. */
  readonly model?: string | undefined;
}

/** The context of a request to a service. */
export interface ProviderContext {
  readonly access: ProviderAccess;
  readonly signal: AbortSignal;
  /** An existing folder for the result. The caller removes it. */
  readonly folder: string;
  readonly detectType: DetectType;
}

/**
 * Finds out the type of a local file in another process, because its bytes are untrusted.
 *
 * @throws {KinoraError} `asset_not_media` if the process ends because of the file, or `cancelled`.
 */
export type DetectType = (path: string, signal: AbortSignal) => Promise<DetectedType>;

/** The type of a file by its first bytes. Both fields are absent if it is unknown. */
export interface DetectedType {
  /** Media type, such as `video/mp4`. */
  readonly mediaType?: string | undefined;
  /** Extension with its dot, such as `.mp4`. */
  readonly extension?: string | undefined;
}

/** A request that is to be sent to a service. */
export interface ProviderRequest {
  readonly options: GenerationOptions;
  /** UUID of the generation, the same at each attempt. Sent as the idempotency key where a service has one. */
  readonly id: string;
  /** The fetched image of an `image-to-video` request. */
  readonly image?: { readonly path: string; readonly mediaType: string } | undefined;
}

/** An accepted job of a service: the data for looking at it and fetching its result. Plain JSON. */
export interface ProviderJob {
  /** Id of the job at the service. */
  readonly id: string;
  /** Further addresses or ids that the service gave. Never the API key. */
  readonly [name: string]: string;
}

/** The answer of a service to a request: the result at once, or a job that goes on there. */
export type StartResult = { readonly file: GeneratedFile } | { readonly job: ProviderJob };

/** The state of a job: it still runs, or its result can be fetched by the returned job. */
export type LookResult = 'running' | { readonly ready: ProviderJob };

/**
 * An outside service that generates media. Each call closes its own connections. A request is paid, so no method
 * repeats one. Each error is a {@link KinoraError}:
 *
 * - `provider_refused`: the service has rejected the request, so nothing is paid; or its job has failed.
 * - `provider_rejects_key`: the service does not accept the API key.
 * - `provider_quota`: the account at the service has no credit or quota left.
 * - `provider_unreachable`: the request has certainly not been taken (no connection, 429 or 503), or a look or a
 *   fetch failed. The same call may be made again.
 * - `provider_unknown`: it is unknown whether the service has taken the request. Only from `start`.
 * - `cancelled`: the signal has fired.
 */
export interface GenerationProvider {
  readonly name: OutsideProvider;
  /**
   * Returns a text that identifies all that a result depends on besides the options: the server, the model. Never
   * includes the key.
   */
  identify(options: GenerationOptions, access: ProviderAccess): string;
  /** Sends a request. Has a time limit of its own. */
  start(request: ProviderRequest, context: ProviderContext): Promise<StartResult>;
  /** Asks for the state of a job once. */
  look(job: ProviderJob, context: ProviderContext): Promise<LookResult>;
  /** Downloads the result of a job that is ready. */
  fetch(job: ProviderJob, context: ProviderContext): Promise<GeneratedFile>;
}
