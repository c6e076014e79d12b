import { frameAt, toSeconds } from '../base/time.ts';
import { type LayeredTimeline, readTimeline, writeExact } from '../render/scene/layered-timeline.ts';
import { CanvasPainter } from './draw/canvas-painter.ts';
import { GlPainter } from './draw/gl-painter.ts';
import type { Painter, ReadyScene } from './draw/ready-layer.ts';
import { EngineFrames } from './engine-frames.ts';
import { FluentScale } from './fluent-scale.ts';
import { LayerFiles } from './layer-files.ts';
import { PreviewFault, type PreviewSource } from './preview-source.ts';
import { PROBLEM_WORDS, type PreviewProblem, type PreviewState } from './preview-state.ts';
import { SoundPlayer } from './sound/sound-player.ts';
import { canDecode, PreviewStage, type StageFrame } from './preview-stage.ts';

/** Milliseconds that a picture may be late before picture and sound wait for it. */
const MAX_LATE_MS = 250;
/** Milliseconds without another seek after which the engine is asked for its frame. */
const SETTLED_MS = 120;
/** Milliseconds that the engine leaves to the pieces of the first picture. */
const PIECES_MS = 3000;
/** Milliseconds after which something that could not be loaded is tried again. */
const RETRY_MS = 1000;

/** The events of a preview. */
export interface PreviewEvents {
  /** Called with the second of the timeline whenever another picture is shown. */
  readonly onTime?: (second: number) => void;
  /** Called when the picture of the current second has been put on the canvas. */
  readonly onPicture?: () => void;
  readonly onState?: (state: PreviewState) => void;
}

/** An edit that is open. A change of the edit may change it while it plays. */
interface Show {
  layered: LayeredTimeline;
  stage: PreviewStage;
  engine: EngineFrames;
  /** True if the page has failed to draw it, so that the engine draws all frames. */
  isForEngine: boolean;
}

/**
 * Plays an edit on a canvas at once, and shows the frame of the engine whenever it pauses. It draws in the size of the
 * canvas, `width` and `height`. Close it with `using`.
 */
export class PreviewPlayer implements Disposable {
  private readonly canvas: HTMLCanvasElement;
  private readonly events: PreviewEvents;
  private painter: Painter;
  private show: Show | undefined;
  private state: PreviewState = { phase: 'empty', drawnBy: undefined, dropped: 0 };
  private frame = 0;
  /** The frame that is on the canvas. */
  private drawnFrame: number | undefined;
  /** The run in which stills are being drawn. */
  private drawing: AbortSignal | undefined;
  private fluent = new FluentScale();
  private readonly files = new LayerFiles();
  private readonly sound: SoundPlayer = new SoundPlayer(this.files.soundPieces);
  /** Ends what runs now: playing, or the search for a picture. */
  private run = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** True if the engine is asked for the frame that stands when its pieces are there. */
  private isUnsettled = false;
  private request = 0;

  /** @param canvas a canvas of the page without a context. */
  constructor(canvas: HTMLCanvasElement, events: PreviewEvents = {}) {
    this.canvas = canvas;
    this.events = events;
    this.painter = openPainter(canvas);
    // A graphics card may lose everything, as when a computer sleeps. It then starts again.
    canvas.addEventListener('webglcontextlost', this.onLost);
    canvas.addEventListener('webglcontextrestored', this.onRestored);
  }

  /** Pixels of the edit as it is composed, 0 if nothing is open. */
  get size(): { readonly width: number; readonly height: number } {
    const { width = 0, height = 0 } = this.show?.layered.timeline ?? {};
    return { width, height };
  }

  /** Seconds of the timeline, 0 if nothing is open. */
  get duration(): number {
    const { timeline } = this.show?.layered ?? {};
    return timeline ? timeline.frameCount / timeline.rate.valueOf() : 0;
  }

  /** The second of the timeline that is shown. */
  get time(): number {
    return this.show ? this.secondOf(this.frame) : 0;
  }

