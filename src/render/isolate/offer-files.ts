import type { ChildProcess } from 'node:child_process';
import { asKinoraError } from '../../base/errors.ts';
import type { RemoteFile, SourceFile } from '../media/source-file.ts';
import type { BytesAnswer, BytesWanted, ToldFile } from './messages.ts';

/** The parent's side of remote files: the network stays with it, and the child asks for what it reads. */
export interface Offer {
  /** The files as they are told to the child. */
  readonly told: Readonly<Record<string, ToldFile>>;
  /** Fetches what the child wants, and tells it. */
  readonly answer: (wanted: BytesWanted) => void;
}

/** Offers the files of a task to a child process. */
export function offerFiles(files: Readonly<Record<string, SourceFile>>, child: ChildProcess): Offer {
  const remotes: RemoteFile[] = [];
  const tell = (file: SourceFile): ToldFile => {
    if (typeof file === 'string') return file;
    const { path, size } = file;
    return { remote: remotes.push(file) - 1, path, ...(size !== undefined && { size }) };
  };
  const told = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, tell(file)]));
  const answer = async (wanted: BytesWanted): Promise<void> => {
    const message = await answerTo(wanted, remotes[wanted.remote]);
    // A child that has ended meanwhile needs no answer.
    if (child.connected) child.send(message, () => undefined);
  };
  return { told, answer: (wanted) => void answer(wanted) };
}

async function answerTo({ request, piece }: BytesWanted, file: RemoteFile | undefined): Promise<BytesAnswer> {
  try {
    if (!file) throw new Error('The child asked for a file that it was not told of.');
    if (!piece) return { kind: 'whole', request, path: await file.whole() };
    const count = await file.have(piece.from, piece.count);
    return { kind: 'piece', request, count, ...(file.size !== undefined && { size: file.size }) };
  } catch (error) {
    const { code, message } = asKinoraError(error);
    return { kind: 'unfetched', request, code, message };
  }
}
