import { type RemoteFile, type SourceFile, RemoteReadError } from '../media/source-file.ts';
import type { BytesResponse, BytesRequest, FileMessage } from './messages.ts';

/** A response with bytes. */
type Success = Exclude<BytesResponse, { kind: 'failed' }>;

/** The child's half of access to remote files. It asks the parent for the bytes that the child reads. */
export class RemoteFileClient {
  private readonly waiting = new Map<number, PromiseWithResolvers<Success>>();
  private readonly send: (request: BytesRequest) => void;
  private requestCount = 0;

  constructor(send: (request: BytesRequest) => void) {
    this.send = send;
  }

  /** Opens a file for reading. */
  open(file: FileMessage): SourceFile {
    return typeof file === 'string' ? file : this.openRemote(file);
  }

  /** Handles a response of the parent. */
  receive(response: BytesResponse): void {
    const request = this.waiting.get(response.request);
    this.waiting.delete(response.request);
    if (response.kind === 'failed') request?.reject(new RemoteReadError(response.code, response.message));
    else request?.resolve(response);
  }

  private openRemote({ remote, path, size }: Exclude<FileMessage, string>): RemoteFile {
    const file = {
      path,
      size,
      fetchRange: async (from: number, count: number): Promise<number> => {
        const response = await this.request({ remote, range: { from, count } });
        if (response.kind !== 'range') return 0;
        file.size ??= response.size;
        return response.count;
      },
      fetchAll: async (): Promise<string> => {
        const response = await this.request({ remote });
        return response.kind === 'whole' ? response.path : path;
      },
    };
    return file;
  }

  /**
   * Sends a request and waits for the response. Needs no timeout, because the parent limits the time of each
   * fetch.
   */
  private request(bytes: Omit<BytesRequest, 'kind' | 'request'>): Promise<Success> {
    const request = this.requestCount++;
    const response = Promise.withResolvers<Success>();
    this.waiting.set(request, response);
    this.send({ kind: 'fetch', request, ...bytes });
    return response.promise;
  }
}
