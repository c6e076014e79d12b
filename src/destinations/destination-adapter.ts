import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Outbound } from '../outbound/index.ts';

/** A finished file to send. */
export interface FileToSend {
  /**
   * The name without an extension. The `filename` of a destination, if there is one, replaces this name. By
   * default the id of the render or the transfer.
   */
  readonly name: string;
  /** Text after the name: an extension such as `.mp4`, or `-poster.jpg` and `-thumb.jpg` for the stills. */
  readonly suffix: string;
  /** Size in bytes. */
  readonly bytes: number;
  /** Media type such as `video/mp4`. */
  readonly type: string;
  /**
   * Opens the file for reading.
   *
   * @param from the offset of the first byte, 0 by default. Above 0 to resume.
   */
  open(from?: number): Promise<Readable>;
}

/** Seconds that a renewal of credentials may take. After that, the lock on the credentials expires. */
export const RENEWAL_LIMIT_SECONDS = 180;

/** The context of one upload. */
export interface SendContext<Options, Credentials> {
  /** The options of the destination from the edit. */
  readonly options: Options;
  readonly credentials: Credentials;
  /**
   * Changes the stored credentials. Needed for a provider that replaces some credentials with each use. First
   * reads the current credentials and locks them, so that no other process renews the same credentials before
   * the change is stored.
   *
   * @param change returns the credentials to store, which may be unchanged. Its time limit is
   *   {@link RENEWAL_LIMIT_SECONDS}.
   * @returns the stored credentials.
   */
  renewCredentials(change: (current: Credentials) => Promise<Credentials>): Promise<Credentials>;
  /** The guard. Every request to a host that a client can choose must go through the guard. */
  readonly outbound: Outbound;
  /** Aborts the upload. The upload then rejects and leaves nothing open. */
  readonly signal: AbortSignal;
}

/** A file at its destination. */
export interface DeliveredFile {
  /** Id at the provider. Clients see it as `providerId`. */
  readonly id: string;
  /** Address at the provider. Undefined if there is none to show to clients. */
  readonly url: string | undefined;
}

/** The code that sends files to one provider. Nothing else knows the protocol of that provider. */
export interface DestinationAdapter<Options, Credentials> {
  /** The credentials that an account stores with `kinora destinations set`. Each field has a description. */
  readonly credentialsSchema: z.ZodType<Credentials>;
  /** True if the provider replaces credentials with each use, so that two stages cannot share them. */
  readonly renewsCredentials?: true;
  /** Returns true if the provider accepts this media type. Other files are skipped without an error. */
  accepts(type: string): boolean;
  /**
   * Sends a file. Every wait has a time limit.
   *
   * @throws {KinoraError} `destination_refused` if another try would fail as well, such as with wrong
   *   credentials or a missing bucket; `destination_failed` if another try may succeed. The message names the
   *   provider. It holds no secrets and no addresses with secrets.
   */
  send(file: FileToSend, context: SendContext<Options, Credentials>): Promise<DeliveredFile>;
}
