import { type Command, CommanderError } from 'commander';
import type { CommandDependencies } from '../command-dependencies.ts';

const HELP = `
It stores a small file and removes it, and changes nothing else. Run it as the user of the server, with its
settings. The exit code is 0 if there are only warnings, and 1 if there is an error.`;

/** Adds `kinora doctor`, which checks a deployment. */
export function addDoctorCommand(
  kinora: Command,
  { terminal, examine, stopSignal }: CommandDependencies,
): void {
  kinora
    .command('doctor')
    .description('check this installation: say what is wrong and what to do')
    .option('--encode', 'render a short video, too', false)
    .option('--json', 'print JSON', false)
    .addHelpText('after', HELP)
    .action(async ({ encode, json }: { encode: boolean; json: boolean }) => {
      const { printFindings } = await import('./print-findings.ts');
      const findings = examine({ encode, signal: stopSignal() });
      if (await printFindings(findings, json, terminal)) return;
      throw new CommanderError(1, 'kinora.doctor', 'An error was found.');
    });
}
