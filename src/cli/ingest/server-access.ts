/** A stage of a server: the production stage, or the sandbox. */
export type ServerStage = 'v1' | 'stage';

/** The server that a command uses. */
export interface ServerAccess {
  /** URL of the server. */
  readonly url: string;
  /** API key for the stage. Undefined if this machine has none. */
  readonly key: string | undefined;
  /** Folder that remembers unfinished uploads. Created if missing. */
  readonly uploads: string;
}
