import { type ErrorCode, KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import type { HardwareName } from './media/hardware.ts';
import type { Produced } from './produce/produce.ts';

/** How an edit is produced with hardware; each step in a process of its own, which a driver may crash or hang. */
export interface Steps {
  /** The kinds of hardware to try, the best first. */
  readonly kinds: readonly HardwareName[];
  /** Finds out why a kind of hardware does not do what is wanted; `null` when it does. */
  readonly fault: (hardware: HardwareName) => Promise<string | null>;
  /** Produces the file, by x264 where no hardware is given. What was there before is replaced. */
  readonly produce: (hardware?: HardwareName) => Promise<Produced>;
  readonly log: Logger;
}

/** What becomes of a process whose encoder fails, or its driver. */
const FAILED: readonly ErrorCode[] = ['render_crashed', 'render_stalled', 'render_out_of_memory'];

/**
 * Produces a file with the first hardware encoder that works (contract C43). Where there is none, or it fails in the middle, the whole
 * file is encoded in software, with a warning: two encoders in one file would be two kinds of pictures, which few players take.
 *
 * @throws {KinoraError} as producing without hardware would.
 */
export async function accelerated(steps: Steps): Promise<Produced> {
  const hardware = await working(steps);
  if (!hardware)
    return warned(await steps.produce(), 'no hardware encoder works here for this size and rate');
  try {
    return await steps.produce(hardware);
  } catch (error) {
    if (!(error instanceof KinoraError) || !FAILED.includes(error.code)) throw error;
    steps.log.warn({ err: error, hardware }, 'A hardware encoder failed; the render begins anew without it.');
    return warned(await steps.produce(), 'the hardware encoder failed');
  }
}

async function working({ kinds, fault, log }: Steps): Promise<HardwareName | undefined> {
  for (const hardware of kinds) {
    const why = await fault(hardware).catch((error: unknown) => {
      if (error instanceof KinoraError && error.code === 'cancelled') throw error;
      return error;
    });
    if (why === null) return hardware;
    log.debug({ hardware, why }, 'A hardware encoder does not work here.');
  }
  return undefined;
}

function warned(produced: Produced, why: string): Produced {
  const text = `instance is "a1", but ${why}, so the video was encoded in software on all cores.`;
  return { ...produced, warnings: [...produced.warnings, { field: 'instance', text }] };
}
