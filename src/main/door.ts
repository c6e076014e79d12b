import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { codeOf } from '../base/code-of.ts';
import { asKinoraError, type ErrorCode, ERRORS, KinoraError } from '../base/errors.ts';
import { jsonOrUndefined } from '../base/json.ts';

/** Answers a message of another process, JSON to JSON. A KinoraError that it throws is thrown where the message comes from. */
export type Answering = (message: unknown) => Promise<unknown>;

/** A server for other processes of this machine, to listen on a local socket. */
export interface Door {
  readonly server: Server;
  /** Answers messages until the result is disposed of, which waits for the answers that are being made. */
  readonly answer: (answering: Answering) => AsyncDisposable;
}

const NAME_TIMEOUT_MS = 2_000;
const ANSWER_TIMEOUT_MS = 30_000;
const LONGEST_MESSAGE_BYTES = 64 * 1024;

const closed: Answering = () =>
  Promise.reject(
    new KinoraError('stopping', 'The Kinora that runs here is starting or stopping; try again.'),
  );

/**
 * Makes a door. Until it is told how to answer messages, it answers them with the error `stopping`.
 *
 * @param name what {@link nameAt} finds there.
 */
export function makeDoor(name: string): Door {
  const answers = new Set<Promise<string>>();
  let current = closed;
  const respond = async (asked: IncomingMessage): Promise<string> => {
    if (asked.method === 'GET') return name;
    const answer = outcome(asked, (message) => current(message)).finally(() => answers.delete(answer));
    answers.add(answer);
    return await answer;
  };
  const server = createServer((asked, response) => void respond(asked).then((body) => response.end(body)));
  server.setTimeout(ANSWER_TIMEOUT_MS);
  const answer = (answering: Answering): AsyncDisposable => {
    current = answering;
    return {
      async [Symbol.asyncDispose]() {
        current = closed;
        await Promise.all(answers);
      },
    };
  };
  return { server, answer };
}

async function outcome(asked: IncomingMessage, answering: Answering): Promise<string> {
  try {
    return JSON.stringify({ result: await answering(jsonOrUndefined(await shortText(asked))) });
  } catch (error) {
    const { code, message } = asKinoraError(error);
    return JSON.stringify({ error: { code, message } });
  }
}

async function shortText(asked: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  // An IncomingMessage without an encoding reads as Buffers.
  for await (const chunk of asked as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LONGEST_MESSAGE_BYTES) throw new KinoraError('body_too_large', 'The message is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** The name of the door at a path; `undefined` when nobody is there. One who is too busy to say it has the name `''`. */
export async function nameAt(path: string): Promise<string | undefined> {
  try {
    return await exchange(path, undefined, NAME_TIMEOUT_MS);
  } catch (error) {
    return isNobody(error) ? undefined : '';
  }
}

// The other side may be of another version.
const Answer = z.union([
  z.object({ result: z.unknown().refine((result) => result !== undefined) }),
  z.object({ error: z.object({ code: z.string(), message: z.string() }) }),
]);

/**
 * Sends a message through the door at a path and returns the answer.
 *
 * @throws {KinoraError} What the other side threw; `stopping` also when nobody is there, `home_in_use` when one is there who
 * does not let us in or does not answer.
 */
export async function askAt(path: string, message: unknown): Promise<unknown> {
  const answer = Answer.safeParse(jsonOrUndefined(await sent(path, JSON.stringify(message))));
  if (!answer.success) {
    throw new KinoraError('home_in_use', 'The Kinora that runs here is of another version; start it anew.');
  }
  if ('result' in answer.data) return answer.data.result;
  const { code, message: sentence } = answer.data.error;
  throw new KinoraError(isErrorCode(code) ? code : 'internal', sentence);
}

async function sent(path: string, message: string): Promise<string> {
  try {
    return await exchange(path, message, ANSWER_TIMEOUT_MS);
  } catch (error) {
    if (isNobody(error)) throw new KinoraError('stopping', 'The Kinora that ran here has stopped.');
    const reason =
      codeOf(error) === 'EACCES' ? 'belongs to another user; do this as that user' : 'does not answer';
    throw new KinoraError('home_in_use', `The Kinora that runs here ${reason}.`, { cause: error });
  }
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

function isNobody(error: unknown): boolean {
  return ['ECONNREFUSED', 'ENOENT'].includes(codeOf(error) ?? '');
}

async function exchange(socketPath: string, body: string | undefined, timeoutMs: number): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  const asked = request({ socketPath, agent: false, signal, method: body === undefined ? 'GET' : 'POST' });
  asked.end(body);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return await text(response);
}
