import type { z } from 'zod';
import type { KeyScope } from '../client/index.ts';
import type { Backend, CallContext } from './backend.ts';
import type { Compute } from './compute/computations.ts';
import type { Designs } from './designs.ts';
import type { GivenEdits } from './given-edits.ts';

/** The answer to a call. */
export interface ToolAnswer {
  /** JSON, or a text that is written as it is. */
  readonly content: object | string;
  readonly picture?: Uint8Array | undefined;
}

/** The parts that tools use. */
export interface ToolParts {
  readonly backend: Backend;
  readonly edits: GivenEdits;
  readonly designs: Designs;
  readonly compute: Compute;
}

/** The effects of a tool on its surroundings, in the words of the protocol. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint: boolean;
}

/** A tool of agents. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Prepared = z.output<Input>> {
  readonly name: string;
  readonly title: string;
  /** Its work and when to use it, for an agent. */
  readonly description: string;
  readonly input: Input;
  readonly annotations: ToolAnnotations;
  /** The scope that every call needs at a server. Its requests to the APIs may need more. */
  readonly scope: KeyScope;
  /** True if the tool mostly waits, so that it may run beside many others. */
  readonly isLight: boolean;
  /** Computes the input of {@link run}, if it is large. */
  prepare?(input: z.output<Input>): Prepared;
  /** @param input without the fields that name an edit. */
  run(input: Prepared, parts: ToolParts, context: CallContext): Promise<ToolAnswer>;
}

/** Annotations of a tool that changes nothing. It may read files from the internet. */
export const READS: ToolAnnotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: true };

/** Annotations of a tool that makes something new. */
export const MAKES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
};

/** Hides the type of the input of a tool. Its `run` is only called with input that its schema has parsed. */
export function defineTool<Input extends z.ZodObject, Prepared = z.output<Input>>(
  tool: Tool<Input, Prepared>,
): Tool {
  // A tool receives only its own prepared value.
  return tool as unknown as Tool;
}
