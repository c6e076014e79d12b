import type { GeneratedFile, GenerationRequest } from '../../create/model.ts';

/** The context of a request for generated media. */
export interface GenerationContext {
  /** The owner whose kept files and credentials are used. */
  readonly owner: string;
  /** An existing folder for the local copy of the file. The caller removes it. */
  readonly folder: string;
  /** True if the source cache may answer the request for an image. */
  readonly cache: boolean;
  readonly signal: AbortSignal;
  /**
   * The time of the client's request. If an equal request has failed since then, this one fails for the same reason,
   * so that another attempt at it does not pay again. Default: now.
   */
  readonly requestedAt?: Date | undefined;
  /** Called with a short text on the current work, such as `Waiting for openai`. */
  readonly onProgress?: ((activity: string) => void) | undefined;
}

/**
 * The maker and finder of the generated media of an edit. Media that were made once for an owner are kept and
 * never paid again. `src/generation` implements it.
 */
export interface GeneratedMedia {
  /**
   * Returns the generated file: the kept one, or a new one.
   *
   * @throws {KinoraError} `no_credentials` if the owner has no credentials for the provider, an error of
   *   `GenerationProvider`, `package_missing`, `speech_failed`, or an error of fetching the image.
   */
  obtain(request: GenerationRequest, context: GenerationContext): Promise<GeneratedFile>;
  /** Says who would make a file that is not kept, if the client should know. Never asks a provider. */
  foretell?(request: GenerationRequest, owner: string): Promise<string | undefined>;
  /** Returns the kept file. Undefined if there is none. Never asks a provider. */
  find(request: GenerationRequest, context: GenerationContext): Promise<GeneratedFile | undefined>;
  /**
   * Returns the kept file, or a new one if Kinora makes it itself, which costs nothing. Undefined if an outside
   * service would have to make it.
   *
   * @throws {KinoraError} `package_missing`, `speech_failed`, or an error of fetching the image.
   */
  findOrMake(request: GenerationRequest, context: GenerationContext): Promise<GeneratedFile | undefined>;
}
