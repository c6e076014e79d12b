import { z } from 'zod';
import { KinoraError, toKinoraError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import {
  type RunAdminOperation,
  type AdminInput,
  type AdminOperation,
  ADMIN_OPERATIONS,
  type AdminOutput,
} from '../cli/admin-operations.ts';
import type { MessageHandler } from '../home/control-socket.ts';

// `Object.keys` forgets what the names are; the list is not empty.
const NAMES = Object.keys(ADMIN_OPERATIONS) as [AdminOperation, ...AdminOperation[]];
const Message = z.object({ operation: z.enum(NAMES), input: z.unknown() });

type Schemas = {
  readonly [Name in AdminOperation]: {
    readonly input: z.ZodType<AdminInput<Name>>;
    readonly output: z.ZodType<AdminOutput<Name>>;
  };
};
const SCHEMAS: Schemas = ADMIN_OPERATIONS;

/** Does what other processes of this machine ask for; see {@link createRemoteAdministration}. */
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
      log.error({ err: thrown }, 'What was asked for at the local socket could not be done.');
      throw new KinoraError('internal', 'The Kinora that runs here could not do it; its log says why.');
    }
  };
}

/**
 * Accounts and keys through a process that has the database open.
 *
 * @param send gives it a message and returns its answer.
 */
export function createRemoteAdministration(send: MessageHandler): RunAdminOperation {
  return async (operation, input) => SCHEMAS[operation].output.parse(await send({ operation, input }));
}
