import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pLimit from 'p-limit';
import { type Edit, listSources } from '../../src/edit/index.ts';
import type { Dialect } from '../../src/edit/model.ts';
import type { PieceSource, WrittenLayers } from '../../src/render/produce/produce-job.ts';
import { answerStep } from '../../src/render/produce/steps/answer-step.ts';
import { ChildState } from '../../src/render/produce/steps/child-state.ts';
import { toEdit } from '../media/render-edit.ts';

/** The layers of an edit, made in this process. Close it with `await using`. */
export class MadeLayers implements AsyncDisposable {
  /** A `LayeredTimeline` as JSON. */
  readonly timeline: unknown;
  private readonly sources: WrittenLayers['sources'];
  private readonly folder: string;
  private readonly media: string;
  private readonly open = new Map<string, ChildState>();
  private readonly inTurn = pLimit(1);
  private isClosed = false;

  private constructor({ timeline, sources }: WrittenLayers, folder: string, media: string) {
    this.timeline = timeline;
    this.sources = sources;
    this.folder = folder;
    this.media = media;
  }

  /** @param media the folder of the files in the edit. @param height of the view in pixels. */
  static async make(
    edit: Edit,
    media: string,
    height: number,
    dialect: Dialect = 'interface',
  ): Promise<MadeLayers> {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-layers-'));
    const files = Object.fromEntries(listSources(edit).map(({ url }) => [url, resolve(media, url)]));
    using state = new ChildState(
      { kind: 'layers', edit, files, folder, watermark: false, dialect },
      () => undefined,
    );
    const output = join(folder, 'layers.json');
    await answerStep(state, { step: 'output', to: { output }, layers: { height, versions: {} } });
    // The cast is safe: the step has just written it.
    return new MadeLayers(JSON.parse(await readFile(output, 'utf8')) as WrittenLayers, folder, media);
  }

  /** Returns a picture, or a piece of a source. Undefined if there is none. */
  read(file: string, piece: number | undefined): Promise<Buffer | undefined> {
    // A source is read in one place at a time.
    return this.inTurn(() => this.readNow(file, piece));
  }

  private async readNow(file: string, piece: number | undefined): Promise<Buffer | undefined> {
    if (this.isClosed) return undefined;
    if (piece === undefined) return await readFile(join(this.folder, file));
    const source = this.sources[file];
    if (!source) return undefined;
    const state = this.open.get(file) ?? this.openSource(source);
    this.open.set(file, state);
    const output = join(this.folder, `${file}-${piece}`);
    if (!existsSync(output))
      await answerStep(state, { step: 'output', to: { output }, piece: { ...source, piece } });
    const bytes = await readFile(output);
    return bytes.length > 0 ? bytes : undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.isClosed = true;
    // A page may have asked for pieces that it will not show. FFmpeg still reads what is freed here, and crashes.
    await this.inTurn(() => undefined);
    for (const state of this.open.values()) state[Symbol.dispose]();
    await rm(this.folder, { recursive: true, force: true });
  }

  private openSource({ src, size }: PieceSource): ChildState {
    const clip = { asset: { type: size ? 'video' : 'audio', src }, start: 0, length: 1 };
    const edit = toEdit({
      timeline: { tracks: [{ clips: [clip] }] },
      output: { format: 'mp4', resolution: 'preview' },
    });
    const files = { [src]: resolve(this.media, src) };
    return new ChildState(
      { kind: 'layers', edit, files, folder: this.folder, watermark: false, dialect: 'interface' },
      () => undefined,
    );
  }
}
