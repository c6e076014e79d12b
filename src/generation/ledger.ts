import type { GeneratedFile, OutsideProvider } from '../create/model.ts';
import type { ErrorCode } from '../base/errors.ts';
import type { ProviderJob } from './generation-provider.ts';

/** The maker of a kept file: a service, or Kinora itself. */
export type MakerName = OutsideProvider | 'built-in';

/** The state of a generation. */
export type GenerationStatus =
  /** Nothing was asked for yet. */
  | { readonly state: 'new' }
  /** A request to the service may be on its way, or may have been when its process died. */
  | { readonly state: 'asking' }
  /** The service has accepted the request. */
  | { readonly state: 'running'; readonly job: ProviderJob }
  /** The result is kept. */
  | { readonly state: 'done' }
  | { readonly state: 'failed'; readonly code: ErrorCode; readonly error: string; readonly at: Date };

/** A generation that this process holds. No other work uses it until it is released. */
export interface HeldGeneration extends AsyncDisposable {
  /** UUID of the generation. */
  readonly id: string;
  /** The state when the generation was taken. */
  readonly status: GenerationStatus;
  /**
   * Records a new state before or after a step. When the promise resolves, the state survives the end of the
   * process.
   *
   * @throws {KinoraError} `internal` if the hold was lost, because the process stood still for long.
   */
  record(status: Exclude<GenerationStatus, { state: 'done' }>): Promise<void>;
  /** Keeps the result and records that the generation is done. */
  keep(file: GeneratedFile): Promise<void>;
}

/** The owner and the recipe that identify a generation. */
export interface GenerationKey {
  readonly owner: string;
  /** Hash of all that the result depends on. See `recipeOf`. */
  readonly recipe: string;
}

/**
 * The record of all generations, so that nothing paid is asked for twice: not after a crash, not for a second
 * equal request.
 */
export interface GenerationLedger {
  /** Takes a generation and creates it if needed. Returns undefined while other work holds it. */
  take(key: GenerationKey, maker: MakerName): Promise<HeldGeneration | undefined>;
  /**
   * Copies a kept result to a local folder.
   *
   * @returns undefined if there is no result, or if its file is gone.
   */
  load(key: GenerationKey, folder: string): Promise<GeneratedFile | undefined>;
}

/** Milliseconds after which another process may take over a generation whose holder gives no sign of life. */
export const HOLD_MS = 30_000;
/** Milliseconds between two signs of life. */
export const RENEW_MS = 10_000;
