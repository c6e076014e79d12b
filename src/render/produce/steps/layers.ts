import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  fromRatio,
  NATURAL_SPEED,
  type Rate,
  SAMPLE_RATE,
  sampleAtFrame,
  type Seconds,
  type Span,
  ZERO,
} from '../../../base/time.ts';
import { detailedSizeFor } from '../../compose/bitmaps/bitmap.ts';
import { alignToPixels } from '../../compose/layers/draw-pixels.ts';
import { type DrawnClip, drawLooks, type LookParts } from '../../compose/looks/draw-looks.ts';
import { isOpaque } from '../../compose/planes/raster.ts';
import { soundCeilingOf } from '../../encode/open-output.ts';
import { choosePieceSize } from '../../encode/pieces/piece-size.ts';
import { describeKnownFiles } from '../../media/known-media.ts';
import type { AudioTrack, Media, StillMedia, StreamLocation, VideoTrack } from '../../media/media.ts';
import { PICTURE_PIECE_SECONDS, SOUND_PIECE_SECONDS } from '../../media/piece-seconds.ts';
import type { SourceFile } from '../../media/source-file.ts';
import { chainClips, type ClipChain, endOfChain } from '../../gain/clip-chain.ts';
import { MixedLevels } from '../../mix/levels/mixed-levels.ts';
import { planMix } from '../../mix/open-mixer.ts';
import type { AudioClip, Matte, TransitionStep, Visual, VisualClip } from '../../resolve/timeline.ts';
import { isStationary, largestUncroppedSizeOf, listPlacedClips } from '../../scene/clip-motion.ts';
import {
  type LayeredTimeline,
  type LayerLook,
  type SoundGains,
  writeExact,
  writeTimeline,
} from '../../scene/layered-timeline.ts';
import { type PixelSize, scaleSize } from '../../scene/placement.ts';
import { layerAt } from '../../scene/scene.ts';
import { sourceMomentOf } from '../../scene/source-time.ts';
import { encodeJpeg, encodePng, readStill, type RgbaImage } from '../../stills/still.ts';
import { readContents } from '../file-content.ts';
import { type FileVisual, replaceVisuals, withoutContent } from '../page-visuals.ts';
import type {
  LayersRequest,
  OutputRequest,
  PieceSource,
  PlayedSound,
  RenderResult,
  WrittenLayers,
} from '../produce-job.ts';
import type { ChildState } from './child-state.ts';
import { listSounds, writePiece } from './pieces.ts';

/** Writes the layers with which a page plays the edit, or a piece of a source. Without a piece, the file is not written. */
export async function answerLayers(state: ChildState, request: OutputRequest): Promise<RenderResult> {
  const { layers, piece, to } = request;
  if (piece) await writePiece(state, piece, to.output);
  else if (layers) await writeLayers(state, layers, to.output);
  const { timeline } = state.output;
  return { ...timeline.outputSize, frames: timeline.frameCount, warnings: timeline.warnings };
}

async function writeLayers(state: ChildState, request: LayersRequest, path: string): Promise<void> {
  using writer = new LayerWriter(state, request);
  await writeFile(path, JSON.stringify(await writer.write()));
}

/** JPEG settings of opaque pictures. Better than those of frames, because pages scale them. */
const STILL_JPEG = { quality: 95, chroma: '4:4:4' } as const;
/** Pixels up to which a picture is a PNG: a small one is often enlarged, with the artefacts of a JPEG. */
const MAX_SMALL_PIXELS = 256 * 256;
/** Views that the whole of a picture may fill at its size. Of a larger one, most is outside of the view. */
const MAX_VIEWS = 4;

/** The transitions that the page leaves to the engine. */
const ENGINE_TRANSITIONS: ReadonlySet<TransitionStep['kind']> = new Set([
  'luma',
  'glitch',
  'lightLeak',
  'filmBurn',
  'pageTurn',
]);

