import { KinoraError } from '../../base/errors.ts';
import { type Output, outputShape } from '../../edit/model.ts';
import type { HardwareName } from '../media/hardware.ts';

/**
 * The results of trying hardware encoders, per size, frame rate and quality of an output. Each combination is
 * tried once. After a driver is repaired, restart Kinora to try its encoder again.
 */
export class HardwareTrials {
  private readonly faults = new Map<string, unknown>();

  /**
   * Finds out why a kind of hardware cannot encode an output.
   *
   * @param tryHardware tries the hardware. An error that it throws is a fault, too, except for `cancelled`. A
   *   fault with the code `internal` is not remembered, so the next call tries the hardware again.
   * @returns the fault, or `null` if the hardware works.
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
    // An internal error, such as a full disk, says nothing about the hardware, so do not remember it.
    if (!(fault instanceof KinoraError && fault.code === 'internal')) this.faults.set(key, fault);
    return fault;
  }

  /** Forgets the result for hardware that failed after its trial, so that it is tried again. */
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
