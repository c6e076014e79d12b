import { z } from 'zod';
import { type Setting, type SettingReader, wholeNumber } from '../base/setting.ts';
import type { IngestLimits } from './model.ts';

/** The settings of ingested files. */
export interface IngestSettings {
  readonly ingestLimits: IngestLimits;
  /** Milliseconds after which an unfinished resumable upload is removed. */
  readonly uploadMs: number;
}

const MAX_BYTES: Setting<number> = {
  name: 'KINORA_INGEST_MAX_BYTES',
  default: 5_000_000_000,
  schema: wholeNumber(1, 1_000_000_000_000),
  mustBe: 'a whole number of bytes, at least 1',
  description: 'Maximum size of a file to ingest, in bytes.',
};

const MAX_SECONDS: Setting<number> = {
  name: 'KINORA_INGEST_MAX_SECONDS',
  default: 43_200,
  schema: wholeNumber(1, 1_000_000_000),
  mustBe: 'a whole number of seconds, at least 1',
  description: 'Maximum length of a video or sound to ingest, in seconds.',
};

const MAX_PIXELS: Setting<number> = {
  name: 'KINORA_INGEST_MAX_PIXELS',
  default: 16_384,
  schema: wholeNumber(1, 1_000_000),
  mustBe: 'a whole number of pixels, at least 1',
  description: 'Maximum width and maximum height of a picture or video to ingest, in pixels.',
};

const UPLOAD_HOURS: Setting<number> = {
  name: 'KINORA_UPLOAD_HOURS',
  default: 24,
  schema: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,6})?$/)
    .transform(Number)
    .refine((hours) => hours > 0),
  mustBe: 'a number of hours such as `24` or `0.5`',
  description: 'Hours after which an unfinished resumable upload is removed.',
};

/** The declarations of {@link IngestSettings}. */
export const INGEST_SETTINGS = [MAX_BYTES, MAX_SECONDS, MAX_PIXELS, UPLOAD_HOURS];

/** Reads the settings of ingested files. @throws {KinoraError} `invalid_setting`. */
export function readIngestSettings(read: SettingReader): IngestSettings {
  return {
    ingestLimits: { maxBytes: read(MAX_BYTES), maxSeconds: read(MAX_SECONDS), maxPixels: read(MAX_PIXELS) },
    uploadMs: read(UPLOAD_HOURS) * 3_600_000,
  };
}
