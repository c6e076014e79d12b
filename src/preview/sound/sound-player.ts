import { SAMPLE_RATE } from '../../base/time.ts';
import type { LayeredTimeline } from '../../render/scene/layered-timeline.ts';
import type { SoundPiece } from '../layer-files.ts';
import type { LoadedFiles } from '../loaded-files.ts';
import { SoundMix } from './sound-mix.ts';

/** Samples that are given to the browser at once: a quarter of a second. */
const BLOCK_SAMPLES = SAMPLE_RATE / 4;
/** Seconds of sound that are given to the browser before they are heard. */
const AHEAD_SECONDS = 1;
/** Seconds between the call that begins to play and the first sample. */
const START_SECONDS = 0.02;
/** Milliseconds between two looks at whether more sound is needed. */
const PUMP_MS = 100;
/** Milliseconds to wait for the browser to allow sound. */
const ALLOWED_MS = 300;

/**
 * Plays the sound of a timeline, and is the clock of the picture. Without a sound, or if the browser allows none, it is
 * only a clock. Close it with `using`.
 */
export class SoundPlayer implements Disposable {
  private readonly pieces: LoadedFiles<SoundPiece>;
  private readonly nodes = new Set<AudioBufferSourceNode>();
  private context: AudioContext | undefined;
  private volumeNode: GainNode | undefined;
  private mix: SoundMix | undefined;
  private timer: ReturnType<typeof setInterval> | undefined;
  /** Second of the clock at which the next block is heard. */
  private nextTime = 0;
  private startTime = 0;
  private startSecond = 0;
  private loudness = 1;

  /** @param pieces the pieces of all sounds. */
  constructor(pieces: LoadedFiles<SoundPiece>) {
    this.pieces = pieces;
  }

  /** True if the browser lets the sound be heard. */
  get isHeard(): boolean {
    return this.context?.state === 'running';
  }

  /** True if sound is missing: it will stop, or has stopped. */
  get isLate(): boolean {
    return this.mix !== undefined && this.now() > this.nextTime - START_SECONDS;
  }

  /** The second of the timeline that is heard now. */
  get position(): number {
    const latency = this.isHeard ? (this.context?.outputLatency ?? this.context?.baseLatency ?? 0) : 0;
    return Math.max(this.startSecond, this.startSecond + this.now() - this.startTime - latency);
  }

  /** The volume of everything, from 0 to 1. */
  set volume(volume: number) {
    this.loudness = volume;
    if (this.volumeNode) this.volumeNode.gain.value = volume;
  }

  /**
   * Loads the sound of a timeline at a second, so that it can begin at once.
   *
   * @throws {PreviewFault} if it cannot be loaded.
   */
  async prepare(layered: LayeredTimeline, second: number): Promise<void> {
    const mix = new SoundMix(layered, Math.round(second * SAMPLE_RATE));
    const pieces = mix.listPieces(2 * BLOCK_SAMPLES);
    await Promise.all(pieces.map(({ file, piece }) => this.pieces.get(file, piece)));
  }

  /** Has the browser allow sound. Call it while the page handles a click or a key. */
  async allow(): Promise<AudioContext> {
    this.context ??= new AudioContext({ sampleRate: SAMPLE_RATE });
    if (!this.volumeNode) {
      this.volumeNode = this.context.createGain();
      this.volumeNode.gain.value = this.loudness;
      this.volumeNode.connect(this.context.destination);
    }
    // Without a click or a key, this waits until there is one.
    const allowed = this.context.resume();
    await Promise.race([allowed, new Promise((resolve) => setTimeout(resolve, ALLOWED_MS))]);
    return this.context;
  }

  /** Begins to play a timeline at a second. */
  async start(layered: LayeredTimeline, second: number): Promise<void> {
    this.stop();
    const isSilent = layered.timeline.audioClips.length === 0;
    const context = isSilent ? undefined : await this.allow();
    this.startSecond = second;
    this.startTime = this.now() + START_SECONDS;
    this.nextTime = this.startTime;
    if (context?.state !== 'running') return;
    this.mix = new SoundMix(layered, Math.round(second * SAMPLE_RATE));
    this.pump();
    this.timer = setInterval(() => this.pump(), PUMP_MS);
  }

  /** Stops at once. */
  stop(): void {
    clearInterval(this.timer);
    this.mix = undefined;
    for (const node of this.nodes) node.stop();
    this.nodes.clear();
  }

  [Symbol.dispose](): void {
    this.stop();
    void this.context?.close();
  }

  private now(): number {
    return this.context && this.isHeard ? this.context.currentTime : performance.now() / 1000;
  }

  /** Gives the browser what is heard next. */
  private pump(): void {
    const { context, mix, volumeNode } = this;
    this.pieces.nextTurn();
    while (context && mix && volumeNode && this.nextTime < context.currentTime + AHEAD_SECONDS) {
      const isThere = mix.listPieces(BLOCK_SAMPLES).every(({ file, piece }) => this.isLoaded(file, piece));
      // The picture sees that the sound is late, and both wait.
      if (!isThere) return;
      const { left, right } = mix.next(BLOCK_SAMPLES, (file, piece) => {
        const found = this.pieces.find(file, piece);
        return found === 'ended' ? undefined : found;
      });
      const buffer = context.createBuffer(2, BLOCK_SAMPLES, SAMPLE_RATE);
      buffer.copyToChannel(Float32Array.from(left), 0);
      buffer.copyToChannel(Float32Array.from(right), 1);
      const node = context.createBufferSource();
      node.buffer = buffer;
      node.connect(volumeNode);
      node.addEventListener('ended', () => this.nodes.delete(node));
      node.start(this.nextTime);
      this.nodes.add(node);
      this.nextTime += BLOCK_SAMPLES / SAMPLE_RATE;
    }
    // Loads what is heard after that.
    for (const { file, piece } of mix?.listPieces(2 * SAMPLE_RATE) ?? [])
      this.pieces.get(file, piece).catch(() => undefined);
  }

  private isLoaded(file: string, piece: number): boolean {
    this.pieces.get(file, piece).catch(() => undefined);
    return this.pieces.find(file, piece) !== undefined;
  }
}
