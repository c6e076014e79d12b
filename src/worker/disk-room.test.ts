import { expect, it } from 'vitest';
import { openDiskRoom, DiskTooSmall } from './disk-room.ts';

const GB = 1e9;
const open = (usable: number, whole = 100 * GB) =>
  openDiskRoom({ measure: () => Promise.resolve({ usable, whole }) });

it('reserves room until the render ends', async () => {
  const room = open(5 * GB);
  {
    using _first = await room.reserve(4 * GB);
    await expect(room.reserve(2 * GB)).rejects.toMatchObject({
      code: 'disk_full',
      retry: true,
      message: 'The render waits for disk space. It needs about 2.0 GB, and 1.0 GB are left for it.',
    });
    // Others that need less may go first.
    (await room.reserve(0.5 * GB))[Symbol.dispose]();
  }
  (await room.reserve(5 * GB))[Symbol.dispose]();
});

it('rejects a render that the whole disk could not hold', async () => {
  const error: unknown = await open(5 * GB, 60 * GB)
    .reserve(210 * GB)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DiskTooSmall);
  expect(error).toMatchObject({
    code: 'disk_full',
    message:
      'The render needs about 210.0 GB of disk space, but the disk of Kinora has only 60.0 GB in total. Make the output shorter or smaller.',
  });
});

it('lets a render try alone if the prediction may be too high', async () => {
  const room = open(2 * GB);
  (await room.reserve(5 * GB))[Symbol.dispose]();
  await expect(room.reserve(7 * GB)).rejects.toMatchObject({ code: 'disk_full' });
});

it('has room for a render whose need is unknown', async () => {
  await expect(open(-GB).reserve(undefined)).resolves.toBeDefined();
});
