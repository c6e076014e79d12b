import { type Seconds, type Span, ZERO } from '../base/time.ts';
import type { Matte, VideoVisual, Visual, VisualClip } from '../render/resolve/timeline.ts';
import { listShownClips } from '../render/scene/clip-motion.ts';
import type { LayeredTimeline } from '../render/scene/layered-timeline.ts';
import type { PixelSize, Rect } from '../render/scene/placement.ts';
import { type Layer, sceneAt } from '../render/scene/scene.ts';
import { sourceMomentOf } from '../render/scene/source-time.ts';
import type { LayerPicture, ReadyLayer, ReadyMatte, ReadyScene } from './draw/ready-layer.ts';
import { layerFileOf, type LayerFiles } from './layer-files.ts';
import { PreviewFault } from './preview-source.ts';
import { ElementFrames } from './video/video-element.ts';
import { type FilmFrames, type FilmPace, VideoFrames } from './video/video-frames.ts';
import type { VideoPicture } from './video/video-picture.ts';

/** Seconds before its first frame from which on the picture of a clip is loaded. */
const AHEAD_SECONDS = 2;
/** Milliseconds between two attempts to load what is missing. */
const RETRY_MS = 250;

const UNIT: Rect = { x: 0, y: 0, width: 1, height: 1 };

/** A frame with everything that is there to draw it. */
export interface StageFrame {
  readonly scene: ReadyScene;
  /** True if nothing is missing. */
  readonly isComplete: boolean;
  /** Why something could not be loaded or decoded. */
  readonly fault: PreviewFault | undefined;
}

/** A picture, or why there is none: it is `late`, or nothing is shown at that moment. */
type Found = readonly LayerPicture[] | 'late';

/** A video of a clip or a matte that is open. */
interface OpenVideo {
  readonly owner: Span;
  readonly file: string;
  readonly frames: FilmFrames;
}

/** True if the page may use WebCodecs. Without https, only pages of this machine may. */
export function canDecode(): boolean {
  return 'VideoDecoder' in globalThis;
}

/** The layers of a timeline with their pictures, frame by frame. Close it with `using`. */
export class PreviewStage implements Disposable {
  private readonly layered: LayeredTimeline;
  private readonly files: LayerFiles;
  /** The open videos, by the fields of their clips. */
  private readonly videos = new Map<string, OpenVideo>();
  /** All clips, also those in groups. */
  private readonly clips: readonly VisualClip[];
  /** Frames before its first one from which on the picture of a clip is loaded. */
  private readonly aheadFrames: number;
  pace: FilmPace = 'standing';
  private isComplete = true;
  private fault: PreviewFault | undefined;

  /** @param before the stage of the edit before a change. The new one takes its videos over, so that they are not decoded again. */
  constructor(layered: LayeredTimeline, files: LayerFiles, before?: PreviewStage) {
    const { visualClips, width, height, rate } = layered.timeline;
    this.layered = layered;
    this.files = files;
    this.clips = [...listShownClips(visualClips, { width, height })].map(({ clip }) => clip);
    this.aheadFrames = AHEAD_SECONDS * rate.valueOf();
    if (before) this.takeVideos(before);
  }

  private takeVideos({ videos }: PreviewStage): void {
    for (const owner of this.clips.flatMap((clip) => [clip, ...(clip.mattes ?? [])])) {
      const open = videos.get(owner.field);
      if (owner.visual.kind !== 'video' || open?.file !== layerFileOf(owner.visual.track)) continue;
      this.videos.set(owner.field, { ...open, owner });
      videos.delete(owner.field);
    }
  }

  /** True if a frame shows a video, which needs a decoder. */
  hasVideo(frame: number): boolean {
    return this.clips.some(({ from, to, visual, mattes = [] }) => {
      const isVideo = [visual, ...mattes.map((matte) => matte.visual)].some(({ kind }) => kind === 'video');
      return isVideo && from <= frame && frame < to;
    });
  }

  /** Returns a frame with the pictures that are there. Begins to load and decode the others. */
  at(frame: number): StageFrame {
    const { timeline } = this.layered;
    this.isComplete = true;
    this.fault = undefined;
    this.files.pictures.nextTurn();
    this.files.videoPieces.nextTurn();
    const { width, height, background, visualClips } = timeline;
    const canvas = { width, height };
    const layers = this.listLayers(visualClips, canvas, frame);
    const { isComplete, fault } = this;
    this.prepareNext(frame);
    this.closeUnused(frame);
    return { scene: { canvas, background, layers }, isComplete, fault };
  }

  /**
   * Waits until a frame is complete.
   *
   * @param isWanted false as soon as nobody needs the frame any more. The result is then undefined.
   * @throws {PreviewFault} if something of it cannot be loaded or decoded.
   */
  async prepare(frame: number, isWanted: () => boolean): Promise<StageFrame | undefined> {
    while (isWanted()) {
      const found = this.at(frame);
      if (found.isComplete) return found;
      if (found.fault) throw found.fault;
      await this.nextArrival();
    }
    return undefined;
  }

  [Symbol.dispose](): void {
    for (const { frames } of this.videos.values()) frames[Symbol.dispose]();
    this.videos.clear();
  }

  /** Waits until something has been loaded or decoded, or for a while. */
  private async nextArrival(): Promise<void> {
    const late = new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    const decoded = [...this.videos.values()].map(({ frames }) => frames.nextFrame());
    await Promise.race([
      late,
      this.files.pictures.nextArrival(),
      this.files.videoPieces.nextArrival(),
      ...decoded,
    ]);
  }