  /**
   * Opens an edit in place of the one before, at the same second. It goes on playing if it played, without a gap if
   * nothing has changed that is heard.
   */
  open(source: PreviewSource): void {
    const { time, isRunning, show: before } = this;
    const layered = readTimeline(source.timeline);
    const goesOn = before !== undefined && soundsSame(before.layered, layered);
    if (!goesOn) {
      this.stopRun();
      this.fluent = new FluentScale();
    }
    before?.engine[Symbol.dispose]();
    this.files.source = source;
    const engine = new EngineFrames(
      source,
      layered.timeline.rate.valueOf(),
      (frame, image) => this.showEngineFrame(frame, image),
      (fault) => this.reportFault(fault),
    );
    const stage = new PreviewStage(layered, this.files, before?.stage);
    before?.stage[Symbol.dispose]();
    stage.pace = isRunning ? 'playing' : 'standing';
    const next = { layered, stage, engine, isForEngine: false };
    // A run that goes on finds the new edit in the place of the one before.
    const show = goesOn ? Object.assign(before, next) : next;
    this.show = show;
    this.drawnFrame = undefined;
    this.frame = this.frameOf(time);
    if (!isRunning) {
      this.report({ phase: 'paused', problem: undefined });
      this.showStill(0);
    } else if (!goesOn) void this.playFrom(this.frame, show, this.run.signal);
  }

  /** Plays on, or from the beginning if the last picture is shown. Call it while the page handles a click or a key. */
  play(): void {
    if (!this.show || this.isRunning) return;
    if (this.frame === this.frameOf(this.duration)) this.frame = 0;
    this.stopRun();
    if (this.show.layered.timeline.audioClips.length > 0) void this.sound.allow();
    this.report({ dropped: 0, problem: undefined });
    void this.playFrom(this.frame, this.show, this.run.signal);
  }

  /** Stops, and shows the frame of the engine. */
  pause(): void {
    if (!this.isRunning) return;
    this.stopRun();
    this.report({ phase: 'paused' });
    this.showStill(0);
  }

  /** Goes to a second of the timeline. It goes on playing there if it plays. */
  seek(second: number): void {
    if (!this.show) return;
    const { isRunning } = this;
    this.frame = this.frameOf(second);
    if (!isRunning) {
      this.report({ phase: 'paused' });
      this.showStill(SETTLED_MS);
      return;
    }
    this.stopRun();
    void this.playFrom(this.frame, this.show, this.run.signal);
  }

  /** Draws again, as after the canvas got another size. */
  redraw(): void {
    this.drawnFrame = undefined;
    this.fluent = new FluentScale();
    if (!this.isRunning) this.showStill(SETTLED_MS);
  }

  /** Sets the volume of everything. @param volume from 0 to 1. */
  set volume(volume: number) {
    this.sound.volume = volume;
  }

  /** Closes the edit and everything that it opened. */
  close(): void {
    this.closeShow();
    this.report({ phase: 'empty', problem: undefined });
  }

  [Symbol.dispose](): void {
    this.close();
    this.sound[Symbol.dispose]();
    this.files[Symbol.dispose]();
    this.canvas.removeEventListener('webglcontextlost', this.onLost);
    this.canvas.removeEventListener('webglcontextrestored', this.onRestored);
    this.painter[Symbol.dispose]();
  }

  private readonly onLost = (event: Event): void => event.preventDefault();

  private readonly onRestored = (): void => {
    this.painter = openPainter(this.canvas);
    this.redraw();
  };

  private get isRunning(): boolean {
    return this.state.phase === 'playing' || this.state.phase === 'loading';
  }

  private closeShow(): void {
    this.stopRun();
    this.show?.engine[Symbol.dispose]();
    this.show?.stage[Symbol.dispose]();
    this.show = undefined;
    this.files.source = undefined;
    this.drawnFrame = undefined;
  }

