import { type ErrorCode, KinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { HardwareFailed, type HardwareName } from '../media/hardware.ts';
import type { RenderResult } from '../produce/produce-job.ts';

/**
 * The steps of a render with hardware. Each step runs in its own process, because a driver may crash or hang.
 */
export interface HardwareRender {
  /** The kinds of hardware to try, the best first. */
  readonly kinds: readonly HardwareName[];
  /** Finds out why a kind of hardware cannot be used. Resolves to `null` if the hardware works. */
  readonly findFault: (hardware: HardwareName) => Promise<unknown>;
  /** Called with hardware that passed its trial, but failed in the render. */
  readonly onFailure: (hardware: HardwareName) => void;
  /** Produces the file with this hardware, or with x264 by default. Replaces an existing file. */
  readonly produce: (hardware?: HardwareName) => Promise<RenderResult>;
  readonly log: Logger;
}

/** The error codes that a failing driver can cause. They can have other causes, too. */
const DRIVER_FAILURES: readonly ErrorCode[] = [
  'render_crashed',
  'render_stalled',
  'render_too_complex',
  'render_out_of_memory',
];

/**
 * Produces a file with the first hardware encoder that works (contract C43). If no encoder works, or if the
 * encoder fails during the render, encodes the whole file in software and adds a warning. A file that was
 * begun in hardware is never continued in software, because few players can play a file made by two encoders.
 * A process that crashes, hangs or uses too much memory counts as a failure of the encoder, because the
 * driver may be the cause.
 *
 * @throws {KinoraError} an error that has nothing to do with the hardware, or an error of the software
 *   render.
 */
export async function renderWithHardware(render: HardwareRender): Promise<RenderResult> {
  const hardware = await findWorkingHardware(render);
  if (!hardware) return addWarning(await render.produce(), NONE_WORKS);
  try {
    return await render.produce(hardware);
  } catch (error) {
    const why = explainFailure(error);
    if (why === undefined) throw error;
    render.onFailure(hardware);
    render.log.warn({ err: error, hardware }, 'Hardware encoding failed. Restarting the render in software.');
    return addWarning(await render.produce(), why);
  }
}

const NONE_WORKS = 'No hardware encoder of this machine works at this size and frame rate';

/** Returns why a render must be restarted in software, or undefined if the hardware cannot be the cause. */
function explainFailure(error: unknown): string | undefined {
  if (error instanceof HardwareFailed) return 'The hardware encoder failed';
  if (!(error instanceof KinoraError) || !DRIVER_FAILURES.includes(error.code)) return undefined;
  return `The render with the hardware encoder failed with ${error.code}`;
}

async function findWorkingHardware({
  kinds,
  findFault,
  log,
}: HardwareRender): Promise<HardwareName | undefined> {
  for (const hardware of kinds) {
    const why = await findFault(hardware);
    if (why === null) return hardware;
    log.debug({ hardware, why }, 'A hardware encoder does not work on this machine.');
  }
  return undefined;
}

function addWarning(result: RenderResult, why: string): RenderResult {
  const text = `${why}, so the video was encoded in software on all cores.`;
  return { ...result, warnings: [...result.warnings, { field: 'instance', text }] };
}
