import type { Readable } from 'node:stream';
import { KinoraError } from '../../../base/errors.ts';
import type { Caller } from '../../../store/accounts/keys.ts';
import {
  addUpload,
  FULL_OF_UPLOADS,
  growUpload,
  type NewUpload,
  sumUploads,
} from '../../../store/uploads/reserve-upload.ts';
import { renewUpload } from '../../../store/uploads/uploads.ts';
import { measureStored } from '../access/require-storage-quota.ts';
import type { ServerParts } from '../server-parts.ts';

type Parts = Pick<ServerParts, 'database' | 'storage' | 'disk' | 'quotas' | 'log'>;
type Owner = Pick<Caller, 'owner' | 'stage'>;

/** Milliseconds between two renewals of an upload. At each one, its request learns if it has ended. */
const RENEWAL_MS = 5_000;
/** Bytes that a client which does not say how many it sends claims at once. */
const STEP_BYTES = 8_000_000;
/** The time that bytes wait for a database that is away. Shorter than the time for a silent client. */
const AWAY = { limitMs: 60_000 };
/** Bytes between two looks at the disk. The less room is left, the fewer. */
const LOOK_BYTES = { least: 256_000, most: 16_000_000 };

/**
 * Records an upload before its first byte.
 *
 * @throws {QuotaExceeded} `too_many_requests`, `storage_quota_exceeded`.
 * @throws {KinoraError} `disk_full`.
 */
export async function beginUpload(
  parts: Parts,
  { owner, stage }: Owner,
  upload: Omit<NewUpload, 'owner'>,
): Promise<void> {
  const quota = await measureStored(parts, { owner, stage });
  const diskBytes = parts.storage.folder === undefined ? undefined : (await parts.disk.measure()).usable;
  await addUpload(parts.database.tables, { ...upload, owner }, { quota, diskBytes });
}

/** An upload whose bytes arrive with a request. */
export interface ArrivingUpload extends Owner {
  /** Name of its bytes. */
  readonly name: string;
  /** True if the client has not said how many bytes it sends. */
  readonly hasUnknownLength: boolean;
  /** Returns false if the request is to create it, and has not done so yet. */
  readonly isRecorded: () => boolean;
}

/**
 * The bytes of an upload as they arrive with a request. Until they are disposed of, their upload is kept: a worker does
 * not take it for one whose server has died.
 */
export class ArrivingBytes implements Disposable {
  private received = 0;
  private claimed = 0;
  private nextLook = 0;
  private hasEnded = false;
  private readonly parts: Parts;
  private readonly upload: ArrivingUpload;
  private readonly body: Readable;
  private readonly timer: NodeJS.Timeout;

  constructor(parts: Parts, upload: ArrivingUpload, body: Readable) {
    this.parts = parts;
    this.upload = upload;
    this.body = body;
    this.timer = setInterval(() => void this.renew(), RENEWAL_MS).unref();
  }

  /**
   * Reads the bytes. Does not destroy the request if they are refused, so that a response can still be sent.
   *
   * @throws {KinoraError} if the quota or the disk has no room for more, or if the upload has ended meanwhile.
   */
  async *read(): AsyncGenerator<Buffer> {
    for await (const chunk of this.body.iterator({ destroyOnReturn: false })) {
      // A stream without an encoding yields buffers.
      const buffer = chunk as Buffer;
      await this.admit(buffer.length);
      yield buffer;
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.timer);
  }

  private async admit(bytes: number): Promise<void> {
    if (this.hasEnded) throw createEndedUploadError();
    this.received += bytes;
    if (this.upload.hasUnknownLength && this.received > this.claimed) await this.claim();
    if (this.received >= this.nextLook) await this.look();
  }

  private async claim(): Promise<void> {
    const { name: id, owner } = this.upload;
    const quota = await measureStored(this.parts, this.upload);
    const claim = { id, owner, least: this.received, most: this.received + STEP_BYTES };
    const { tables, retryUntilAvailable } = this.parts.database;
    this.claimed = await retryUntilAvailable(
      () => growUpload(tables, claim, { quota, diskBytes: undefined }),
      AWAY,
    );
  }

  /** Looks if the disk has room, which others fill, too. */
  private async look(): Promise<void> {
    const {
      database: { tables, retryUntilAvailable },
      storage,
      disk,
    } = this.parts;
    if (storage.folder === undefined) return;
    await disk.check();
    const { usable } = await disk.measure();
    const left = usable - (await retryUntilAvailable(() => sumUploads(tables, this.upload.owner), AWAY));
    if (left < 0) throw new KinoraError('disk_full', FULL_OF_UPLOADS);
    this.nextLook = this.received + Math.min(Math.max(left / 8, LOOK_BYTES.least), LOOK_BYTES.most);
  }

  /** Never rejects. */
  private async renew(): Promise<void> {
    try {
      if (!this.upload.isRecorded()) return;
      if (!(await renewUpload(this.parts.database.tables, this.upload.name))) this.end();
    } catch (error) {
      this.parts.log.warn({ err: error }, 'Could not renew an upload.');
    }
  }

  private end(): void {
    // The client gets the error at its next byte. A silent one is cut off at the next renewal.
    if (this.hasEnded && !this.body.readableEnded) this.body.destroy();
    this.hasEnded = true;
  }
}

/** Creates the error for an upload that takes no more bytes. */
export function createEndedUploadError(): KinoraError {
  return new KinoraError(
    'limit_reached',
    'This upload has ended: its time is over, another file was uploaded to its source, or the source was deleted. Create a new upload.',
  );
}