  private stopRun(): void {
    this.run.abort();
    this.run = new AbortController();
    clearTimeout(this.timer);
    cancelAnimationFrame(this.request);
    this.show?.engine.cancel();
    this.sound.stop();
  }

  private frameOf(second: number): number {
    const { rate, frameCount } = this.show?.layered.timeline ?? {};
    if (!rate || !frameCount) return 0;
    return Math.min(frameCount - 1, Math.max(0, frameAt(toSeconds(second), rate)));
  }

  private secondOf(frame: number): number {
    return frame / (this.show?.layered.timeline.rate.valueOf() ?? 1);
  }

  /** Shows the current frame: that of the page as soon as it can be drawn, and then that of the engine. */
  private showStill(settledMs: number): void {
    const { show, run } = this;
    if (!show) return;
    clearTimeout(this.timer);
    this.isUnsettled = false;
    show.engine.cancel();
    show.stage.pace = settledMs > 0 ? 'searching' : 'standing';
    this.timer = setTimeout(() => this.settle(show), settledMs);
    this.events.onTime?.(this.time);
    if (this.drawing === run.signal) return;
    this.drawing = run.signal;
    void this.drawStills(show, run.signal).finally(() => {
      if (this.drawing === run.signal) this.drawing = undefined;
    });
  }

  /** Asks for the frame of the engine, and for what is needed to play on. The pieces of the first picture are made before. */
  private settle(show: Show): void {
    const { engine, stage } = show;
    stage.pace = 'standing';
    const { isComplete, fault } = stage.at(this.frame);
    void this.prepareSound(show, this.run.signal);
    const isNew = this.drawnFrame === undefined;
    this.isUnsettled = isNew && !isComplete && !fault && !this.isForEngine(show, this.frame);
    clearTimeout(this.timer);
    if (this.isUnsettled) this.timer = setTimeout(() => engine.want(this.frame), PIECES_MS);
    else engine.want(this.frame);
  }

  /** Draws the current frame, until it stays the same. Each picture of a search is finished, so that there is always one. */
  private async drawStills(show: Show, signal: AbortSignal): Promise<void> {
    const isOn = (): boolean => !signal.aborted;
    let drawn: { readonly frame: number; readonly stage: PreviewStage } | undefined;
    while (isOn() && (drawn?.frame !== this.frame || drawn.stage !== show.stage)) {
      const { frame } = this;
      const { stage } = show;
      drawn = { frame, stage };
      if (this.isForEngine(show, frame)) continue;
      const patience = performance.now() + MAX_LATE_MS;
      const isWanted = (): boolean =>
        isOn() && stage === show.stage && (frame === this.frame || performance.now() < patience);
      try {
        const found = await stage.prepare(frame, isWanted);
        if (found && isOn()) this.paintStill(found, frame);
      } catch (error) {
        if (isOn() && frame === this.frame) this.failStill(show, error);
      }
      if (isOn() && this.isUnsettled) this.settle(show);
    }
  }

  /** Leaves a frame that cannot be drawn to the engine. */
  private failStill(show: Show, error: unknown): void {
    if (this.isUnsettled) this.settle(show);
    this.reportFault(error);
  }

  private paintStill({ scene }: StageFrame, frame: number): void {
    const hasBetter = this.drawnFrame === this.frame && this.state.drawnBy === 'engine';
    if (!hasBetter) this.paint(scene, frame, 1);
  }

  /** Loads the sound at the current frame, so that it can begin at once. */
  private async prepareSound(show: Show, signal: AbortSignal): Promise<void> {
    const { frame } = this;
    try {
      await this.sound.prepare(show.layered, this.time);
    } catch (error) {
      if (!signal.aborted && frame === this.frame) this.reportFault(error);
    }
  }

