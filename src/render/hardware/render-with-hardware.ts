import { type ErrorCode, KinoraError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { HARDWARE_LABELS, HardwareFailed, type HardwareName } from '../media/hardware.ts';
import type { RenderResult } from '../produce/produce-job.ts';

/**
 * The steps of a render with hardware. Each step runs in its own process, because a driver may crash or hang.
 */
export interface HardwareRender {
  /** The kinds of hardware to try, the best first. */
  readonly kinds: readonly HardwareName[];
  /** The kinds of hardware that the platform can have, but for which this machine has no device. */
  readonly absent: readonly HardwareName[];
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
 * encoder fails during the render, encodes the whole file in software. A remark among the warnings says what
 * encoded the file and why nothing else did. A file that was begun in hardware is never continued in software,
 * because few players can play a file made by two encoders. A process that crashes, hangs or uses too much
 * memory counts as a failure of the encoder, because the driver may be the cause.
 *
 * @throws {KinoraError} an error that has nothing to do with the hardware, or an error of the software
 *   render.
 */
export async function renderWithHardware(render: HardwareRender): Promise<RenderResult> {
  const { hardware, reasons } = await findWorkingHardware(render);
  if (!hardware) return addRemark(await render.produce(), `${NONE_WORKS}${IN_SOFTWARE}`, reasons);
  try {
    const result = await render.produce(hardware);
    return addRemark(
      result,
      `${HARDWARE_LABELS[hardware]}, the first that works, encoded the video.`,
      reasons,
    );
  } catch (error) {
    const why = explainFailure(error, hardware);
    if (why === undefined) throw error;
    render.onFailure(hardware);
    render.log.warn({ err: error, hardware }, 'Hardware encoding failed. Restarting the render in software.');
    return addRemark(await render.produce(), `${why}${IN_SOFTWARE}`, reasons);
  }
}

const NONE_WORKS = 'No hardware encoder of this machine works at this size and frame rate';
const IN_SOFTWARE = ', so the video was encoded in software on all cores.';

/** Returns why a render must be restarted in software, or undefined if the hardware cannot be the cause. */
function explainFailure(error: unknown, hardware: HardwareName): string | undefined {
  const label = HARDWARE_LABELS[hardware];
  if (error instanceof HardwareFailed) return `The hardware encoder, ${label}, failed`;
  if (!(error instanceof KinoraError) || !DRIVER_FAILURES.includes(error.code)) return undefined;
  return `The render with the hardware encoder, ${label}, failed with ${error.code}`;
}

/** The chosen hardware, and why the kinds before it are not used. */
interface HardwareChoice {
  readonly hardware?: HardwareName;
  readonly reasons: readonly string[];
}

async function findWorkingHardware({
  kinds,
  absent,
  findFault,
  log,
}: HardwareRender): Promise<HardwareChoice> {
  const reasons = absent.map((hardware) => `${HARDWARE_LABELS[hardware]}: no device.`);
  for (const hardware of kinds) {
    const why = await findFault(hardware);
    if (why === null) return { hardware, reasons };
    log.debug({ hardware, why }, 'A hardware encoder does not work on this machine.');
    reasons.push(`${HARDWARE_LABELS[hardware]}: ${describeFault(why)}.`);
  }
  return { reasons };
}

/** Describes a fault for the client. The details of a driver are for the operator, who finds them in the log. */
function describeFault(why: unknown): string {
  if (why instanceof KinoraError && !(why instanceof HardwareFailed))
    return `its process ended with ${why.code} during a test`;
  return 'cannot encode a test video';
}

function addRemark(result: RenderResult, text: string, reasons: readonly string[]): RenderResult {
  const remark = { field: 'instance', text: [text, ...reasons].join(' ') };
  return { ...result, warnings: [...result.warnings, remark] };
}
