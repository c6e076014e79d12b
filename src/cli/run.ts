import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { toKinoraError } from '../base/errors.ts';
import type { RunAdminOperation } from './admin-operations.ts';
import { addAdminCommands } from './admin-commands.ts';
import type { Engine } from './engine.ts';
import type { Terminal } from './terminal.ts';

const OUTPUT_EXTENSIONS = '.mp4, .gif, .mp3, .jpg (or .jpeg), .png or .bmp';

const STILLS_HELP =
  '\nWhere the edit asks for a poster or a thumbnail, they are written beside the result: NAME-poster.jpg and NAME-thumb.jpg.';

/** What the commands need from outside. What is a function is called only by the commands that need it. */
export interface CommandDependencies {
  readonly version: string;
  readonly terminal: Terminal;
  /** Its processes begin to load what they need, so it is called before anything else is loaded. */
  readonly engine: () => Promise<Engine>;
  readonly runAdminOperation: RunAdminOperation;
  /** A signal that aborts when the user wants the command to stop. */
  readonly stopSignal: () => AbortSignal;
  /** Serves until it is told to stop. */
  readonly serve: (what: { readonly api: boolean; readonly workers: boolean }) => Promise<void>;
}

/**
 * Runs the command line.
 *
 * @param args the arguments after the name of the command.
 * @returns the exit code: 0 when the command did what it should, 130 when the user stopped it, else 1.
 */
export async function run(args: readonly string[], dependencies: CommandDependencies): Promise<number> {
  try {
    await createProgram(dependencies).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    return reportError(error, dependencies.terminal);
  }
}

function createProgram(dependencies: CommandDependencies): Command {
  const { stdout, stderr } = dependencies.terminal;
  const kinora = new Command('kinora')
    .description('Renders edits: a JSON file in, a finished video, sound or picture out.')
    .version(dependencies.version)
    .addHelpText(
      'after',
      '\nEnds with 0 when it did what it should, with 130 when it was stopped, else with 1.',
    )
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) });
  addRenderCommands(kinora, dependencies);
  addInspectionCommands(kinora, dependencies);
  addServeCommands(kinora, dependencies);
  addAdminCommands(kinora, dependencies);
  return kinora;
}

function addRenderCommands(kinora: Command, { terminal, engine, stopSignal }: CommandDependencies): void {
  kinora
    .command('render')
    .description('render an edit to a file; its sources may be paths relative to it')
    .argument('<edit>', 'the edit, a JSON file, or - for standard input')
    .requiredOption(
      '-o, --out <file>',
      `where to write the result; its ending is that of output.format: ${OUTPUT_EXTENSIONS} (required)`,
    )
    .addHelpText('after', STILLS_HELP)
    .action(async (edit: string, { out }: { out: string }) => {
      const parts = { terminal, engine: await engine(), signal: stopSignal() };
      const { renderCommand } = await import('./render-command.ts');
      await renderCommand(edit, out, parts);
    });
  kinora
    .command('frame')
    .description('render one frame of an edit to a picture; its sources may be paths relative to it')
    .argument('<edit>', 'the edit, a JSON file, or - for standard input')
    .requiredOption('--at <seconds>', 'the time on the timeline (required)', parseSecondsOption)
    .requiredOption('-o, --out <file>', 'where to write the picture: .png or .jpg (required)')
    .action(async (edit: string, { at, out }: { at: number; out: string }) => {
      const parts = { terminal, engine: await engine(), signal: stopSignal() };
      const { frameCommand } = await import('./frame-command.ts');
      await frameCommand(edit, at, out, parts);
    });
}

function addInspectionCommands(kinora: Command, { terminal, engine, stopSignal }: CommandDependencies): void {
  kinora
    .command('probe')
    .description('say what a media file is, in the JSON of ffprobe')
    .argument('<source>', 'the file, or its URL')
    .action(async (source: string) => {
      const parts = { terminal, engine: await engine(), signal: stopSignal() };
      const { probeCommand } = await import('./probe-command.ts');
      await probeCommand(source, parts);
    });
  kinora
    .command('validate')
    .description(
      'check an edit: every problem with its line, or what the edit makes; looks at none of its files and fonts',
    )
    .argument('<edit>', 'the edit, a JSON file, or - for standard input')
    .action(async (edit: string) => {
      const { validateCommand } = await import('./validate-command.ts');
      await validateCommand(edit, terminal);
    });
}

function addServeCommands(kinora: Command, { serve }: CommandDependencies): void {
  kinora
    .command('serve')
    .description('serve the API, and render what it is sent')
    .option('--no-workers', 'only serve the API; workers elsewhere render')
    .action(({ workers }: { workers: boolean }) => serve({ api: true, workers }));
  kinora
    .command('worker')
    .description('only render, from the queue of the database in DATABASE_URL')
    .action(() => serve({ api: false, workers: true }));
}

function parseSecondsOption(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text))
    throw new InvalidArgumentError('It must be a number of seconds from 0, such as 3.2.');
  return Number(text);
}

/** Says what went wrong, and more than that only when it is a fault of ours that its finder should report. */
function reportError(thrown: unknown, { stderr }: Terminal): number {
  const error = toKinoraError(thrown);
  if (error.code === 'cancelled') {
    stderr.write('Stopped; nothing was written.\n');
    return 130;
  }
  stderr.write(`${error.message}\n`);
  if (error.fault === 'us' && error.cause !== undefined) {
    stderr.write(`Please report this with what follows.\n${stackOf(error.cause)}\n`);
  }
  return 1;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