  private showEngineFrame(frame: number, image: ImageBitmap): void {
    if (this.painter.isLost) return;
    if (frame === this.frame || this.state.phase === 'playing') {
      this.painter.show(image);
      this.drawnFrame = frame;
      const { problem } = this.state;
      this.report({ drawnBy: 'engine', problem: mayPass(problem) ? undefined : problem });
      if (frame === this.frame) this.events.onPicture?.();
    }
  }

  private paint(scene: ReadyScene, frame: number, scale: number): void {
    if (this.painter.isLost) return;
    this.painter.paint(scene, scale);
    this.drawnFrame = frame;
    this.report({ drawnBy: 'page' });
    if (frame === this.frame) this.events.onPicture?.();
  }

  /** Says why a picture is missing. Tries a still again if time may help, and stops if it cannot help. */
  private reportFault(error: unknown): void {
    const problem = reasonOf(error);
    this.report({ problem });
    const passes = mayPass(problem);
    if (this.isRunning && !passes) {
      this.stopRun();
      this.report({ phase: 'paused' });
    } else if (!this.isRunning && passes) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.showStill(0), retryMsOf(error));
    }
  }

  /** Loads what is needed and plays, until the run is stopped. */
  private async playFrom(frame: number, show: Show, signal: AbortSignal): Promise<void> {
    this.report({ phase: 'loading' });
    // Nothing moves before everything is there.
    show.stage.pace = 'standing';
    const { layered } = show;
    try {
      const second = this.secondOf(frame);
      const isForEngine = this.isForEngine(show, frame);
      await Promise.all([
        isForEngine || this.preparePicture(show, frame, signal),
        this.sound.prepare(layered, second),
      ]);
      signal.throwIfAborted();
      await this.sound.start(layered, second);
      signal.throwIfAborted();
    } catch (error) {
      if (!signal.aborted) this.waitFor(error, show, signal);
      return;
    }
    const isMuted = layered.timeline.audioClips.length > 0 && !this.sound.isHeard;
    const { problem } = this.state;
    show.stage.pace = 'playing';
    this.report({ phase: 'playing', problem: isMuted ? 'no-sound' : mayPass(problem) ? undefined : problem });
    this.playOn(show, signal, undefined);
  }

  /** Waits until a frame is complete, also if the edit changes meanwhile. */
  private async preparePicture(show: Show, frame: number, signal: AbortSignal): Promise<void> {
    const { stage } = show;
    await stage.prepare(frame, () => !signal.aborted && stage === show.stage);
    if (!signal.aborted && stage !== show.stage) await this.preparePicture(show, frame, signal);
  }

  /** Says why nothing plays, and tries again if time may help. */
  private waitFor(error: unknown, show: Show, signal: AbortSignal): void {
    const problem = reasonOf(error);
    this.sound.stop();
    const isLastResort = problem === 'failed' && !show.isForEngine;
    const goesOn = mayPass(problem) || isLastResort;
    this.report({ phase: goesOn ? 'loading' : 'paused', problem });
    show.isForEngine ||= isLastResort;
    if (goesOn) this.timer = setTimeout(() => void this.playFrom(this.frame, show, signal), retryMsOf(error));
    else show.engine.want(this.frame);
  }

  /** Draws a picture for each one that the screen shows. @param lateSince when a picture was missing first. */
  private playOn(show: Show, signal: AbortSignal, lateSince: number | undefined): void {
    this.request = requestAnimationFrame((now) => {
      if (signal.aborted) return;
      const { frameCount, rate } = show.layered.timeline;
      const frame = frameAt(toSeconds(this.sound.position), rate);
      const isOver = frame >= frameCount;
      const missing = isOver ? undefined : this.tryFrame(show, frame, lateSince !== undefined);
      const since = missing && (lateSince ?? now);
      const isLate = this.sound.isLate || (since !== undefined && now - since > MAX_LATE_MS);
      if (isOver) this.end(frameCount - 1);
      else if (missing?.fault) this.waitFor(missing.fault, show, signal);
      else if (isLate) void this.playFrom(frame, show, signal);
      else this.playOn(show, signal, since);
    });
  }

  /** Draws a frame while it plays. Returns why it is not there, if it is not. @param isLate true if it was not there before. */
  private tryFrame(show: Show, frame: number, isLate: boolean): { readonly fault?: unknown } | undefined {
    try {
      return this.playFrame(show, frame, isLate);
    } catch (error) {
      return { fault: error };
    }
  }

  /** Draws a frame, unless it is not complete. Returns it then. */
  private playFrame(show: Show, frame: number, isLate: boolean): StageFrame | undefined {
    if (frame === this.drawnFrame) return undefined;
    const found = this.isForEngine(show, frame) ? undefined : show.stage.at(frame);
    if (found && !found.isComplete) return found;
    const dropped = Math.max(0, frame - this.frame - 1);
    this.moveTo(frame);
    if (found?.scene.layers.every((item) => this.painter.canPaint(item)) === true) {
      this.paint(found.scene, frame, this.fluent.value);
      // Pictures that came late say nothing of how long drawing takes.
      if (!isLate) this.fluent.count(dropped);
    } else {
      this.drawnFrame = frame;
      show.engine.want(frame);
    }
    if (dropped > 0) this.report({ dropped: this.state.dropped + dropped });
    return undefined;
  }

  private moveTo(frame: number): void {
    this.frame = frame;
    this.events.onTime?.(this.time);
  }

  private end(frame: number): void {
    this.stopRun();
    // The last pictures may have been left out.
    this.moveTo(frame);
    this.report({ phase: 'ended' });
    this.showStill(0);
  }

  /** True if only the engine can draw a frame. */
  private isForEngine({ layered, stage, isForEngine }: Show, frame: number): boolean {
    if (isForEngine || layered.engine.some(({ from, to }) => from <= frame && frame < to)) return true;
    if (canDecode() || !stage.hasVideo(frame)) return false;
    const canPlay = 'MediaSource' in globalThis;
    this.report({ problem: canPlay ? 'not-secure' : 'no-decoder' });
    return !canPlay;
  }

  private report(
    change: Partial<Omit<PreviewState, 'problem'>> & { problem?: PreviewProblem | undefined },
  ): void {
    const { word: _, problem: before, ...rest } = { ...this.state, ...change };
    const problem = 'problem' in change ? change.problem : before;
    const state = { ...rest, ...(problem && { problem, word: PROBLEM_WORDS[problem] }) };
    const isNew = JSON.stringify(state) !== JSON.stringify(this.state);
    this.state = state;
    if (isNew) this.events.onState?.(state);
  }
}

