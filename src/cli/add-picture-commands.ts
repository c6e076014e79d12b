import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Dialect } from '../edit/dialect.ts';
import { SHEET_LIMITS } from '../edit/output/previews.ts';
import { type CommandDependencies, openRenderParts } from './command-dependencies.ts';
import {
  createDialectOption,
  createOutputOption,
  parseCount,
  parseSecondsOption,
  requireOutput,
} from './options.ts';

interface PictureOptions {
  readonly for: number;
  readonly output?: string;
  readonly dialect?: Dialect;
}

interface SheetOptions extends PictureOptions {
  readonly moments: number;
  readonly at?: readonly number[];
  readonly columns?: number;
  readonly width: number;
  /** False with `--no-times`. */
  readonly times: boolean;
}

const { moments: MOMENTS, width: WIDTH } = SHEET_LIMITS;

/** Adds `kinora frame`, which renders one frame of an edit to an image. */
export function addFrameCommand(kinora: Command, dependencies: CommandDependencies): void {
  const frame = kinora
    .command('frame')
    .description('render one frame of an edit to an image; sources can be paths relative to the edit')
    .requiredOption('--at <seconds>', 'time on the timeline (required)', parseSecondsOption);
  addPictureOptions(frame).action(
    async (edit: string, { at, for: index, ...options }: PictureOptions & { readonly at: number }) => {
      const out = requireOutput(frame, options.output, edit, '.png');
      const parts = await openRenderParts(options.dialect, dependencies);
      const { frameCommand } = await import('./picture-commands.ts');
      await frameCommand(edit, { at, index }, out, parts);
    },
  );
}

/** Adds `kinora sheet`, which renders several frames of an edit into one image. */
export function addSheetCommand(kinora: Command, dependencies: CommandDependencies): void {
  const sheet = kinora
    .command('sheet')
    .description('render several frames of an edit into one image, each with its time')
    .option(
      '--moments <number>',
      `number of frames, 1 to ${MOMENTS.max}: the middle of as many equal parts`,
      parseCount(1, MOMENTS.max),
      MOMENTS.default,
    )
    .addOption(
      new Option('--at <seconds>', 'times to show instead, separated by commas')
        .argParser(parseMoments)
        .conflicts('moments'),
    )
    .option('--columns <number>', 'number of columns', parseCount(1, MOMENTS.max))
    .option(
      '--width <pixels>',
      `width of the image, ${WIDTH.min} to ${WIDTH.max}`,
      parseCount(WIDTH.min, WIDTH.max),
      WIDTH.default,
    )
    .option('--no-times', 'leave out the times below the frames');
  addPictureOptions(sheet).action(
    async (edit: string, { output, dialect, moments, at, for: index, ...settings }: SheetOptions) => {
      const out = requireOutput(sheet, output, edit, '.png');
      const parts = await openRenderParts(dialect, dependencies);
      const { sheetCommand } = await import('./picture-commands.ts');
      await sheetCommand(edit, { ...settings, moments: at ?? moments, index }, out, parts);
    },
  );
}

/** Adds the argument of a command that draws an edit, and the options that all of them have. */
function addPictureOptions(command: Command): Command {
  return command
    .argument('<edit>', 'JSON file of the edit, or - for standard input')
    .option('--for <index>', 'place of the output in "outputs" of the edit, from 0', parseIndex, 0)
    .addOption(createOutputOption('output file, .png or .jpg (required)'))
    .addOption(createDialectOption('of the edit'));
}

/** Parses a place in a list, from 0. */
function parseIndex(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(text);
}

function parseMoments(text: string): number[] {
  const parts = text.split(',');
  if (parts.length > MOMENTS.max)
    throw new InvalidArgumentError(`A sheet shows up to ${MOMENTS.max} frames, not ${parts.length}.`);
  return parts.map((part) => parseSecondsOption(part.trim()));
}
