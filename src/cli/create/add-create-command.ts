import { type Command, InvalidArgumentError, Option } from 'commander';
import { tryParseJson } from '../../base/try-parse-json.ts';
import type { GenerationType } from '../../create/model.ts';
import { findModel, MODEL_TYPES, MODELS, type ModelType } from '../../edit/index.ts';
import { createOutputOption, createStageOption } from '../options.ts';
import type { CommandDependencies, ServerStage } from '../command-dependencies.ts';

/** The options that all types have. */
interface SharedOptions {
  readonly stage: ServerStage;
  readonly output?: string;
  readonly wait: boolean;
}

interface FileOptions extends SharedOptions {
  readonly file?: string;
}

interface PromptOptions extends SharedOptions {
  readonly prompt: string;
  readonly model?: string;
  readonly type?: ModelType;
  readonly option: Readonly<Record<string, unknown>>;
  readonly length?: number;
  readonly key?: string;
}

interface TypeOptions extends SharedOptions {
  readonly provider: string;
  /** The options of the request by their names in the API. */
  readonly [name: string]: unknown;
}

const HELP = `
The request goes to the server at KINORA_URL with the key in KINORA_KEY, or to the server of this machine.
A text that is - comes from standard input.`;

const DESCRIPTIONS = {
  'text-to-speech': 'speak a text (mp3)',
  'text-to-image': 'draw an image from its description (png, or jpg by stability-ai)',
  'image-to-video': 'move a still image for 4 seconds (mp4)',
  'text-to-avatar': 'make a video of a person who speaks a text (mp4)',
  'text-generator': 'write a text (txt)',
} as const satisfies Readonly<Partial<Record<GenerationType, string>>>;

/** The types of the Create API. */
type CreateType = keyof typeof DESCRIPTIONS;
// The keys of the table are its types.
const CREATE_TYPES = Object.keys(DESCRIPTIONS) as CreateType[];

/** The options of each type. Each has the name of a field of the request. */
const OPTIONS: Readonly<Record<CreateType, readonly Option[]>> = {
  'text-to-speech': [
    new Option('--text <text>', 'text to speak (required)').makeOptionMandatory(),
    new Option('--voice <name>', 'voice, such as Amy (required)').makeOptionMandatory(),
    new Option('--language <code>', 'language, such as en-GB; by default that of the voice'),
    new Option('--newscaster', 'read in the style of a newscaster'),
  ],
  'text-to-image': [
    new Option('--prompt <text>', 'description of the image (required)').makeOptionMandatory(),
    createNumber('--width <pixels>', 'width (required)').makeOptionMandatory(),
    createNumber('--height <pixels>', 'height (required)').makeOptionMandatory(),
    new Option('--engine <name>', 'engine of stability-ai'),
    createNumber('--steps <number>', 'diffusion steps of stability-ai, 10 to 50'),
    createNumber('--seed <number>', 'seed of stability-ai'),
    createNumber('--cfg-scale <number>', 'how strictly stability-ai follows the prompt, 0 to 35'),
    new Option('--style-preset <name>', 'style of stability-ai, such as anime'),
  ],
  'image-to-video': [
    new Option(
      '--image-url <url>',
      'URL of a png or a jpg of 1024x576, 576x1024 or 768x768; kinora ingest makes one from a file (required)',
    ).makeOptionMandatory(),
    createNumber('--guidance-scale <number>', 'how softly the move starts and stops, 0 to 10'),
    createNumber('--motion <number>', 'how far the picture moves, 1 to 255'),
  ],
  'text-to-avatar': [
    new Option('--text <text>', 'text to speak (required)').makeOptionMandatory(),
    new Option('--avatar <name>', 'person, such as Zoey or jack (required)').makeOptionMandatory(),
    new Option('--voice <name>', 'voice of heygen'),
    new Option('--avatar-style <style>', 'normal or circle, for heygen'),
    new Option('--background <colour>', 'colour such as #ffffff; for d-id also the URL of an image'),
    new Option('--ratio <ratio>', '16:9 or 9:16, for heygen'),
    new Option('--test', 'make a free test video with a watermark, for heygen'),
  ],
  'text-generator': [
    new Option('--prompt <text>', 'what to write (required)').makeOptionMandatory(),
    new Option('--model <name>', 'model of openai'),
    new Option('--system-prompt <text>', 'instructions that precede the prompt, for openai'),
  ],
};

function createNumber(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
    return value;
  });
}

/** Adds `kinora create` with a command for each type. */
export function addCreateCommand(kinora: Command, dependencies: CommandDependencies): void {
  const create: Command = addSharedOptions(kinora.command('create'))
    .description('generate speech, images, videos or texts at a server, and print the URL')
    .option('--file <file>', 'JSON file with a request of the Create API, or - for standard input')
    .addHelpText('after', HELP)
    .enablePositionalOptions()
    .allowExcessArguments()
    .action(async ({ file, ...shared }: FileOptions) => {
      const [type] = create.args;
      if (type !== undefined)
        create.error(`error: the type "${type}" is unknown. Use one of ${CREATE_TYPES.join(', ')}, prompt.`);
      if (file === undefined) return create.help({ error: true });
      await runCreate({ kind: 'file', path: file }, shared, dependencies);
    });
  addPromptCommand(create, dependencies);
  addModelsCommand(create, dependencies);
  for (const type of CREATE_TYPES) addTypeCommand(create, type, dependencies);
}

