import type { Dialect } from './connection.ts';
import type { GenerationType } from './create-input.ts';
import type { KeyScope } from './responses.ts';

/** The account of a key: its rights, and the services that are set up for it. It has no secrets. */
export interface Account {
  readonly owner: string;
  readonly environment: 'v1' | 'stage';
  /** True if everything that is made with the key has a watermark. */
  readonly watermark: boolean;
  readonly scope: KeyScope;
  /** The dialect of edits that are sent by this client. */
  readonly dialect: Dialect;
  readonly limits: AccountLimits;
  /** The types of media that can be generated, with their makers. */
  readonly generation: readonly GenerationAccess[];
  /** True if the server can make captions from speech. */
  readonly transcription: boolean;
  /** The destinations besides the hosting of Kinora. */
  readonly destinations: readonly DestinationAccess[];
}

/** The requests that all keys of an account may send together within a minute. */
export interface RequestLimit {
  readonly changes: number;
  readonly reads: number;
}

/** The limits of a server for a key. */
export interface AccountLimits {
  /** Null if the number of requests is not limited. */
  readonly requests: Readonly<Record<'edit' | 'serve' | 'ingest' | 'create', RequestLimit>> | null;
  /** The maximum of an edit. */
  readonly edit: {
    /** Size of a request. */
    readonly bytes: number;
    readonly clips: number;
    /** Length of the timeline. */
    readonly seconds: number;
    readonly outputs: number;
    /** Width and height of an output. */
    readonly pixels: number;
  };
  /** The maximum of a file to ingest. */
  readonly ingest: {
    readonly bytes: number;
    readonly seconds: number;
    /** Width and height. */
    readonly pixels: number;
    /** Seconds after which an unfinished upload is removed. */
    readonly uploadSeconds: number;
  };
  /** The maximum that the account may use in this environment. Null for no limit. */
  readonly quotas: {
    readonly storedBytes: number | null;
    readonly sources: number | null;
    readonly waitingRenders: number | null;
    /** Minutes of output within 24 hours. */
    readonly dailyMinutes: number | null;
  };
  /** The seconds that things stay. Null for forever. */
  readonly keep: {
    readonly renders: number | null;
    readonly files: number | null;
    readonly sources: number | null;
  };
}

/** A type of media that can be generated, and its services. */
export interface GenerationAccess {
  readonly type: GenerationType;
  /** The maker for the provider `kinora`: Kinora itself or a service. Null if there is none. */
  readonly maker: 'kinora' | GenerationService | null;
  /** The services that can make it. `ready` is true for those that have a key. */
  readonly services: readonly { readonly name: GenerationService; readonly ready: boolean }[];
}

/** The name of a service that generates media. */
export type GenerationService =
  | 'openai'
  | 'stability-ai'
  | 'elevenlabs'
  | 'heygen'
  | 'd-id'
  | 'fal'
  | 'replicate';

/** A destination, and whether the account has credentials for it. */
export interface DestinationAccess {
  readonly provider: string;
  readonly ready: boolean;
}
