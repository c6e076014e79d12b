import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit, { type LimitFunction } from 'p-limit';
import { z } from 'zod';
import { KinoraError } from '../base/errors.ts';
import { usePath } from '../base/process/paths-in-use.ts';
import { raceWithAbort } from '../base/race-with-abort.ts';
import { tryParseJson } from '../base/try-parse-json.ts';
import { type EditLayers, type PackedEdit, packEdit, toParsedEdit } from '../edit/model.ts';
import { FrameSessions } from './frame-sessions.ts';
import type { PieceRequest, PieceSource, WrittenLayers } from './produce/produce-job.ts';
import type { RendererConfig, RenderOptions, RequestContext } from './renderer-config.ts';
import { runRender } from './steps/run-render.ts';
import { RunState } from './steps/run-state.ts';
import type { SegmentStore } from './streams/segment-store.ts';

/** Sources that are kept open at the same time. Each has a process. */
const MAX_OPEN_SOURCES = 4;
/** Pieces that are made ahead of the one that was asked for. */
const PIECES_AHEAD = 2;
/** Milliseconds that one piece may take, whoever waits for it. */
const PIECE_MS = 60_000;
/** Bytes of a file that are read from the store at once. */
const READ_BYTES = 2 ** 24;

/** Number of pieces that are known to be kept. Others are looked for in the store. */
const MAX_KNOWN = 10_000;

/** Reads a source that is loaded in pieces, as the store keeps it. */
const KeptSource = z.object({
  src: z.string(),
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
  played: z.unknown().optional(),
  /** True if the content of the source is in the store, under its version: it has no URL. */
  isKept: z.boolean(),
}) satisfies z.ZodType<PieceSource>;
type KeptSource = Readonly<z.infer<typeof KeptSource>>;

/**
 * Makes the layers with which a page plays an edit, and keeps them in the store of segments: pictures, and sources in
 * pieces. Each piece is made once, when it is first asked for or soon needed.
 */
export class LayerMaker {
  private readonly config: RendererConfig;
  private readonly store: SegmentStore | undefined;
  private readonly sessions: FrameSessions;
  /** The pieces that are being made, by {@link keyOf}. */
  private readonly making = new Map<string, Promise<Buffer | undefined>>();
  /** The pieces that were kept when they were last read. */
  private readonly known = new Set<string>();
  /** Sources that make a piece, each one after the other: one process reads a source. */
  private readonly queues = new Map<string, LimitFunction>();
  private readonly closing = new AbortController();

  constructor(config: RendererConfig) {
    this.config = config;
    this.store = config.segments;
    this.sessions = new FrameSessions(config, { kind: 'layers', max: MAX_OPEN_SOURCES });
  }

  /**
   * Makes the layers of an edit.
   *
   * @param height height of the view in pixels.
   * @throws {KinoraError} the same errors as `Renderer.frame`, and `segments_off` if nothing is kept here.
   */
  async make(edit: PackedEdit, height: number, { owner, signal }: RequestContext): Promise<EditLayers> {
    const store = this.requireStore();
    await using folder = await createFolder(this.config.folder);
    const to = join(folder.path, 'layers.json');
    const options = { owner, watermark: false, folder: folder.path, signal };
    await using state = new RunState(edit, 'layers', this.config, options);
    const { warnings } = await runRender(state, { to: { output: to }, layers: { height } });
    const { timeline, pictures, sources } = JSON.parse(await readFile(to, 'utf8')) as WrittenLayers;
    const keep = (identity: string, path: string): Promise<void> =>
      store.keepOnce(owner, identity, path, signal);
    await Promise.all([
      ...pictures.map((id) => keep(id, join(folder.path, id))),
      ...Object.entries(sources).map(async ([id, source]) => {
        const local = state.localFiles[source.src];
        if (local !== undefined) await keep(source.version, local);
        const kept: KeptSource = { ...source, isKept: local !== undefined };
        const path = join(folder.path, id);
        await writeFile(path, JSON.stringify(kept));
        await keep(id, path);
      }),
    ]);
    return { timeline, warnings };
  }

  /** Returns a picture. Undefined if it is not kept any more. */
  async picture(id: string, { owner, signal }: RequestContext): Promise<Buffer | undefined> {
    return await this.read(owner, id, signal);
  }

