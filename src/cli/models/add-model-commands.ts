import type { Command } from 'commander';
import type { CommandDependencies } from '../command-dependencies.ts';

const GET_HELP = `
The file is used only if its checksum is the one that the project publishes.
If the command is stopped or the connection breaks, the same command continues the download.
Restart Kinora afterwards. Of several installed models, it uses the one of the last "kinora models get",
unless KINORA_WHISPER_MODEL names another.`;

/** Adds `kinora models`, which manages the models that make captions from speech. */
export function addModelCommands(
  kinora: Command,
  { terminal, models, stopSignal }: CommandDependencies,
): void {
  const command = kinora
    .command('models')
    .description('manage the models of whisper.cpp that make captions from speech on this machine');
  command
    .command('list')
    .description('list the models with their size, licence and languages, and which are installed')
    .action(async () => {
      const { listModelsCommand } = await import('./model-commands.ts');
      listModelsCommand({ terminal, access: await models() });
    });
  command
    .command('get')
    .description('download a model, or choose an installed one')
    .argument('<name>', 'name of a model, such as base; see kinora models list')
    .option('--mirror <url>', 'address of a folder with the files of the models, such as ggml-base.bin')
    .addHelpText('after', GET_HELP)
    .action(async (name: string, { mirror }: { mirror?: string }) => {
      const { getModelCommand } = await import('./model-commands.ts');
      await getModelCommand(name, mirror, { terminal, access: await models(), signal: stopSignal() });
    });
  command
    .command('remove')
    .description('remove an installed model, or what an unfinished download has left')
    .argument('<name>', 'name of a model, such as base')
    .action(async (name: string) => {
      const { removeModelCommand } = await import('./model-commands.ts');
      await removeModelCommand(name, { terminal, access: await models() });
    });
}
