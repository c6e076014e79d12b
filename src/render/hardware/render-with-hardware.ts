import { type ErrorCode, KinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { HardwareFailed, type HardwareName } from '../media/hardware.ts';
import type { RenderResult } from '../produce/produce-job.ts';

/** How an edit is produced with hardware; each step in a process of its own, which a driver may crash or hang. */
export interface HardwareRender {
  /** The kinds of hardware to try, the best first. */
  readonly kinds: readonly HardwareName[];
  /** Finds out why a kind of hardware does not do what is wanted; `null` when it does. */
  readonly findFault: (hardware: HardwareName) => Promise<unknown>;
  /** Is told of hardware that was found to work, but did not bring the file to its end. */
  readonly onFailure: (hardware: HardwareName) => void;
  /** Produces the file, by x264 where no hardware is given. What was there before is replaced. */
  readonly produce: (hardware?: HardwareName) => Promise<RenderResult>;
  readonly log: Logger;
}

/** How a process ends whose driver fails; but it need not have been the driver. */
const DRIVER_FAILURES: readonly ErrorCode[] = ['render_crashed', 'render_stalled', 'render_out_of_memory'];

/**
 * Produces a file with the first hardware encoder that works (contract C43). Where there is none, or it fails in the middle, the whole
 * file is encoded in software, with a warning: two encoders in one file would be two kinds of pictures, which few players take. So it is
 * where its process crashes, hangs or takes too much memory, which a driver may be the reason of.
 *
 * @throws {KinoraError} as producing without hardware would.
 */
export async function renderWithHardware(render: HardwareRender): Promise<RenderResult> {
  const hardware = await findWorkingHardware(render);
  if (!hardware)
    return addWarning(await render.produce(), 'no hardware encoder works here for this size and rate');
  try {
    return await render.produce(hardware);
  } catch (error) {
    const why = explainFailure(error);
    if (why === undefined) throw error;
    render.onFailure(hardware);
    render.log.warn({ err: error, hardware }, 'A render with hardware failed; it begins anew without it.');
    return addWarning(await render.produce(), why);
  }
}

/** Why a render is to begin anew; nothing where the hardware can have no part in its end. */
function explainFailure(error: unknown): string | undefined {
  if (error instanceof HardwareFailed) return 'the hardware encoder failed';
  if (!(error instanceof KinoraError) || !DRIVER_FAILURES.includes(error.code)) return undefined;
  return `the render with the hardware encoder ended with ${error.code}`;
}

async function findWorkingHardware({
  kinds,
  findFault,
  log,
}: HardwareRender): Promise<HardwareName | undefined> {
  for (const hardware of kinds) {
    const why = await findFault(hardware);
    if (why === null) return hardware;
    log.debug({ hardware, why }, 'A hardware encoder does not work here.');
  }
  return undefined;
}

function addWarning(result: RenderResult, why: string): RenderResult {
  const text = `instance is "a1", but ${why}, so the video was encoded in software on all cores.`;
  return { ...result, warnings: [...result.warnings, { field: 'instance', text }] };
}
