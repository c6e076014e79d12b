import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit, { type LimitFunction } from 'p-limit';
import { z } from 'zod';
import { KinoraError } from '../base/errors.ts';
import { raceWithAbort } from '../base/race-with-abort.ts';
import { tryParseJson } from '../base/try-parse-json.ts';
import { type PackedEdit, packEdit, toParsedEdit } from '../edit/model.ts';
import { FrameSessions } from './frame-sessions.ts';
import type { KnownSources } from './known-sources.ts';
import { LayerStore } from './layer-store.ts';
import type { PieceRequest, PieceSource, WrittenLayers } from './produce/produce-job.ts';
import type { RendererConfig, RenderOptions, RequestContext } from './renderer-config.ts';

/** Sources that are kept open at the same time. Each has a process. */
const MAX_OPEN_SOURCES = 4;
/** Pieces that are made ahead of the one that was asked for. */
const PIECES_AHEAD = 6;
/** Pieces that are made soon for one edit. */
const MAX_SOON = 40;
/** Milliseconds that one piece may take, whoever waits for it. */
const PIECE_MS = 60_000;
/** Number of pieces that are known to be kept. Others are looked for in the store. */
const MAX_KNOWN = 10_000;

/** Reads a source that is loaded in pieces, as the store keeps it. */
const KeptSource = z.object({
  src: z.string(),
  isFilm: z.boolean(),
  version: z.string(),
  stream: z.int(),
  size: z.object({ width: z.int(), height: z.int() }).exactOptional(),
  key: z
    .object({
      red: z.number(),
      green: z.number(),
      blue: z.number(),
      threshold: z.number(),
      halo: z.number(),
      measured: z.boolean(),
    })
    .exactOptional(),
  cutout: z.object({ feather: z.number() }).exactOptional(),
  played: z.unknown().optional(),
  /** True if the content of the source is in the store, under its version: it has no URL. */
  isKept: z.boolean(),
}) satisfies z.ZodType<PieceSource>;
/** A source that is loaded in pieces, as the store keeps it. */
export type KeptSource = Readonly<z.infer<typeof KeptSource>>;

/** Runs work when there is room for it. The signal aborts when it takes too long, or its request ends. */
export type WaitForRoom = <Value>(work: (signal: AbortSignal) => Promise<Value>) => Promise<Value>;

/** A source of an owner, with its id. */
interface OwnedSource extends KeptSource {
  readonly id: string;
  readonly owner: string;
}

/**
 * Makes the pieces in which a page loads videos and sounds, and keeps them in the store of segments. A process makes
 * each piece once: when it is first asked for, or soon needed.
 */
export class PieceMaker {
  /** The processes that make the pieces. */
  readonly sessions: FrameSessions;
  private readonly store: LayerStore;
  /** The pieces that are being made, by {@link keyOf}. */
  private readonly making = new Map<string, Promise<Buffer | undefined>>();
  /** The pieces that were kept when they were last read. */
  private readonly known = new Set<string>();
  /** Sources that make a piece, each one after the other: one process reads a source. */
  private readonly queues = new Map<string, LimitFunction>();
  /** The pieces that a page waits for. Those that are made ahead let them pass. */
  private readonly awaited = new Set<Promise<unknown>>();
  private readonly ahead = pLimit(1);
  private readonly closing = new AbortController();

  constructor(config: RendererConfig, known: KnownSources) {
    this.store = new LayerStore(config);
    this.sessions = new FrameSessions(config, { kind: 'layers', max: MAX_OPEN_SOURCES, known });
  }

  /**
   * Returns a piece of a source, and begins to make those that follow.
   *
   * @param piece its place in the source, from 0.
   * @param wait runs work that needs a process when there is room for it. A kept piece is only read.
   * @returns undefined if the source is not kept any more, has changed, or ends before the piece.
   * @throws {KinoraError} the errors of fetching and reading the source.
   */
  async find(
    id: string,
    piece: number,
    { owner, signal }: RequestContext,
    wait: WaitForRoom,
  ): Promise<Buffer | undefined> {
    const source = await this.findSource(id, owner, signal);
    if (!source) return undefined;
    const isKnown = this.known.has(keyOf(source, piece));
    const kept = isKnown ? await this.store.read(owner, identityOf(id, piece), signal) : undefined;
    const made = kept ?? (await wait((limit) => raceWithAbort(this.makeAwaited(source, piece), limit)));
    if (made) void this.makeAhead(source, piece + 1);
    return made;
  }

  /** Begins to make pieces, one after the other, while no page waits for others. */
  makeSoon(owner: string, pieces: WrittenLayers['firstPieces']): void {
    for (const { id, piece } of pieces.slice(0, MAX_SOON))
      void this.ahead(async () => {
        if (this.known.has(keyOf({ owner, id }, piece))) return;
        const source = await this.findSource(id, owner, this.closing.signal).catch(() => undefined);
        if (source) await this.makeUnasked(source, piece);
      });
  }