/** Makes the layers of a timeline. */
class LayerWriter implements Disposable {
  private readonly state: ChildState;
  private readonly request: LayersRequest;
  /** Pixels of the view per pixel of the timeline. */
  private readonly scale: number;
  private readonly urls: ReadonlyMap<SourceFile, string>;
  private readonly pictures = new Set<string>();
  private readonly sources: Record<string, PieceSource> = {};
  /** The piece with which each clip begins. `from` is the frame of the timeline. */
  private readonly firstPieces: (WrittenLayers['firstPieces'][number] & { readonly from: number })[] = [];
  private readonly versions = new Map<string, Promise<string>>();
  private readonly looks: Record<string, readonly LayerLook[]> = {};
  private readonly engine: Span[] = [];
  private readonly levels: MixedLevels;

  constructor(state: ChildState, request: LayersRequest) {
    const { timeline } = state.output;
    this.state = state;
    this.request = request;
    this.scale = Math.min(1, request.height / timeline.height);
    this.urls = mapFiles(state.prepared ?? new Map<string, Media>());
    this.levels = new MixedLevels(timeline);
  }

  [Symbol.dispose](): void {
    this.levels[Symbol.dispose]();
  }

  async write(): Promise<WrittenLayers> {
    const { timeline } = this.state.output;
    const visuals = new Map<VisualClip, Visual>();
    const mattes = new Map<Matte, Matte['visual']>();
    for (const { clip, canvas, largest, enlargement } of listPlacedClips(timeline.visualClips, timeline)) {
      const factor = this.scale * enlargement;
      this.engine.push(...listEngineSpans(clip, timeline.rate));
      visuals.set(clip, await this.show(clip, canvas, scaleSize(largest, factor)));
      const uncropped = scaleSize(largestUncroppedSizeOf(clip, canvas), factor);
      // A matte of several clips is as large as the first one shows it.
      for (const matte of clip.mattes ?? [])
        if (!mattes.has(matte)) mattes.set(matte, await this.replaceFile(matte.visual, uncropped, clip.from));
    }
    const chains = new Map(chainClips(timeline).flatMap((chain) => chain.map(({ clip }) => [clip, chain])));
    const audioClips: AudioClip[] = [];
    for (const clip of timeline.audioClips) audioClips.push(await this.replaceSound(clip, chains.get(clip)));
    const layered: LayeredTimeline = {
      timeline: {
        ...timeline,
        visualClips: replaceVisuals(timeline.visualClips, visuals, mattes),
        audioClips,
      },
      looks: this.looks,
      sound: await this.planSound(),
      engine: this.engine.toSorted((one, other) => one.from - other.from),
    };
    const { job, media = new Map<string, Media>() } = this.state;
    return {
      timeline: writeTimeline(layered),
      pictures: [...this.pictures],
      sources: this.sources,
      firstPieces: this.firstPieces
        .toSorted((one, other) => one.from - other.from)
        .map(({ id, piece }) => ({ id, piece })),
      media: describeKnownFiles(job.files, media),
    };
  }

  /** Returns the visual of a clip for a page. @param shown its largest size in pixels of the view. */
  private async show(clip: VisualClip, canvas: PixelSize, shown: PixelSize): Promise<Visual> {
    const { visual } = clip;
    if (visual.kind === 'group') return visual;
    if (visual.kind === 'video' || visual.kind === 'still')
      return await this.replaceFile(visual, shown, clip.from, isStationary(clip));
    if (visual.kind === 'drawn' && visual.asset.type === 'html5') {
      this.engine.push({ from: clip.from, to: clip.to });
      return withoutContent(visual);
    }
    const {
      fontLibrary: fonts,
      output: { timeline },
    } = this.state;
    const save = async (sheet: RgbaImage): Promise<string> => this.keep(await encodePng(sheet));
    const parts: LookParts = { timeline, fonts, levels: this.levels, save };
    const place = this.findPlace(clip, canvas);
    const { looks, missingFrom } = await drawLooks(
      { clip, visual, canvas, shown, ...(place && { place }) },
      parts,
    );
    this.looks[clip.field] = looks;
    if (missingFrom !== undefined) this.engine.push({ from: missingFrom, to: clip.to });
    return withoutContent(visual);
  }

