import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Dialect } from '../../edit/dialect.ts';
import { SHEET_LIMITS } from '../../edit/output/previews.ts';
import { createDialectOption } from '../options/dialect-option.ts';
import { createOutputOption, requireOutput } from '../options/output-option.ts';
import { parseIndexOption, parseSecondsOption } from '../options/number-options.ts';
import type { CommandDependencies } from '../command-dependencies.ts';

interface SheetOptions {
  readonly moments: number;
  readonly at?: readonly number[];
  readonly columns?: number;
  readonly width: number;
  /** False with `--no-times`. */
  readonly times: boolean;
  readonly for: number;
  readonly output?: string;
  readonly dialect?: Dialect;
}

const { moments: MOMENTS, width: WIDTH } = SHEET_LIMITS;

/** Adds `kinora sheet`, which renders several frames of an edit into one image. */
export function addSheetCommand(kinora: Command, dependencies: CommandDependencies): void {
  kinora
    .command('sheet')
    .description('render several frames of an edit into one image, each with its time')
    .argument('<edit>', 'JSON file of the edit, or - for standard input')
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
    .option('--no-times', 'leave out the times below the frames')
    .option('--for <index>', 'place of the output in "outputs" of the edit, from 0', parseIndexOption, 0)
    .addOption(createOutputOption('output file, .png or .jpg (required)'))
    .addOption(createDialectOption('of the edit'))
    .action((edit: string, options: SheetOptions, command: Command) =>
      runSheet(edit, options, command, dependencies),
    );
}

async function runSheet(
  edit: string,
  { output, dialect, moments, at, columns, width, times, for: index }: SheetOptions,
  command: Command,
  { terminal, engine, defaultDialect, stopSignal }: CommandDependencies,
): Promise<void> {
  const out = requireOutput(command, output, edit, '.png');
  const parts = {
    terminal,
    engine: await engine(),
    signal: stopSignal(),
    dialect: dialect ?? (await defaultDialect()),
  };
  const settings = {
    moments: at ?? moments,
    width,
    times,
    index,
    ...(columns !== undefined && { columns }),
  };
  const { sheetCommand } = await import('./sheet-command.ts');
  await sheetCommand(edit, settings, out, parts);
}

function parseCount(min: number, max: number): (text: string) => number {
  return (text) => {
    const count = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (count >= min && count <= max) return count;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

function parseMoments(text: string): number[] {
  const parts = text.split(',');
  if (parts.length > MOMENTS.max)
    throw new InvalidArgumentError(`A sheet shows up to ${MOMENTS.max} frames, not ${parts.length}.`);
  return parts.map((part) => parseSecondsOption(part.trim()));
}
