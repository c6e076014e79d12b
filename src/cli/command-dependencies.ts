import type { Dialect } from '../edit/dialect.ts';
import type { AdminSession, RunAdminOperation } from '../operations/admin-operations.ts';
import type { BackupTools } from '../operations/backup-tools.ts';
import type { Examination, Finding } from '../operations/finding.ts';
import type { TranscriberSettings } from '../providers/settings.ts';
import type { Engine } from '../render/engine.ts';
import type { Terminal } from './terminal.ts';

/** The folder of speech recognition models, and the setting that may choose one. */
export interface ModelAccess {
  /** Folder of the installed models. It need not exist. */
  readonly folder: string;
  readonly transcriber: TranscriberSettings | undefined;
}

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

/** Options of `kinora mcp`. */
export interface McpOptions {
  /** The folder of the files that agents may use, as the user wrote it. Undefined for the working folder. */
  readonly folder: string | undefined;
}

/** The dependencies of the commands. Functions are called only by the commands that need them. */
export interface CommandDependencies {
  readonly version: string;
  readonly terminal: Terminal;
  /**
   * Opens the engine. Called before other modules are loaded, so that the processes of the engine start while
   * those modules load.
   */
  readonly engine: () => Promise<Engine>;
  /** Returns the dialect of edits that the settings choose. */
  readonly defaultDialect: () => Promise<Dialect>;
  readonly runAdminOperation: RunAdminOperation;
  /** Opens the administration for several operations, such as the steps of a report on the storage. */
  readonly storageSession: () => Promise<AdminSession>;
  /** Loads the tools that make and restore backups. */
  readonly backupTools: () => Promise<BackupTools>;
  /** Finds the server that files are sent to, and the key for a stage. */
  readonly server: (stage: ServerStage) => Promise<ServerAccess>;
  /** Finds the folder of speech recognition models, and the setting that may choose one. */
  readonly models: () => Promise<ModelAccess>;
  /** Checks this installation, one thing after the other. */
  readonly examine: (examination: Examination) => AsyncIterable<Finding>;
  /** A signal that aborts when the user wants the command to stop. */
  readonly stopSignal: () => AbortSignal;
  /** Serves the tools for agents over the standard streams. */
  readonly serveAgents: (options: McpOptions, signal: AbortSignal) => Promise<void>;
  /** Serves until the process receives a signal to stop. */
  readonly serve: (what: { readonly api: boolean; readonly workers: boolean }) => Promise<void>;
}

/** The parts of the service that a command uses to render. */
export interface RenderParts {
  readonly terminal: Terminal;
  readonly engine: Engine;
  /** The dialect that the edit is written in. */
  readonly dialect: Dialect;
  /** Aborts the render. Partly written files are removed. */
  readonly signal: AbortSignal;
}

/** Opens what a command needs to render. @param dialect the dialect that the user has chosen. */
export async function openRenderParts(
  dialect: Dialect | undefined,
  { terminal, engine, defaultDialect, stopSignal }: CommandDependencies,
): Promise<RenderParts> {
  return {
    terminal,
    engine: await engine(),
    signal: stopSignal(),
    dialect: dialect ?? (await defaultDialect()),
  };
}
