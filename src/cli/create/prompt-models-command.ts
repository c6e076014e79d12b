import { connect, toCommandError } from '../ingest/connect.ts';
import type { ServerAccess, ServerStage } from '../command-dependencies.ts';
import type { Terminal } from '../terminal.ts';

/** The dependencies of `kinora create models`. */
interface PromptModelsDependencies {
  readonly terminal: Terminal;
  readonly server: ServerAccess;
  readonly stage: ServerStage;
  readonly signal: AbortSignal;
}

/**
 * Runs `kinora create models`: prints a line for each model, with its type and what it makes.
 *
 * @throws {KinoraError} if the server cannot be used.
 */
export async function promptModelsCommand({
  terminal,
  server,
  stage,
  signal,
}: PromptModelsDependencies): Promise<void> {
  try {
    const client = await connect(server, stage, signal);
    const models = await client.models({ signal });
    const width = Math.max(...models.map(({ model }) => model.length));
    for (const { model, type, available, description } of models) {
      const mark = available ? ' ' : '-';
      terminal.stdout.write(`${mark} ${model.padEnd(width)}  ${type}  ${description}\n`);
    }
  } catch (error) {
    throw toCommandError(error, 'Run the same command again.');
  }
}