  /** Ends the processes that are kept for further pieces. */
  async close(): Promise<void> {
    this.closing.abort();
    this.ahead.clearQueue();
    await Promise.allSettled(this.making.values());
    await this.sessions.close();
  }

  private async findSource(id: string, owner: string, signal: AbortSignal): Promise<OwnedSource | undefined> {
    const source = await this.store.read(owner, id, signal);
    // The id may be that of a picture.
    const kept = KeptSource.safeParse(source && tryParseJson(source.toString())).data;
    return kept && { id, owner, ...kept };
  }

  /** Makes a piece that a page waits for. */
  private async makeAwaited(source: OwnedSource, piece: number): Promise<Buffer | undefined> {
    const making = this.makeOnce(source, piece);
    // Those that are made ahead wait for its end, however that is.
    const settled = making.catch(() => undefined);
    this.awaited.add(settled);
    void settled.finally(() => this.awaited.delete(settled));
    return await making;
  }

  private async makeAhead(source: OwnedSource, from: number): Promise<void> {
    for (let piece = from; piece < from + PIECES_AHEAD; piece++)
      if (!(await this.ahead(() => this.makeUnasked(source, piece)))) return;
  }

  /** Makes a piece that no page has asked for. Returns false if there is none. */
  private async makeUnasked(source: OwnedSource, piece: number): Promise<boolean> {
    while (this.awaited.size > 0) await Promise.all(this.awaited);
    if (this.closing.signal.aborted) return false;
    if (this.known.has(keyOf(source, piece))) return true;
    // A piece that fails now fails again when it is asked for.
    return (await this.makeOnce(source, piece).catch(() => undefined)) !== undefined;
  }

  /** Returns a piece that is kept, or is being made, or makes it. */
  private async makeOnce(source: OwnedSource, piece: number): Promise<Buffer | undefined> {
    const key = keyOf(source, piece);
    const running = this.making.get(key);
    if (running) return await running;
    const making = this.makePiece(source, piece).finally(() => this.making.delete(key));
    this.making.set(key, making);
    const made = await making;
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    if (made) this.known.add(key);
    return made;
  }

  /** Does the work at a source when all earlier work at it is done. */
  private async inTurn<Value>({ owner, src }: OwnedSource, work: () => Promise<Value>): Promise<Value> {
    const key = JSON.stringify([owner, src]);
    const queue = this.queues.get(key) ?? pLimit(1);
    this.queues.set(key, queue);
    try {
      return await queue(work);
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) this.queues.delete(key);
    }
  }

  private async makePiece(source: OwnedSource, piece: number): Promise<Buffer | undefined> {
    const { id, owner, isKept, ...from } = source;
    const identity = identityOf(id, piece);
    const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(PIECE_MS)]);
    const kept = await this.store.read(owner, identity, signal);
    if (kept) return kept;
    const bring = isKept ? (folder: string) => this.bring(owner, from, folder) : undefined;
    const request: PieceRequest = { ...from, piece };
    const order = { format: 'piece', watermark: false, piece: request } as const;
    const { picture } = await this.inTurn(source, () =>
      this.sessions.render(editOf(from), order, { owner, signal }, bring),
    );
    if (picture.length === 0) return undefined;
    await using folder = await this.store.createFolder();
    const path = join(folder.path, identity);
    await writeFile(path, picture);
    await this.store.segments.keep(owner, identity, path);
    return picture;
  }

  /** Copies the content of a source without a URL from the store into a folder. */
  private async bring(
    owner: string,
    { src, version }: PieceSource,
    folder: string,
  ): Promise<RenderOptions['files']> {
    const path = join(folder, 'source');
    if (await this.store.segments.find(owner, version, path)) return { [src]: path };
    throw new KinoraError('not_found', GONE);
  }
}

function keyOf({ owner, id }: Pick<OwnedSource, 'owner' | 'id'>, piece: number): string {
  return `${owner} ${id} ${piece}`;
}

/** Returns the identity of a piece in the store. */
function identityOf(id: string, piece: number): string {
  return createHash('sha256').update(`${id} ${piece}`).digest('hex');
}

const GONE = 'The source of this piece is not kept any more. Ask for the layers of the edit again.';

/** Returns an edit whose only source is the given one. All tracks of a file have the same. */
function editOf({ src, isFilm }: PieceSource): PackedEdit {
  const asset = { type: isFilm ? 'video' : 'audio', src } as const;
  const clip = { asset, start: 0, length: 1 };
  return packEdit(
    toParsedEdit({
      timeline: { tracks: [{ clips: [clip] }] },
      output: { format: 'mp4', resolution: 'preview' },
    }),
  );
}
