import { z } from 'zod';
import { KinoraError, toKinoraError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import {
  ADMIN_OPERATIONS,
  type AdminOperation,
  type RunAdminOperation,
} from '../operations/admin-operations.ts';
import type { MessageHandler } from '../home/control-socket.ts';

// `z.enum` needs a non-empty list of literal types, but `Object.keys` returns plain strings.
const NAMES = Object.keys(ADMIN_OPERATIONS) as [AdminOperation, ...AdminOperation[]];
const Message = z.object({ operation: z.enum(NAMES), input: z.unknown() });

/** Creates the handler of operations that {@link createRemoteAdministration} sends from another process. */
export function createAdministrationHandler(administer: RunAdminOperation, log: Logger): MessageHandler {
  const perform = <Name extends AdminOperation>(name: Name, input: unknown) =>
    administer(name, ADMIN_OPERATIONS[name].input.parse(input));
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
  return async (operation, input) =>
    ADMIN_OPERATIONS[operation].output.parse(await send({ operation, input }));
}