  private listLayers(clips: readonly VisualClip[], canvas: PixelSize, frame: number): ReadyLayer[] {
    const { timeline } = this.layered;
    const scene = sceneAt({ ...timeline, ...canvas, visualClips: clips }, frame);
    return scene.flatMap((layer) => this.readyLayer(layer, frame) ?? []);
  }

  private readyLayer(layer: Layer, frame: number): ReadyLayer | undefined {
    const { clip, time } = layer;
    const mattes = layer.mattes.flatMap((active) => this.readyMatte(active) ?? []);
    // Without its matte, the layer would show what it must hide.
    if (mattes.length < layer.mattes.length) return undefined;
    if (clip.visual.kind === 'group') {
      const { width, height, clips } = clip.visual;
      const canvas = { width, height };
      return {
        layer,
        pictures: [],
        group: { canvas, layers: this.listLayers(clips, canvas, frame) },
        mattes,
      };
    }
    const pictures = this.find(clip, clip.visual, time, frame - clip.from);
    return pictures.length > 0 ? { layer, pictures, mattes } : undefined;
  }

  private readyMatte({ matte, time }: Layer['mattes'][number]): ReadyMatte | undefined {
    const [picture] = this.find(matte, matte.visual, time, 0);
    return picture && { picture, isInverted: matte.isInverted };
  }

  /** Returns the pictures of a clip that are there, and notes if they are not. */
  private find(
    owner: VisualClip | Matte,
    visual: Exclude<Visual, { kind: 'group' }>,
    time: Seconds,
    clipFrame: number,
  ): readonly LayerPicture[] {
    try {
      const found = this.picturesOf(owner, visual, time, clipFrame);
      if (found !== 'late') return found;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.fault =
        error instanceof PreviewFault
          ? error
          : new PreviewFault('failed', `\`${owner.field}\`: ${error.message}`, { cause: error });
    }
    this.isComplete = false;
    return [];
  }

  private picturesOf(
    owner: VisualClip | Matte,
    visual: Exclude<Visual, { kind: 'group' }>,
    time: Seconds,
    clipFrame: number,
  ): Found {
    switch (visual.kind) {
      case 'video':
        return this.videoAt(owner, visual, time);
      case 'still': {
        const image = this.files.pictures.peek(visual.media.path);
        return image
          ? [{ image, source: { x: 0, y: 0, width: image.width, height: image.height }, box: UNIT }]
          : 'late';
      }
      case 'vector':
      case 'lottie':
      case 'drawn':
      case 'caption':
      case 'rich-caption':
        return this.lookAt(owner.field, clipFrame);
    }
  }

  private lookAt(field: string, clipFrame: number): Found {
    const looks = this.layered.looks[field] ?? [];
    const index = looks.findLastIndex(({ from }) => from <= clipFrame);
    const look = looks[index];
    // The looks that follow may be in another picture.
    for (const { from, parts } of looks.slice(index + 1, index + 1 + this.aheadFrames))
      if (from <= clipFrame + this.aheadFrames)
        for (const { file } of parts) this.files.pictures.get(file).catch(() => undefined);
    const found = (look?.parts ?? []).map(({ file, source, box }) => {
      const image = this.files.pictures.peek(file);
      return image && { image, source, box };
    });
    const there = found.filter((picture) => picture !== undefined);
    return there.length === found.length ? there : 'late';
  }

  private videoAt(owner: VisualClip | Matte, visual: VideoVisual, time: Seconds): Found {
    const shown = this.openVideo(owner, visual).peek(this.momentOf(visual, time));
    if (!shown) return 'late';
    if (shown === 'none') return [];
    const { track } = visual;
    const place = (image: VideoPicture, opacity?: number): LayerPicture => ({
      image,
      source: {
        x: 0,
        y: 0,
        width: image.width,
        height: track.alpha ? image.height / 2 : image.height,
      },
      box: UNIT,
      ...(track.alpha && { isStacked: true }),
      ...(opacity !== undefined && { opacity }),
    });
    const { frame, blended } = shown;
    return blended ? [place(frame), place(blended.frame, blended.share)] : [place(frame)];
  }

  private momentOf(visual: VideoVisual, time: Seconds): ReturnType<typeof sourceMomentOf> {
    return sourceMomentOf(visual, time, this.layered.timeline.rate);
  }

  private openVideo(owner: VisualClip | Matte, { track }: VideoVisual): FilmFrames {
    const open = this.videos.get(owner.field) ?? {
      owner,
      file: layerFileOf(track),
      frames: new (canDecode() ? VideoFrames : ElementFrames)(track, this.files.videoPieces),
    };
    open.frames.pace = this.pace;
    this.videos.set(owner.field, open);
    return open.frames;
  }

  /** Loads the pictures of the clips that begin soon. A failure is one only when they are needed. */
  private prepareNext(frame: number): void {
    const { fault, isComplete } = this;
    const end = frame + this.aheadFrames;
    for (const clip of this.clips)
      if (frame < clip.from && clip.from <= end && clip.visual.kind !== 'group')
        this.find(clip, clip.visual, ZERO, 0);
    this.fault = fault;
    this.isComplete = isComplete;
  }

  private closeUnused(frame: number): void {
    const end = frame + this.aheadFrames;
    for (const [field, { owner, frames }] of this.videos) {
      if (owner.from <= end && frame < owner.to) continue;
      frames[Symbol.dispose]();
      this.videos.delete(field);
    }
  }
}
