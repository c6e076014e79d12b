import { type Command, InvalidArgumentError } from 'commander';
import type { CommandDependencies } from '../command-dependencies.ts';

const HELP = `
Without KINORA_URL, everything is done on this machine, without a server. With KINORA_URL and KINORA_KEY, that
server does the work. Programs start this command and talk to it over its standard streams. Over HTTP, a running
server has the same tools at the path /mcp.`;

/** Adds `kinora mcp`, the tools for agents (Model Context Protocol). */
export function addMcpCommand(kinora: Command, { serveAgents, stopSignal }: CommandDependencies): void {
  kinora
    .command('mcp')
    .description('serve the tools for agents (Model Context Protocol) over the standard streams')
    .option(
      '--folder <path>',
      'folder of the files that agents may use; by default the working folder',
      (folder: string) => {
        if (folder !== '') return folder;
        throw new InvalidArgumentError('It must be the path of a folder.');
      },
    )
    .addHelpText('after', HELP)
    .action(({ folder }: { folder?: string }) => serveAgents({ folder }, stopSignal()));
}
