import { KinoraError } from '../../base/errors.ts';
import type { Output } from '../../edit/model.ts';
import type { HardwareName } from '../media/hardware.ts';
import { outputShape } from '../resolve/output-shape.ts';

/**
 * What came of trying hardware encoders, each with the size, rate and quality of an output: asked once, and remembered as long as this is
 * kept. A driver that was repaired is found after a new start.
 */
export class HardwareTrials {
  private readonly faults = new Map<string, unknown>();

  /**
   * Why a kind of hardware does not encode an output; `null` when it does.
   *
   * @param tryHardware tries it. What it throws is an answer as well, unless the render was cancelled; what is `internal` is not remembered.
   * @throws {KinoraError} `cancelled`.
   */
  async findFault(
    hardware: HardwareName,
    output: Output,
    tryHardware: () => Promise<string | null>,
  ): Promise<unknown> {
    const key = keyOf(hardware, output);
    if (this.faults.has(key)) return this.faults.get(key);
    const fault = await tryHardware().catch(rethrowCancelled);
    // A full disk, say, has nothing to do with the hardware.
    if (!(fault instanceof KinoraError && fault.code === 'internal')) this.faults.set(key, fault);
    return fault;
  }

  /** Has a kind of hardware tried again, after it failed in spite of what was found. */
  forget(hardware: HardwareName, output: Output): void {
    this.faults.delete(keyOf(hardware, output));
  }
}

function keyOf(hardware: HardwareName, output: Output): string {
  const { rate, outputSize } = outputShape(output);
  return [hardware, outputSize.width, outputSize.height, rate.toFraction(), output.quality].join(' ');
}

function rethrowCancelled(error: unknown): unknown {
  if (error instanceof KinoraError && error.code === 'cancelled') throw error;
  return error;
}
