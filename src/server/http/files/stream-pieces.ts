import { setTimeout as wait } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import { findPieceInList, type StreamPiece } from '../../../hosting/sets/file-set.ts';
import type { ByteRange, Storage, StoredFile } from '../../../hosting/storage.ts';

/**
 * Maximum number of milliseconds that a request waits for a piece. Players give up after 10 s without an answer, but
 * ask again after an answer with the status 503.
 */
const MAX_WAIT_MS = 8_000;
/** Milliseconds between two looks at the storage. */
const POLL_MS = 200;
/** Looks after which the render itself is looked at, too. */
const LOOKS = 5;
/** Maximum number of different pieces that are waited for. */
const MAX_WAITING = 500;

/** A file to send. */
export interface HostedFile extends StoredFile {
  open(range: ByteRange): Promise<Readable>;
}

/** Finds the pieces of renders that are watched while they are made. */
interface StreamPieces {
  /**
   * Finds a piece. Waits if it is not made yet. If the render is done, the piece is a part of its media file.
   *
   * @param key its storage key.
   * @returns undefined if there is no such piece, or if the render has failed.
   * @throws {KinoraError} `not_made_yet` if the piece takes longer.
   */
  find(key: string, piece: StreamPiece): Promise<HostedFile | undefined>;
}

/** The dependencies of the pieces. */
interface PieceParts {
  readonly storage: Pick<Storage, 'stat' | 'open'>;
  /** Returns true while a render is neither done nor failed. */
  readonly isBeingMade: (render: string) => Promise<boolean>;
  /** Default: 8 s. */
  readonly maxWaitMs?: number | undefined;
}

/** Opens the pieces of the streams in a storage. Requests for the same piece wait together. */
export function openStreamPieces(
  app: FastifyInstance,
  { storage, isBeingMade, maxWaitMs = MAX_WAIT_MS }: PieceParts,
): StreamPieces {
  const waiting = new Map<string, Promise<HostedFile | undefined>>();
  const closing = new AbortController();
  app.addHook('preClose', (done) => {
    closing.abort();
    done();
  });

  async function findOwn(key: string): Promise<HostedFile | undefined> {
    const own = await storage.stat(key);
    // Some S3 servers show a file before they have its bytes. No piece is empty.
    return own && own.size > 0 ? { ...own, open: (range) => storage.open(key, range) } : undefined;
  }

  /** Returns `later` if the piece is not made yet. */
  async function look(key: string, piece: StreamPiece): Promise<HostedFile | 'later' | undefined> {
    const own = await findOwn(key);
    if (own) return own;
    const playlist = await readText(storage, piece.list);
    const place = playlist === undefined ? undefined : findPieceInList(playlist, piece);
    if (place === undefined || place === 'named') return place && 'later';
    const media = await storage.stat(piece.media);
    if (!media) return undefined;
    const { from, to } = place;
    return {
      modified: media.modified,
      etag: media.etag.replace(/"$/, `-${piece.piece}"`),
      size: to - from + 1,
      open: (range) => storage.open(piece.media, { from: from + range.from, to: from + range.to }),
    };
  }

  async function waitFor(key: string, piece: StreamPiece): Promise<HostedFile | undefined> {
    const end = performance.now() + maxWaitMs;
    for (;;) {
      // In this order, so that what is stored just before the end is found.
      const mayCome = await isBeingMade(piece.render);
      const found = await look(key, piece);
      if (found !== 'later') return found;
      if (!mayCome) return undefined;
      if (closing.signal.aborted || performance.now() > end)
        throw new KinoraError('not_made_yet', 'This part of the render is not made yet. Ask for it again.');
      for (let looks = 0; looks < LOOKS; looks++) {
        await wait(POLL_MS);
        const own = await findOwn(key);
        if (own) return own;
      }
    }
  }

  return {
    async find(key, piece) {
      const found = await look(key, piece);
      if (found !== 'later') return found;
      const others = waiting.get(key);
      if (others) return await others;
      if (waiting.size >= MAX_WAITING)
        throw new KinoraError('queue_full', 'Too many requests wait for parts of renders. Try again later.');
      const own = waitFor(key, piece).finally(() => waiting.delete(key));
      waiting.set(key, own);
      return await own;
    },
  };
}

async function readText(storage: PieceParts['storage'], key: string): Promise<string | undefined> {
  try {
    return await text(await storage.open(key));
  } catch (error) {
    if (error instanceof KinoraError && error.code === 'not_found') return undefined;
    throw error;
  }
}
