import { fromRatio, type Rate, SAMPLE_RATE } from '../../../base/time.ts';
import { Muxer } from '../../av/encode/muxer.ts';
import { openAacEncoder } from '../../av/encode/sound-encoders.ts';
import type { Encoder, PacketSink } from '../../av/encode/encoder.ts';
import type { Stereo } from '../../media/stereo.ts';
import { BoundedQueue } from '../bounded-queue.ts';
import { AAC_FRAME_SAMPLES } from '../sound-output.ts';
import { SoundTrack } from '../sound-track.ts';
import { FragmentReader } from './fragments.ts';
import { findSegmentEdge } from './hls-plan.ts';
import type { SegmentedMedia } from './playlists.ts';

/** Number of blocks of sound that may wait for the encoder. Each block lasts as long as one picture. */
const MAX_WAITING_SOUNDS = 4;
/** AAC-LC by RFC 6381. */
export const HLS_SOUND_CODEC = 'mp4a.40.2';
/**
 * The options of the container: fragments where they are asked for. The header is written with the first one,
 * because it says how many samples the encoder has added before the first. What is written is in the file at once.
 */
const FRAGMENTED = { movflags: '+cmaf+frag_custom+delay_moov+skip_trailer', flush_packets: '1' };

/** The sound of an HLS: a file whose segments begin with the frame of AAC that is nearest to those of the video. */
export class HlsSound implements AsyncDisposable {
  private readonly path: string;
  private readonly muxer: Muxer;
  private readonly track: SoundTrack;
  private readonly rate: Rate;
  private readonly sink: PacketSink;
  private readonly queue = new BoundedQueue(MAX_WAITING_SOUNDS);
  /** The samples at which the segments begin. */
  private readonly starts: number[] = [0];
  private sampleCount = 0;
  private hasHeader = false;

  private constructor(path: string, muxer: Muxer, encoder: Encoder, rate: Rate) {
    this.path = path;
    this.muxer = muxer;
    this.rate = rate;
    this.sink = muxer.add(encoder);
    this.track = new SoundTrack(encoder, (packet) => this.write(packet), AAC_FRAME_SAMPLES);
  }

  /**
   * @param path the local file to write. An existing file is replaced.
   * @param rate the frames per second of the video.
   */
  static async open(path: string, bitRate: number, rate: Rate): Promise<HlsSound> {
    using opened = new DisposableStack();
    const muxer = opened.use(new Muxer(path, 'mp4'));
    const encoder = opened.use(await openAacEncoder(bitRate));
    const sound = new HlsSound(path, muxer, encoder, rate);
    await muxer.begin(FRAGMENTED);
    opened.move();
    return sound;
  }

  /** Adds the next samples. See `OutputFile.writeSound`. */
  async add(samples: Stereo): Promise<void> {
    this.sampleCount += samples.left.length;
    await this.queue.add(() => this.track.add(samples));
  }

  /** Completes the file. @param playlist the name of its list of segments. */
  async finish(playlist: string): Promise<SegmentedMedia> {
    await this.queue.drain();
    await this.track.finish();
    this.endFragment();
    await this.muxer.finish();
    const { header, fragments } = await new FragmentReader(this.path).read();
    const edges = [...this.starts, this.sampleCount];
    if (fragments.length !== this.starts.length)
      throw new Error(`The sound has ${fragments.length} fragments instead of ${this.starts.length}.`);
    const segments = fragments.map((fragment, index) => {
      const [from = 0, to = 0] = edges.slice(index, index + 2);
      return { ...fragment, lasts: fromRatio(to - from, SAMPLE_RATE) };
    });
    return { playlist, header, segments, codec: HLS_SOUND_CODEC };
  }

  /** Waits for pending work, because the memory of an encoder must not be freed while the encoder is running. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([this.queue.drain()]);
    this.track[Symbol.dispose]();
    this.muxer[Symbol.dispose]();
  }

  private write(packet: Parameters<PacketSink>[0]): void {
    const start = Number(packet.pts);
    const edge = findSegmentEdge(this.starts.length, this.rate);
    // The last samples may follow an edge by less than half a frame. They belong to the segment before.
    if (start >= edge - AAC_FRAME_SAMPLES / 2 && start < this.sampleCount) {
      this.endFragment();
      this.starts.push(start);
    }
    this.sink(packet);
  }

  private endFragment(): void {
    // The delayed header takes the first call, and leaves the fragment for the second.
    if (!this.hasHeader) this.muxer.endFragment();
    this.hasHeader = true;
    this.muxer.endFragment();
  }
}
