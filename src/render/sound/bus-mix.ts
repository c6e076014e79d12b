import { type Rate, sampleAtFrame } from '../../base/time.ts';
import { createSilence, type Stereo } from '../media/stereo.ts';
import { MIX, type SoundBus } from '../resolve/sound/sound-bus.ts';
import { DelayLine } from './delay-line.ts';
import { SoundRack } from './sound-rack.ts';

/** A bus at work. */
interface Channel {
  readonly field: string;
  /** Absent for a mix without filters. */
  readonly rack: SoundRack | undefined;
  /** The buses that are mixed into it, each with what makes it as late as the latest one. */
  readonly inner: readonly { readonly channel: Channel; readonly delay: DelayLine }[];
  /** Makes the sounds that are mixed into it directly as late as its buses. */
  readonly delay: DelayLine;
  readonly latency: number;
  readonly memory: number;
}

/**
 * Mixes the sounds of a timeline by its buses: each filters what is mixed into it. All sounds are late by the same number
 * of samples, so that they stay together.
 */
export class BusMix {
  /** Number of samples by which the mix is late. */
  readonly latency: number;
  /** Number of earlier samples that can still be heard in the mix. */
  readonly memory: number;
  private readonly mix: Channel;
  /** The samples that were added to each bus since the last block. */
  private readonly added = new Map<string, Stereo>();
  private readonly count: number;

  /**
   * @param first the sample of the timeline that is mixed first.
   * @param count samples of a block.
   */
  constructor(
    { buses = [], rate }: { readonly buses?: readonly SoundBus[]; readonly rate: Rate },
    first: number,
    count: number,
  ) {
    const mix = buses.find(({ field }) => field === MIX);
    const within = new Map<string, SoundBus[]>();
    for (const bus of buses) {
      const { into = MIX } = bus;
      const others = within.get(into) ?? [];
      if (bus !== mix) others.push(bus);
      within.set(into, others);
    }
    const open = (field: string, bus: SoundBus | undefined): Channel => {
      const inner = (within.get(field) ?? []).map((each) => open(each.field, each));
      const late = Math.max(0, ...inner.map(({ latency }) => latency));
      const rack = bus && new SoundRack(bus.sound, first - sampleAtFrame(bus.from, rate) - late);
      return {
        field,
        rack,
        inner: inner.map((channel) => ({ channel, delay: new DelayLine(late - channel.latency) })),
        delay: new DelayLine(late),
        latency: late + (rack?.latency ?? 0),
        memory: Math.max(0, ...inner.map(({ memory }) => memory)) + (rack?.memory ?? 0),
      };
    };
    this.count = count;
    this.mix = open(MIX, mix);
    this.latency = this.mix.latency;
    this.memory = this.mix.memory;
  }

  /** Returns the present block of a bus, to add sounds to. @param field Default: the whole mix. */
  blockOf(field: string = MIX): Stereo {
    const known = this.added.get(field) ?? createSilence(this.count);
    this.added.set(field, known);
    return known;
  }

  /** Mixes the present block, and begins the next one. */
  mixBlock(): Stereo {
    const mixed = this.mixChannel(this.mix);
    this.added.clear();
    return mixed;
  }

  private mixChannel({ field, rack, inner, delay }: Channel): Stereo {
    const sum = this.blockOf(field);
    delay.process(sum);
    for (const each of inner) {
      const block = this.mixChannel(each.channel);
      each.delay.process(block);
      for (const side of ['left', 'right'] as const)
        for (let index = 0; index < this.count; index++)
          sum[side][index] = (sum[side][index] ?? 0) + (block[side][index] ?? 0);
    }
    return rack ? rack.push(sum) : sum;
  }
}
