import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Outbound } from '../outbound/index.ts';

/** A finished file that is to be sent. */
export interface FileToSend {
  /** What it is called without its ending, unless the destination has a `filename`: the id of what made it. */
  readonly name: string;
  /** What is put after the name: `.mp4`, or `-poster.jpg` and `-thumb.jpg` of what lies beside an output. */
  readonly suffix: string;
  /** Its size. */
  readonly bytes: number;
  /** Its media type, such as `video/mp4`. */
  readonly type: string;
  /** Its bytes. @param from the first of them, 0 by default; another one when reading goes on after it broke. */
  open(from?: number): Promise<Readable>;
}

/** Seconds that a renewal of credentials may take; it belongs to nobody after that. */
export const RENEWAL_LIMIT_SECONDS = 180;

/** What one sending may use. */
export interface SendContext<Options, Credentials> {
  /** The destination's own part of the edit. */
  readonly options: Options;
  readonly credentials: Credentials;
  /**
   * Changes the stored credentials, for a provider that replaces a part of them when they are used. They are read anew for it, and nobody
   * else renews them meanwhile, in no process.
   *
   * @param change gives what is to be stored in place of what is stored now, or that itself, within {@link RENEWAL_LIMIT_SECONDS}.
   * @returns what is stored then.
   */
  renewCredentials(change: (current: Credentials) => Promise<Credentials>): Promise<Credentials>;
  /** The guarded way out, for every host that a client can name. */
  readonly outbound: Outbound;
  /** Fires when the sending has to end; it then rejects and leaves nothing open. */
  readonly signal: AbortSignal;
}

/** What became of a file where it was sent. */
export interface DeliveredFile {
  /** Its id there: what clients see as `providerId`. */
  readonly id: string;
  /** Its address there, when it has one that can be told. */
  readonly url: string | undefined;
}

/** A kind of place to send files to: one file of code for each, which alone knows how its provider is spoken to. */
export interface DestinationAdapter<Options, Credentials> {
  /** What an account has to give, once, with `kinora destinations set`; each field with a description. */
  readonly credentialsSchema: z.ZodType<Credentials>;
  /** Whether its provider replaces credentials when they are used, so that two stages cannot share them; not by default. */
  readonly renewsCredentials?: true;
  /** Whether it takes a file of this media type; what it does not take is not sent, and is no failure. */
  accepts(type: string): boolean;
  /**
   * Sends a file, with a time limit on every wait.
   *
   * @throws {KinoraError} `destination_refused` when it would be refused again, such as for wrong credentials or a missing bucket;
   *   `destination_failed` when another try may succeed. Its message names the provider, and neither secrets nor addresses with secrets.
   */
  send(file: FileToSend, context: SendContext<Options, Credentials>): Promise<DeliveredFile>;
}