  /** Returns the place of a clip, if it does not move and is in no group. */
  private findPlace(clip: VisualClip, canvas: PixelSize): DrawnClip['place'] {
    const { timeline } = this.state.output;
    if (canvas !== timeline || !isStationary(clip)) return undefined;
    // The page aligns its clips in the same way, and places the looks on them.
    const placement = alignToPixels(layerAt(clip, clip.from, timeline).placement);
    return { placement, size: timeline, scale: this.scale };
  }

  /**
   * @param shown its largest size in pixels of the view.
   * @param from the frame of the timeline at which it begins.
   * @param isFixed true if it is always shown at this size.
   */
  private async replaceFile(
    visual: FileVisual,
    shown: PixelSize,
    from: number,
    isFixed = false,
  ): Promise<FileVisual> {
    if (visual.kind === 'still') {
      const path = await this.saveStill(visual.media, shown, isFixed);
      return { kind: visual.kind, media: { ...visual.media, path } };
    }
    const { chromaKey: key, cutout, ...plain } = visual;
    const size = choosePieceSize(visual.track, shown);
    const { time } = sourceMomentOf(visual, ZERO, this.state.output.timeline.rate);
    const track = await this.replaceTrack(
      visual.track,
      { from, time },
      { size, ...(key && { key }), ...(cutout && { cutout }) },
    );
    return { ...plain, track: { ...track, alpha: track.alpha || key !== undefined } };
  }

  /**
   * Returns a sound for a page. A page plays sounds as they are, so it gets others as their clip plays them.
   *
   * @param chain the clips that continue each other, with this one among them. Filters go on from one to the next.
   */
  private async replaceSound(clip: AudioClip, chain: ClipChain | undefined): Promise<AudioClip> {
    const { trim, speed, ramp, parts, loop, preservesPitch, channels, covers, sound, ...plain } = clip;
    if (speed.equals(NATURAL_SPEED) && !ramp && !parts && !loop && !covers && !sound)
      return { ...clip, track: await this.replaceTrack(clip.track, { from: clip.from, time: trim }) };
    const { rate } = this.state.output.timeline;
    const first = (sound && chain?.[0].clip) ?? clip;
    const end = sound && chain ? endOfChain(chain) : sampleAtFrame(clip.to, rate);
    const samples = end - sampleAtFrame(first.from, rate);
    const how = { speed, ramp, parts, loop, preservesPitch, channels, covers, sound };
    const played = { trim: first.trim, ...how, samples } satisfies Record<keyof PlayedSound, unknown>;
    const time = clip.start.sub(first.start);
    const form = { played: writeExact(played) };
    const track = await this.replaceTrack(clip.track, { from: clip.from, time }, form);
    const duration = fromRatio(samples, SAMPLE_RATE);
    return { ...plain, track: { ...track, duration }, trim: time, speed: NATURAL_SPEED };
  }

  private async saveStill(media: StillMedia, shown: PixelSize, isFixed: boolean): Promise<string> {
    const { width, height } = media;
    const window = { left: 0, top: 0, width, height };
    const pixels = await readStill(media.path, window, this.stillSizeFor(media, shown, isFixed));
    const isSmall = pixels.width * pixels.height <= MAX_SMALL_PIXELS;
    const isPng = isSmall || !isOpaque(pixels);
    return await this.keep(await (isPng ? encodePng(pixels) : encodeJpeg(pixels, STILL_JPEG)));
  }

  /** @param isFixed true if the picture is always shown at this size, so that it is resampled only once. */
  private stillSizeFor(media: StillMedia, shown: PixelSize, isFixed: boolean): PixelSize {
    const [width, height] = [Math.round(shown.width), Math.round(shown.height)];
    const view = scaleSize(this.state.output.timeline, this.scale);
    const isUseful = width > 0 && height > 0 && width * height <= MAX_VIEWS * view.width * view.height;
    return isFixed && isUseful ? { width, height } : detailedSizeFor(shown, media);
  }