/** Adds `kinora create prompt`, which has a model make a file. */
function addPromptCommand(create: Command, dependencies: CommandDependencies): void {
  const names = MODELS.map(({ model }) => model);
  const command: Command = addSharedOptions(create.command('prompt'))
    .description('have a model make an image, a video or a sound from a prompt')
    .requiredOption('--prompt <text>', 'words to speak, or description of the file (required)')
    .addOption(new Option('--model <name>', 'model; kinora create models lists them').choices(names))
    .addOption(new Option('--type <type>', 'type of the file, without a model').choices(MODEL_TYPES))
    .addOption(
      new Option('--option <name=value>', 'option of the model; may be repeated')
        .default({})
        .argParser(addModelOption),
    )
    .addOption(createNumber('--length <seconds>', 'wanted duration'))
    .option('--key <text>', 'idempotency key; a new one makes another take, which is paid again')
    .addHelpText('after', HELP)
    .action(async ({ stage, output, wait, ...wanted }: PromptOptions) => {
      const type = wanted.type ?? findModel(wanted.model ?? '')?.type;
      if (type === undefined) return command.error('error: --model or --type is required.');
      const { prompt, model, option: options, length, key } = wanted;
      const asset = { type, prompt, ...(model !== undefined && { model }), options };
      const source = { kind: 'prompt', asset, length, key } as const;
      await runCreate(source, { stage, wait, ...(output !== undefined && { output }) }, dependencies);
    });
}

/** Reads `voice=Amy` or `seed=7`. A value that is JSON is that value, everything else a text. */
function addModelOption(text: string, earlier: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be a name and a value, such as voice=Amy.');
  const value = text.slice(at + 1);
  return { ...earlier, [text.slice(0, at)]: tryParseJson(value) ?? value };
}

function addModelsCommand(create: Command, { terminal, server, stopSignal }: CommandDependencies): void {
  create
    .command('models')
    .description('list the models for prompts, and whether this account can use them')
    .addOption(createStageOption('stage of the server').default('v1'))
    .action(async ({ stage }: Pick<SharedOptions, 'stage'>) => {
      const { promptModelsCommand } = await import('./prompt-models-command.ts');
      await promptModelsCommand({ terminal, server: await server(stage), stage, signal: stopSignal() });
    });
}

function addTypeCommand(create: Command, type: CreateType, dependencies: CommandDependencies): void {
  const command = addSharedOptions(create.command(type))
    .description(DESCRIPTIONS[type])
    .addOption(createProvider(type))
    .addHelpText('after', HELP)
    .action(async ({ stage, output, wait, provider, ...options }: TypeOptions) => {
      rejectEarlyOptions(create, type);
      const request = { kind: 'options', provider, options: { type, ...options } } as const;
      await runCreate(request, { stage, wait, ...(output !== undefined && { output }) }, dependencies);
    });
  for (const option of OPTIONS[type]) command.addOption(option);
}

function createProvider(type: CreateType): Option {
  // The built-in provider makes no avatars.
  return type === 'text-to-avatar'
    ? new Option('--provider <name>', 'provider: heygen or d-id (required)').makeOptionMandatory()
    : new Option('--provider <name>', 'provider: kinora, or a service that the operator has set').default(
        'kinora',
      );
}

/** Ends the command with an error if options stand before the type, where they would have no effect. */
function rejectEarlyOptions(create: Command, type: CreateType): void {
  const early = create.options.filter((option) => {
    return create.getOptionValueSource(option.attributeName()) === 'cli';
  });
  const [flag] = early.map(({ long }) => long);
  if (flag === '--file')
    create.error(`error: --file and ${type} exclude each other. The file names the type of its request.`);
  if (flag) create.error(`error: ${flag} must stand after ${type}.`);
}

function addSharedOptions(command: Command): Command {
  return command
    .addOption(createStageOption('stage of the server').default('v1'))
    .addOption(createOutputOption('write the result to a file'))
    .addOption(
      new Option('--no-wait', 'print the id; do not wait until the result is there').conflicts('output'),
    );
}

type CreateSource = Parameters<typeof import('./create-command.ts').createCommand>[0]['source'];

async function runCreate(
  source: CreateSource,
  { stage, output, wait }: SharedOptions,
  { terminal, server, stopSignal }: CommandDependencies,
): Promise<void> {
  const parts = { terminal, server: await server(stage), signal: stopSignal() };
  const { createCommand } = await import('./create-command.ts');
  await createCommand({ source, stage, out: output, wait }, parts);
}
