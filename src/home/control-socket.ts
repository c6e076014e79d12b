import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { errorCodeOf } from '../base/error-code.ts';
import { toKinoraError, type ErrorCode, ERRORS, KinoraError } from '../base/errors.ts';
import { tryParseJson } from '../base/try-parse-json.ts';

/** Answers a JSON message of another process with JSON. The sender rethrows a KinoraError of the handler. */
export type MessageHandler = (message: unknown) => Promise<unknown>;

/** A server on a local socket for other processes of this machine. */
export type ControlSocket = ReturnType<typeof createControlSocket>;

const NAME_TIMEOUT_MS = 2_000;
const ANSWER_TIMEOUT_MS = 30_000;
const MAX_MESSAGE_BYTES = 64 * 1024;

const rejectMessage: MessageHandler = () =>
  Promise.reject(new KinoraError('stopping', 'The running Kinora is starting or stopping. Try again.'));

/**
 * Creates a control socket. Until the socket has a handler, it answers messages with the error `stopping`.
 *
 * @param name the name that {@link identifySocket} returns.
 */
export function createControlSocket(name: string) {
  const pendingAnswers = new Set<Promise<string>>();
  let handler = rejectMessage;
  const respond = async (incoming: IncomingMessage): Promise<string> => {
    if (incoming.method === 'GET') return name;
    const answer = handleRequest(incoming, (message) => handler(message)).finally(() =>
      pendingAnswers.delete(answer),
    );
    pendingAnswers.add(answer);
    return await answer;
  };
  const server = createServer(
    (incoming, response) => void respond(incoming).then((body) => response.end(body)),
  );
  server.setTimeout(ANSWER_TIMEOUT_MS);
  /** Answers messages until the result is disposed of. The disposal waits for pending answers. */
  const handleMessages = (newHandler: MessageHandler): AsyncDisposable => {
    handler = newHandler;
    return {
      async [Symbol.asyncDispose]() {
        handler = rejectMessage;
        await Promise.all(pendingAnswers);
      },
    };
  };
  return { server, handleMessages };
}

async function handleRequest(incoming: IncomingMessage, handler: MessageHandler): Promise<string> {
  try {
    return JSON.stringify({ result: await handler(tryParseJson(await readBody(incoming))) });
  } catch (error) {
    const { code, message } = toKinoraError(error);
    return JSON.stringify({ error: { code, message } });
  }
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  // An IncomingMessage without an encoding reads as Buffers.
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_MESSAGE_BYTES) throw new KinoraError('body_too_large', 'The message is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * Returns the name of the control socket at a path. Undefined if no process listens, `''` if the process is
 * too busy to answer.
 */
export async function identifySocket(path: string): Promise<string | undefined> {
  try {
    return await sendRequest(path, undefined, NAME_TIMEOUT_MS);
  } catch (error) {
    return isNotListening(error) ? undefined : '';
  }
}

// The other process may run another version of Kinora, so check its answer.
const Answer = z.union([
  z.object({ result: z.unknown().refine((result) => result !== undefined) }),
  z.object({ error: z.object({ code: z.string(), message: z.string() }) }),
]);

/**
 * Sends a message to the control socket at a path and returns the answer.
 *
 * @throws {KinoraError} the error of the other process; `stopping` if no process listens; `home_in_use` if
 *   the process denies access or does not answer.
 */
export async function sendMessage(path: string, message: unknown): Promise<unknown> {
  const answer = Answer.safeParse(tryParseJson(await postMessage(path, JSON.stringify(message))));
  if (!answer.success) {
    throw new KinoraError('home_in_use', 'The running Kinora has a different version. Restart it.');
  }
  if ('result' in answer.data) return answer.data.result;
  const { code, message: sentence } = answer.data.error;
  throw new KinoraError(isErrorCode(code) ? code : 'internal', sentence);
}

async function postMessage(path: string, message: string): Promise<string> {
  try {
    return await sendRequest(path, message, ANSWER_TIMEOUT_MS);
  } catch (error) {
    if (isNotListening(error)) throw new KinoraError('stopping', 'Kinora has stopped.');
    const reason =
      errorCodeOf(error) === 'EACCES'
        ? 'belongs to another user. Run the command as that user'
        : 'does not answer';
    throw new KinoraError('home_in_use', `The running Kinora ${reason}.`, { cause: error });
  }
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

function isNotListening(error: unknown): boolean {
  return ['ECONNREFUSED', 'ENOENT'].includes(errorCodeOf(error) ?? '');
}

async function sendRequest(socketPath: string, body: string | undefined, timeoutMs: number): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  const outgoing = request({ socketPath, agent: false, signal, method: body === undefined ? 'GET' : 'POST' });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return await text(response);
}
