import { type Command, InvalidArgumentError, Option } from 'commander';
import { tryParseJson } from '../../base/try-parse-json.ts';
import type { RequestedOutputs, RenditionTransformation } from '../../client/index.ts';
import { RENDITION_FORMATS } from '../../ingest/model.ts';
import type { CommandDependencies, ServerStage } from '../command-dependencies.ts';
import { createStageOption } from '../options.ts';

interface IngestCommandOptions {
  readonly stage: ServerStage;
  readonly rendition?: readonly RenditionTransformation[];
  readonly transcribe?: 'srt' | 'vtt';
  readonly wait: boolean;
}

const HELP = `
The file goes to the server at KINORA_URL with the key in KINORA_KEY, or to the server of this machine.
If the command is stopped, the same command continues the upload.`;

/** Adds `kinora ingest`. */
export function addIngestCommand(
  kinora: Command,
  { terminal, server, stopSignal }: CommandDependencies,
): void {
  kinora
    .command('ingest')
    .description('upload files to a server, and print the URL of each when it is ready')
    .argument('<file...>', 'videos, images, sounds, fonts or subtitles')
    .addOption(createStageOption('stage of the server').default('v1'))
    .option(
      '--rendition <settings>',
      'make another version: a format such as webm, or JSON such as {"format":"mp4","size":{"height":360}}; can be repeated',
      addRendition,
    )
    .addOption(new Option('--transcribe <format>', 'make subtitles of the speech').choices(['srt', 'vtt']))
    .option('--no-wait', 'print the id of each file after its upload; do not wait until it is ready')
    .addHelpText('after', HELP)
    .action(async (files: readonly string[], options: IngestCommandOptions) => {
      const { stage, wait } = options;
      const parts = { terminal, server: await server(stage), signal: stopSignal() };
      const { ingestCommand } = await import('./ingest-command.ts');
      await ingestCommand({ files, stage, outputs: toOutputs(options), wait }, parts);
    });
}

function toOutputs({ rendition, transcribe }: IngestCommandOptions): RequestedOutputs | undefined {
  if (rendition === undefined && transcribe === undefined) return undefined;
  return {
    ...(rendition && { renditions: rendition }),
    ...(transcribe && { transcription: { format: transcribe } }),
  };
}

/** Adds a rendition to those of the options before it. The server checks its settings. */
function addRendition(
  text: string,
  others: readonly RenditionTransformation[] = [],
): RenditionTransformation[] {
  const format = RENDITION_FORMATS.find((each) => each === text);
  const settings = format ? { format } : tryParseJson(text);
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
    throw new InvalidArgumentError(`It must be a JSON object, or one of ${RENDITION_FORMATS.join(', ')}.`);
  return [...others, settings];
}
