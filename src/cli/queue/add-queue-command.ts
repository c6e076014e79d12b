import type { Command } from 'commander';
import type { CommandDependencies } from '../command-dependencies.ts';

const HELP = `
SHARE is the weight of an account: kinora accounts share NAME WEIGHT changes it. docs/queue-and-log.md
explains the rest.`;

/** Adds `kinora queue`, which shows what waits, what runs and what is wrong. */
export function addQueueCommand(kinora: Command, { terminal, runAdminOperation }: CommandDependencies): void {
  kinora
    .command('queue')
    .description('show what waits and runs for which account, what each worker does, and what is wrong')
    .option('--json', 'print JSON, with times in milliseconds', false)
    .addHelpText('after', HELP)
    .action(async ({ json }: { json: boolean }) => {
      const report = await runAdminOperation('showQueue', {});
      const { formatQueueReport } = await import('./format-queue-report.ts');
      terminal.stdout.write(json ? `${JSON.stringify(report, undefined, 2)}\n` : formatQueueReport(report));
    });
}