  /** Writes a picture under its id. */
  private async keep(bytes: Buffer): Promise<string> {
    const id = hash(bytes);
    if (!this.pictures.has(id)) await writeFile(join(this.state.job.folder, id), bytes);
    this.pictures.add(id);
    return id;
  }

  /**
   * Returns a track whose file is the id of its pieces.
   *
   * @param begin the frame of the timeline at which a clip begins, and the second of the pieces that it shows there.
   * @param form what decides the pieces besides the track.
   */
  private async replaceTrack<Track extends AudioTrack | VideoTrack>(
    track: Track,
    begin: { readonly from: number; readonly time: Seconds },
    form: Pick<PieceSource, 'size' | 'key' | 'cutout' | 'played'> = {},
  ): Promise<Track> {
    const { file, stream } = track.location;
    const src = this.urls.get(file) ?? '';
    const media = this.state.prepared?.get(src);
    const isFilm = media?.kind === 'av' && media.video !== undefined;
    const source = { src, isFilm, version: await this.versionOf(src), stream, ...form };
    const id = hash(JSON.stringify([PIECES_VERSION, source]));
    this.sources[id] = source;
    const seconds = form.size ? PICTURE_PIECE_SECONDS : SOUND_PIECE_SECONDS;
    this.firstPieces.push({ id, piece: begin.time.div(seconds).floor().valueOf(), from: begin.from });
    const location: StreamLocation = { file: id, demuxer: '', stream, start: ZERO };
    return { ...track, location };
  }

  private versionOf(src: string): Promise<string> {
    const known = this.versions.get(src) ?? this.findVersion(src);
    this.versions.set(src, known);
    return known;
  }

  private async findVersion(src: string): Promise<string> {
    const known = this.request.versions[src];
    const file = this.state.job.files[src];
    if (known !== undefined) return known;
    if (typeof file !== 'string') return randomUUID();
    return (await readContents([file], false)).get(file)?.identity ?? randomUUID();
  }

  private async planSound(): Promise<SoundGains> {
    const { edit, timeline } = this.state.output;
    const { format, quality, loudness } = edit.output;
    const ceiling = soundCeilingOf(format, quality);
    if (timeline.audioClips.length === 0) return { gain: 1, ceiling, ducks: {} };
    const target = { ceiling, loudness };
    const plan = await planMix(timeline, target, () => this.state.report({ phase: 'rendering' }));
    const ducks = Array.from(plan.ducks ?? [], ([{ field }, { spans }]) => [field, spans] as const);
    return { gain: plan.loudness?.gain ?? 1, ceiling, ducks: Object.fromEntries(ducks) };
  }
}

/** Raise the number if the pieces of the same source become others. */
const PIECES_VERSION = 2;

function hash(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Lists the frames of the transitions of a clip that only the engine draws. */
function listEngineSpans({ from, to, transition }: VisualClip, rate: Rate): Span[] {
  const framesOf = (step: TransitionStep | undefined): number =>
    step && ENGINE_TRANSITIONS.has(step.kind) ? Math.ceil(step.seconds * rate.valueOf()) : 0;
  const [entry, exit] = [framesOf(transition.in), framesOf(transition.out)];
  // The casts are safe: whole numbers of frames.
  return [
    { from, to: (from + entry) as Span['to'] },
    { from: (to - exit) as Span['from'], to },
  ].filter((span) => span.from < span.to);
}

/** Maps the file of each track to its URL. */
function mapFiles(media: ReadonlyMap<string, Media>): Map<SourceFile, string> {
  const files = new Map<SourceFile, string>();
  for (const [url, found] of media) {
    const video = 'video' in found ? found.video : undefined;
    for (const { location } of [...(video ? [video] : []), ...listSounds(found)])
      files.set(location.file, url);
  }
  return files;
}
