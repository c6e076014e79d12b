import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import { toKinoraError } from '../base/errors.ts';
import type { Dialect } from '../edit/dialect.ts';
import { addAdminCommands } from './admin-commands.ts';
import { addFrameCommand, addSheetCommand } from './add-picture-commands.ts';
import { addCreateCommand } from './create/add-create-command.ts';
import { addBackupCommands } from './backup/add-backup-commands.ts';
import { addDoctorCommand } from './doctor/add-doctor-command.ts';
import { addIngestCommand } from './ingest/add-ingest-command.ts';
import { addMcpCommand } from './mcp/add-mcp-command.ts';
import { addModelCommands } from './models/add-model-commands.ts';
import { createDialectOption, createOutputOption, renameFormerFlags, requireOutput } from './options.ts';
import { addQueueCommand } from './queue/add-queue-command.ts';
import { addRendersCommand } from './renders/add-renders-command.ts';
import { addStorageCommand } from './storage/add-storage-command.ts';
import type { Terminal } from './terminal.ts';
import { type CommandDependencies, openRenderParts } from './command-dependencies.ts';

const OUTPUT_EXTENSIONS =
  '.mp4, .webm, .mov, .gif, .mp3, .m4a, .wav, .zip, .m3u8, .jpg (or .jpeg), .png or .bmp';

const STILLS_HELP =
  '\nIf the edit requests a poster or a thumbnail, they are written beside the output: NAME-poster.jpg and NAME-thumb.jpg. Its captions, if requested, become NAME.srt or NAME.vtt.';

/**
 * Runs the command line.
 *
 * @param args the arguments after the name of the command.
 * @returns the exit code: 0 on success, 130 if the user stopped the command, 1 on an error.
 */
export async function run(args: readonly string[], dependencies: CommandDependencies): Promise<number> {
  try {
    await createProgram(dependencies).parseAsync(renameFormerFlags(args), { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    return reportError(error, dependencies.terminal);
  }
}

function createProgram(dependencies: CommandDependencies): Command {
  const { stdout, stderr } = dependencies.terminal;
  const kinora = new Command('kinora')
    .description('Renders edits: a JSON file in, a finished video, sound or image out.')
    .version(dependencies.version)
    .addHelpText(
      'after',
      '\nThe exit code is 0 on success, 130 if the command was stopped, and 1 on an error.',
    )
    // Otherwise, `create` would take the options after the name of a type.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) });
  addRenderCommand(kinora, dependencies);
  addFrameCommand(kinora, dependencies);
  addSheetCommand(kinora, dependencies);
  addInspectionCommands(kinora, dependencies);
  addIngestCommand(kinora, dependencies);
  addCreateCommand(kinora, dependencies);
  addServeCommands(kinora, dependencies);
  addMcpCommand(kinora, dependencies);
  addAdminCommands(kinora, dependencies);
  addModelCommands(kinora, dependencies);
  addRendersCommand(kinora, dependencies);
  addQueueCommand(kinora, dependencies);
  addStorageCommand(kinora, dependencies);
  addBackupCommands(kinora, dependencies);
  addDoctorCommand(kinora, dependencies);
  return kinora;
}

interface RenderOptions {
  readonly output?: readonly string[];
  readonly dialect?: Dialect;
  /** False with `--no-cache`. */
  readonly cache: boolean;
}

function addRenderCommand(kinora: Command, dependencies: CommandDependencies): void {
  kinora
    .command('render')
    .description('render an edit to a file; sources can be paths relative to the edit')
    .argument('<edit>', 'JSON file of the edit, or - for standard input')
    .addOption(
      createOutputOption(
        `output file; its extension must fit output.format: ${OUTPUT_EXTENSIONS} (required; once for each of several outputs)`,
      ).argParser<string[]>((file, earlier: string[] | undefined) => [...(earlier ?? []), file]),
    )
    .addOption(createDialectOption('of the edit'))
    .option('--no-cache', 'use no segments of earlier renders, and keep none')
    .addHelpText('after', STILLS_HELP)
    .action(async (edit: string, { output, dialect, cache }: RenderOptions, command: Command) => {
      const [first, ...others] = output ?? [];
      const out = [requireOutput(command, first, edit, '.mp4'), ...others];
      const parts = await openRenderParts(dialect, dependencies);
      const { renderCommand } = await import('./render-command.ts');
      await renderCommand(edit, out, { ...parts, keepsSegments: cache });
    });
}

function addInspectionCommands(
  kinora: Command,
  { terminal, engine, defaultDialect, stopSignal }: CommandDependencies,
): void {
  kinora
    .command('probe')
    .description('print the properties of a media file as JSON, like ffprobe')
    .argument('<source>', 'path or URL of the file')
    .action(async (source: string) => {
      const found = await (await engine()).probe(source, { folder: terminal.cwd, signal: stopSignal() });
      terminal.stdout.write(`${JSON.stringify(found, null, 4)}\n`);
    });
  kinora
    .command('validate')
    .description(
      'check an edit: print each problem with its line, or a summary of the output; reads local files, but opens no network',
    )
    .argument('<edit>', 'JSON file of the edit, or - for standard input')
    .addOption(createDialectOption('of the edit'))
    .action(async (edit: string, { dialect }: { dialect?: Dialect }) => {
      const { validateCommand } = await import('./validate-command.ts');
      await validateCommand(edit, dialect ?? (await defaultDialect()), terminal, stopSignal());
    });
}

function addServeCommands(kinora: Command, { serve }: CommandDependencies): void {
  kinora
    .command('serve')
    .description('serve the API and render')
    .option('--no-workers', 'only serve the API; other processes render')
    .action(({ workers }: { workers: boolean }) => serve({ api: true, workers }));
  kinora
    .command('worker')
    .description('only render, from the queue in the database of DATABASE_URL')
    .action(() => serve({ api: false, workers: true }));
}

/**
 * Prints an error. For an internal error, also prints the cause, because users should report internal errors.
 *
 * @returns the exit code.
 */
function reportError(thrown: unknown, { stderr }: Terminal): number {
  const error = toKinoraError(thrown);
  if (error.code === 'cancelled') {
    stderr.write('Stopped. Nothing was written.\n');
    return 130;
  }
  stderr.write(`${error.message}\n`);
  if (error.fault === 'us' && error.cause !== undefined) {
    const { cause } = error;
    const details = cause instanceof Error ? (cause.stack ?? cause.message) : inspect(cause);
    stderr.write(`Please report this error with the following details.\n${details}\n`);
  }
  return 1;
}
