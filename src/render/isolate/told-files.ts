import { type RemoteFile, type SourceFile, Unfetched } from '../media/source-file.ts';
import type { BytesAnswer, BytesWanted, ToldFile } from './messages.ts';

/** An answer that has come. */
type Fetched = Exclude<BytesAnswer, { kind: 'unfetched' }>;

/** The child's side of remote files: it asks its parent for what is read. */
export class ToldFiles {
  private readonly waiting = new Map<number, PromiseWithResolvers<Fetched>>();
  private readonly send: (wanted: BytesWanted) => void;
  private asked = 0;

  constructor(send: (wanted: BytesWanted) => void) {
    this.send = send;
  }

  /** A file to read, as it was told. */
  open(told: ToldFile): SourceFile {
    return typeof told === 'string' ? told : this.remote(told);
  }

  /** Takes an answer of the parent. */
  take(answer: BytesAnswer): void {
    const asked = this.waiting.get(answer.request);
    this.waiting.delete(answer.request);
    if (answer.kind === 'unfetched') asked?.reject(new Unfetched(answer.code, answer.message));
    else asked?.resolve(answer);
  }

  private remote({ remote, path, size }: Exclude<ToldFile, string>): RemoteFile {
    const file = {
      path,
      size,
      have: async (from: number, count: number): Promise<number> => {
        const answer = await this.ask({ remote, piece: { from, count } });
        if (answer.kind !== 'piece') return 0;
        file.size ??= answer.size;
        return answer.count;
      },
      whole: async (): Promise<string> => {
        const answer = await this.ask({ remote });
        return answer.kind === 'whole' ? answer.path : path;
      },
    };
    return file;
  }

  /** Waits as long as the parent does, which has the time limits. */
  private ask(wanted: Omit<BytesWanted, 'kind' | 'request'>): Promise<Fetched> {
    const request = this.asked++;
    const answer = Promise.withResolvers<Fetched>();
    this.waiting.set(request, answer);
    this.send({ kind: 'wanted', request, ...wanted });
    return answer.promise;
  }
}
