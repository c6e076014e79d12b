import type { ApiCall, Connection } from '../connection.ts';
import { type KinoraApiError, KinoraTimeoutError } from '../errors.ts';
import { createLinkedController, raceAbort } from '../time-limit.ts';

/** The answer to a submission. */
interface Submitted {
  readonly id: string;
}

/** Statuses with which a server rejects a submission that it has not processed. */
const UNPROCESSED_STATUSES = [429, 503];
/** Codes of Node.js for connections that were never open. */
const UNCONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

/** A render that is being submitted. Until it is accepted, the submission can be given up. */
export class Submission {
  /** The id of the render. Rejects if the render is not accepted. */
  readonly id: Promise<string>;
  private stop: ((reason: Error) => void) | undefined;
  private isInFlight = false;
  private mayHaveArrived = false;
  private failure: KinoraApiError | undefined;

  constructor(connection: Connection, call: ApiCall<Submitted>) {
    this.id = this.send(connection, call);
    // The methods of the handle report the rejection. Without this handler, the rejection would end the process
    // before a method is called.
    this.id.catch(() => undefined);
  }

  /**
   * Ends the submission, with all further tries.
   *
   * @returns the error with which `id` rejects. Undefined if the submission has ended before.
   */
  giveUp(timeoutMs: number): KinoraTimeoutError | undefined {
    if (this.stop === undefined) return undefined;
    const isUnsent = !this.mayHaveArrived && !this.isInFlight;
    const state = isUnsent
      ? `The render was not submitted within ${timeoutMs} ms.`
      : `It is unknown if the render was submitted: the server did not confirm it within ${timeoutMs} ms.`;
    const reason = this.failure === undefined ? '' : ` ${this.failure.message}`;
    const error = new KinoraTimeoutError(`${state}${reason}`, { cause: this.failure });
    this.stop(error);
    return error;
  }

  private async send(connection: Connection, call: ApiCall<Submitted>): Promise<string> {
    const { controller, unlink } = createLinkedController(call.signal);
    const { signal } = controller;
    this.stop = (reason) => controller.abort(reason);
    try {
      const sent = connection.send({ ...call, signal, onTry: (failure) => this.follow(failure) });
      return (await raceAbort(sent, signal)).id;
    } finally {
      this.stop = undefined;
      unlink();
    }
  }

  private follow(failure: KinoraApiError | undefined): void {
    this.isInFlight = failure === undefined;
    if (failure === undefined) return;
    this.failure = failure;
    this.mayHaveArrived ||= !isUnprocessed(failure);
  }
}

/** True if the server has certainly not processed the request. */
function isUnprocessed({ status, cause }: KinoraApiError): boolean {
  if (status !== 0) return UNPROCESSED_STATUSES.includes(status);
  // `fetch` of Node.js throws a TypeError with the error of the network as its cause.
  const reason = cause instanceof Error ? cause.cause : undefined;
  return reason instanceof Error && 'code' in reason && UNCONNECTED.some((code) => code === reason.code);
}
