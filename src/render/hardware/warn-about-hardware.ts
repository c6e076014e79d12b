import { codecOf, type Edit, type Warning } from '../../edit/model.ts';
import { HARDWARE_LABELS, hardwareKindsOf } from '../media/hardware.ts';
import { listHardware } from './list-hardware.ts';

/**
 * Warns about an H.264 video with the instance `a1` if this machine has no hardware that encodes videos. Looks only
 * for the devices and tries none of them, so a device that does not work causes no warning here. A render
 * warns of that.
 *
 * @param list lists the kinds of hardware that the machine may have.
 */
export async function warnAboutHardware(
  edit: Pick<Edit, 'instance' | 'output' | 'others'>,
  list: () => Promise<readonly unknown[]> = () => listHardware(),
): Promise<Warning[]> {
  const hasVideo = [edit, ...(edit.others ?? [])].some(({ output }) => codecOf(output) === 'h264');
  if (edit.instance !== 'a1' || !hasVideo || (await list()).length > 0) return [];
  const labels = hardwareKindsOf(process.platform).map((kind) => HARDWARE_LABELS[kind]);
  const looked = labels.length === 0 ? '' : ` There is no device for ${labels.join(', ')}.`;
  const text = `This machine has no hardware that encodes videos, so it encodes in software on all cores, as with "s2".${looked}`;
  return [{ field: 'instance', text }];
}