  /**
   * Returns a piece of a source, and begins to make those that follow.
   *
   * @param piece its place in the source, from 0.
   * @returns undefined if the source is not kept any more, has changed, or ends before the piece.
   * @throws {KinoraError} the errors of fetching and reading the source.
   */
  async piece(id: string, piece: number, { owner, signal }: RequestContext): Promise<Buffer | undefined> {
    const source = await this.read(owner, id, signal);
    // The id may be that of a picture.
    const kept = KeptSource.safeParse(source && tryParseJson(source.toString())).data;
    if (!kept) return undefined;
    const request = { id, owner, ...kept };
    const made = await raceWithAbort(this.makeOnce(request, piece), signal);
    if (made) void this.makeAhead(request, piece + 1);
    return made;
  }

  /** Ends the processes that are kept for further pieces. */
  async close(): Promise<void> {
    this.closing.abort();
    await Promise.allSettled(this.making.values());
    await this.sessions.close();
  }

  private requireStore(): SegmentStore {
    if (this.store) return this.store;
    throw new KinoraError('segments_off', NOTHING_KEPT);
  }

  private async makeAhead(source: OwnedSource, from: number): Promise<void> {
    for (let piece = from; piece < from + PIECES_AHEAD; piece++) {
      if (this.known.has(keyOf(source, piece))) continue;
      // A piece that fails now fails again when it is asked for.
      const made = await this.makeOnce(source, piece).catch(() => undefined);
      if (!made) return;
    }
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
  private async inTurn<Value>({ owner, id }: OwnedSource, work: () => Promise<Value>): Promise<Value> {
    const key = `${owner} ${id}`;
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
    const identity = createHash('sha256').update(`${id} ${piece}`).digest('hex');
    const store = this.requireStore();
    const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(PIECE_MS)]);
    const kept = await this.read(owner, identity, signal);
    if (kept) return kept;
    const bring = isKept ? (folder: string) => this.bring(owner, from, folder) : undefined;
    const request: PieceRequest = { ...from, piece };
    const order = { format: 'piece', watermark: false, piece: request } as const;
    const { picture } = await this.inTurn(source, () =>
      this.sessions.render(editOf(from), order, { owner, signal }, bring),
    );
    if (picture.length === 0) return undefined;
    await using folder = await createFolder(this.config.folder);
    const path = join(folder.path, identity);
    await writeFile(path, picture);
    await store.keep(owner, identity, path);
    return picture;
  }

  /** Copies the content of a source without a URL from the store into a folder. */
  private async bring(
    owner: string,
    { src, version }: PieceSource,
    folder: string,
  ): Promise<RenderOptions['files']> {
    const path = join(folder, 'source');
    if (await this.requireStore().find(owner, version, path)) return { [src]: path };
    throw new KinoraError('not_found', GONE);
  }

  private async read(owner: string, identity: string, signal: AbortSignal): Promise<Buffer | undefined> {
    await using folder = await createFolder(this.config.folder);
    const file = await this.requireStore().open(owner, identity, join(folder.path, identity));
    if (!file) return undefined;
    await using opened = file;
    const parts: Buffer[] = [];
    for (let from = 0; from < opened.size; from += READ_BYTES)
      parts.push(await opened.read(from, Math.min(opened.size, from + READ_BYTES), signal));
    return Buffer.concat(parts);
  }
}

/** A source of an owner, with its id. */
interface OwnedSource extends KeptSource {
  readonly id: string;
  readonly owner: string;
}

function keyOf({ owner, id }: OwnedSource, piece: number): string {
  return `${owner} ${id} ${piece}`;
}

const NOTHING_KEPT =
  'Kinora keeps no segments here, so it cannot deliver the layers of an edit. Set KINORA_SEGMENTS to more than 0.';
const GONE = 'The source of this piece is not kept any more. Ask for the layers of the edit again.';

/** Returns an edit whose only source is the given one. */
function editOf({ src, size }: PieceSource): PackedEdit {
  const asset = { type: size ? 'video' : 'audio', src } as const;
  const clip = { asset, start: 0, length: 1 };
  return packEdit(
    toParsedEdit({
      timeline: { tracks: [{ clips: [clip] }] },
      output: { format: 'mp4', resolution: 'preview' },
    }),
  );
}

async function createFolder(parent: string): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(parent, 'layers-'));
  // Ends when the folder is removed.
  usePath(path);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
