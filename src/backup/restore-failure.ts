import { isDiskFull } from '../base/disk/disk-full.ts';
import { createDiskFullError } from '../base/errors.ts';

/** The progress of a restore. */
interface RestoreState {
  /** True if it has begun to put the new content in the place of the old one. */
  readonly isSwitching: boolean;
  /** True if it puts the files into S3, one after the other. */
  readonly hasBucket: boolean;
}

/** Describes a full disk, and the changes until then. Returns any other error as it is. */
export function describeRestoreFailure(error: unknown, state: RestoreState): unknown {
  return isDiskFull(error) ? createDiskFullError(error, describeFullDisk(state)) : error;
}

function describeFullDisk({ isSwitching, hasBucket }: RestoreState): string {
  if (isSwitching)
    return 'The disk became full while the content of the backup was put in place, so the restore is not complete. What was there before is in folders "replaced-..." beside it. Make space, and run the command again with --replace.';
  if (hasBucket)
    return 'The disk is full. The database and the folders are as they were, but S3 may already have files of the backup, which do no harm. Make space, and run the command again.';
  return 'The disk is full. Nothing was changed. Make space, and run the command again.';
}
