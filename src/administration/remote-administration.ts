import { z } from 'zod';
import { KinoraError, toKinoraError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import {
  type RunAdminOperation,
  type AdminInput,
  type AdminOperation,
  ADMIN_OPERATIONS,
  type AdminOutput,
} from '../operations/admin-operations.ts';
import type { MessageHandler } from '../home/control-socket.ts';

// `z.enum` needs a non-empty list of literal types, but `Object.keys` returns plain strings.
const NAMES = Object.keys(ADMIN_OPERATIONS) as [AdminOperation, ...AdminOperation[]];
const Message = z.object({ operation: z.enum(NAMES), input: z.unknown() });

type Schemas = {
  readonly [Name in AdminOperation]: {
    readonly input: z.ZodType<AdminInput<Name>>;
    readonly output: z.ZodType<AdminOutput<Name>>;
  };
};
const SCHEMAS: Schemas = ADMIN_OPERATIONS;

/** Creates the handler of operations that {@link createRemoteAdministration} sends from another process. */
export function createAdministrationHandler(administer: RunAdminOperation, log: Logger): MessageHandler {
  const perform = <Name extends AdminOperation>(name: Name, input: unknown) =>
    administer(name, SCHEMAS[name].input.parse(input));
  return async (message) => {
    try {
      const { operation, input } = Message.parse(message);
      return await perform(operation, input);
    } catch (thrown) {
      const error = toKinoraError(thrown);
      if (error.fault !== 'us') throw error;
      log.error({ err: thrown }, 'An operation from the control socket failed.');
      throw new KinoraError('internal', 'The running Kinora could not do this. See its log for the reason.');
    }
  };
}

/**
 * Creates the administration of accounts and keys through the process that has the database open.
 *
 * @param send sends a message to that process and returns its answer.
 */
export function createRemoteAdministration(send: MessageHandler): RunAdminOperation {
  return async (operation, input) => SCHEMAS[operation].output.parse(await send({ operation, input }));
}
