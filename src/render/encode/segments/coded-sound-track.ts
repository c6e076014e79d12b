import type { Encoder, PacketSink } from '../../av/encode/encoder.ts';
import type { EncodedSoundSink, Muxer } from '../../av/encode/muxer.ts';
import type { Stereo } from '../../media/stereo.ts';
import { type CodedStream, CodedStreamWriter } from './coded-stream.ts';
import { AAC_FRAME_SAMPLES } from '../sound-output.ts';
import { SoundTrack } from '../sound-track.ts';

/**
 * The sound of an MP4, which can be kept and added again without mixing or encoding anything. Owns the encoder
 * and closes it when disposed.
 */
export class CodedSoundTrack implements Disposable {
  private readonly track: SoundTrack;
  private readonly parameters: Buffer;
  private readonly writePacket: EncodedSoundSink;
  private readonly copy: CodedStreamWriter | undefined;
  /** Warnings about the sound, which are kept with it. Set them before {@link CodedSoundTrack.finish}. */
  warnings: CodedStream['warnings'];
  /** True if the whole sound was added as it was coded before. */
  private isComplete = false;

  /** @param copyPath path of a file to which the coded sound is written, too. */
  constructor(encoder: Encoder, muxer: Pick<Muxer, 'addSound'>, copyPath?: string) {
    const { extraData } = encoder.context;
    if (!extraData) throw new Error('The AAC encoder has not provided its parameters.');
    this.parameters = Buffer.from(extraData);
    const { packets, encoded } = muxer.addSound(encoder);
    this.writePacket = encoded;
    this.copy = copyPath === undefined ? undefined : new CodedStreamWriter(copyPath);
    const keep: PacketSink = (packet) => {
      this.copy?.add({
        data: packet.data ?? Buffer.alloc(0),
        at: Number(packet.pts),
        duration: Number(packet.duration),
        isKey: packet.isKeyframe,
        isReference: true,
      });
      packets(packet);
    };
    this.track = new SoundTrack(encoder, keep, AAC_FRAME_SAMPLES);
  }

  /** Encodes the next samples. */
  async add(samples: Stereo): Promise<void> {
    await this.track.add(samples);
  }

  /** Adds the whole sound as it was coded before. Returns false if it was coded in another way. */
  addCoded({ parameters, packets }: CodedStream): boolean {
    if (!parameters.equals(this.parameters)) return false;
    for (const packet of packets) this.writePacket(packet);
    this.isComplete = true;
    return true;
  }

  async finish(): Promise<void> {
    if (this.isComplete) return;
    await this.track.finish();
    const { parameters, warnings } = this;
    this.copy?.finish({ parameters, ...(warnings && { warnings }) });
  }

  [Symbol.dispose](): void {
    this.copy?.[Symbol.dispose]();
    this.track[Symbol.dispose]();
  }
}
