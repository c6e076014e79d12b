import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EditLayers, PackedEdit } from '../edit/model.ts';
import type { KnownSources } from './known-sources.ts';
import { LayerStore } from './layer-store.ts';
import type { WrittenLayers } from './produce/produce-job.ts';
import { keyOfSource } from './frame-sessions.ts';
import type { RendererConfig, RequestContext } from './renderer-config.ts';
import type { KeptSource, PieceMaker } from './source-pieces.ts';
import { runRender } from './steps/run-render.ts';
import type { RunState } from './steps/run-state.ts';

/** What the layers of edits are made with. */
interface LayerParts {
  readonly known: KnownSources;
  readonly pieces: PieceMaker;
}

/** Makes the layers with which a page plays an edit, and keeps them in the store of segments. */
export class LayerMaker {
  private readonly parts: LayerParts;
  private readonly store: LayerStore;

  constructor(config: RendererConfig, parts: LayerParts) {
    this.parts = parts;
    this.store = new LayerStore(config);
  }

  /**
   * Makes the layers of an edit, and begins to make the pieces with which its clips begin.
   *
   * @param height height of the view in pixels.
   * @throws {KinoraError} the same errors as `Renderer.frame`, and `segments_off` if nothing is kept here.
   */
  async make(edit: PackedEdit, height: number, context: RequestContext): Promise<EditLayers> {
    const { owner } = context;
    const { pieces } = this.parts;
    // The process goes on with the pieces.
    const { layers, warnings } = await pieces.sessions.begin(
      edit,
      { ...context, watermark: false },
      (state, folder) => this.write(state, folder, height),
      (made) => Object.values(made.layers.sources).map((source) => keyOfSource(owner, source)),
    );
    pieces.makeSoon(owner, layers.firstPieces);
    return { timeline: layers.timeline, warnings };
  }

  private async write(
    state: RunState,
    folder: string,
    height: number,
  ): Promise<{ readonly layers: WrittenLayers; readonly warnings: EditLayers['warnings'] }> {
    const { owner, signal } = state.options;
    const { segments } = this.store;
    const to = join(folder, 'layers.json');
    const { warnings } = await runRender(state, { to: { output: to }, layers: { height } });
    const layers = JSON.parse(await readFile(to, 'utf8')) as WrittenLayers;
    this.parts.known.keep(owner, layers.media, state.versions);
    const keep = (identity: string, path: string): Promise<void> =>
      segments.keepOnce(owner, identity, path, signal);
    await Promise.all([
      ...layers.pictures.map((id) => keep(id, join(folder, id))),
      ...Object.entries(layers.sources).map(async ([id, source]) => {
        const local = state.localFiles[source.src];
        if (local !== undefined) await keep(source.version, local);
        const kept: KeptSource = { ...source, isKept: local !== undefined };
        const path = join(folder, id);
        await writeFile(path, JSON.stringify(kept));
        await keep(id, path);
      }),
    ]);
    return { layers, warnings };
  }

  /** Returns a picture. Undefined if it is not kept any more, or the id is that of something else. */
  async picture(id: string, { owner, signal }: RequestContext): Promise<Buffer | undefined> {
    const kept = await this.store.read(owner, id, signal);
    // What the store says of a source has its URL, which a page need not know.
    return kept && BEGINNINGS.some((bytes) => kept.subarray(0, bytes.length).equals(bytes))
      ? kept
      : undefined;
  }
}

/** The first bytes of PNG and JPEG files. */
const BEGINNINGS = [Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.from([0xff, 0xd8, 0xff])];
