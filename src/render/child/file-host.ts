import type { ChildProcess } from 'node:child_process';
import { toKinoraError } from '../../base/errors.ts';
import type { RemoteFile, SourceFile } from '../media/source-file.ts';
import type { BytesResponse, BytesRequest, FileMessage } from './messages.ts';

/**
 * The parent's half of access to remote files. Only the parent uses the network, so the child asks the parent
 * for bytes.
 */
export interface FileHost {
  /** The files of the task, ready to be sent to the child. */
  readonly files: Readonly<Record<string, FileMessage>>;
  /** Fetches the requested bytes and sends a response to the child. */
  readonly respond: (request: BytesRequest) => void;
}

/** Makes the files of a task readable for a child process. */
export function hostFiles(files: Readonly<Record<string, SourceFile>>, child: ChildProcess): FileHost {
  const remotes: RemoteFile[] = [];
  const toMessage = (file: SourceFile): FileMessage => {
    if (typeof file === 'string') return file;
    const { path, size } = file;
    return { remote: remotes.push(file) - 1, path, ...(size !== undefined && { size }) };
  };
  const messages = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, toMessage(file)]));
  const respond = async (request: BytesRequest): Promise<void> => {
    const response = await fetchBytes(request, remotes[request.remote]);
    // The child may have ended in the meantime.
    if (child.connected) child.send(response, () => undefined);
  };
  return { files: messages, respond: (request) => void respond(request) };
}

async function fetchBytes(
  { request, range }: BytesRequest,
  file: RemoteFile | undefined,
): Promise<BytesResponse> {
  try {
    if (!file) throw new Error('The child asked for a file that does not belong to its task.');
    if (!range) return { kind: 'whole', request, path: await file.fetchAll() };
    const count = await file.fetchRange(range.from, range.count);
    return { kind: 'range', request, count, ...(file.size !== undefined && { size: file.size }) };
  } catch (error) {
    const { code, message } = toKinoraError(error);
    return { kind: 'failed', request, code, message };
  }
}
