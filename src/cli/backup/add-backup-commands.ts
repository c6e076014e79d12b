import type { Command } from 'commander';
import type { CommandDependencies } from '../command-dependencies.ts';

const BACKUP_HELP = `
The file is a tar archive with the database, the secrets of KINORA_HOME and the stored files. Keep it as safe as
the keys in it. Kinora may run meanwhile. With KINORA_STORAGE in S3, the stored files are not in it. What is in
the settings, such as KINORA_KEYS, is never in it. docs/backup.md says how to keep and restore backups.`;

const RESTORE_HELP = `
Stop Kinora first. KINORA_HOME, KINORA_STORAGE and DATABASE_URL say where everything goes. They may differ from
those of the backup: this is the way from the embedded database to PostgreSQL, and back. The whole backup is
checked before anything changes.`;

/** Adds `kinora backup` and `kinora restore`. */
export function addBackupCommands(
  kinora: Command,
  { terminal, backupTools, stopSignal }: CommandDependencies,
): void {
  kinora
    .command('backup')
    .description('write everything of this installation to a file, also while Kinora runs')
    .argument('<file>', 'file to write, such as kinora.tar; an existing one is replaced at the end')
    .option('--without-files', 'leave out the stored files, which are most of the bytes', false)
    .addHelpText('after', BACKUP_HELP)
    .action(async (file: string, { withoutFiles }: { withoutFiles: boolean }) => {
      const signal = stopSignal();
      const { backupCommand } = await import('./backup-command.ts');
      await backupCommand(file, !withoutFiles, { terminal, tools: await backupTools(), signal });
    });
  kinora
    .command('restore')
    .description('restore everything from a file of "kinora backup"; Kinora must not run')
    .argument('<file>', 'file of "kinora backup"')
    .option('--replace', 'replace what is there; folders are moved aside, rows of PostgreSQL are lost', false)
    .addHelpText('after', RESTORE_HELP)
    .action(async (file: string, { replace }: { replace: boolean }) => {
      const signal = stopSignal();
      const { restoreCommand } = await import('./backup-command.ts');
      await restoreCommand(file, replace, { terminal, tools: await backupTools(), signal });
    });
}