/** True if two edits have the same sound and as many frames, so that one may go on in place of the other. */
function soundsSame(one: LayeredTimeline, other: LayeredTimeline): boolean {
  const heardOf = ({ timeline, sound }: LayeredTimeline): string =>
    JSON.stringify(
      writeExact([timeline.audioClips, timeline.buses, sound, timeline.rate, timeline.frameCount]),
    );
  return heardOf(one) === heardOf(other);
}

function reasonOf(error: unknown): PreviewProblem {
  return error instanceof PreviewFault ? error.reason : 'failed';
}

/** Returns the milliseconds before another try. */
function retryMsOf(error: unknown): number {
  return (error instanceof PreviewFault ? error.retryMs : undefined) ?? RETRY_MS;
}

/** True if a problem may pass by itself. */
function mayPass(problem: PreviewProblem | undefined): boolean {
  return problem === 'offline' || problem === 'busy';
}

function openPainter(canvas: HTMLCanvasElement): Painter {
  const gl = canvas.getContext('webgl2', { alpha: true, antialias: false, depth: false, stencil: false });
  if (gl) return new GlPainter(gl);
  const context = canvas.getContext('2d');
  if (!context)
    throw new Error('The canvas of a preview must have no other context. Give it a canvas of its own.');
  return new CanvasPainter(context);
}
