import type { Command } from 'commander';
import type { CommandDependencies } from '../command-dependencies.ts';

const HELP = `
It works whether or not Kinora is running, and only reads. With DATABASE_URL, the folders of KINORA_HOME are
those of this machine. docs/storage.md says how to remove what takes too much.`;

/** Adds `kinora storage`, which shows the use of the storage. */
export function addStorageCommand(
  kinora: Command,
  { terminal, storageSession, stopSignal }: CommandDependencies,
): void {
  kinora
    .command('storage')
    .description('show what takes how much disk space, and how long it stays')
    .option('--account <name>', 'show only the stored files of this account')
    .option('--json', 'print JSON, with sizes in bytes', false)
    .addHelpText('after', HELP)
    .action(async (options: { account?: string; json: boolean }) => {
      const signal = stopSignal();
      await using session = await storageSession();
      const { storageCommand } = await import('./storage-command.ts');
      await storageCommand(options, { terminal, run: session.run, signal });
    });
}
