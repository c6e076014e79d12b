import { z } from 'zod';
import { wholeNumber, declareSettings, type SettingsOf } from '../base/setting.ts';
import type { IngestLimits } from './model.ts';

/** The settings of ingested files. */
export const INGEST_SETTINGS = declareSettings(
  {
    maxBytes: {
      name: 'KINORA_INGEST_MAX_BYTES',
      default: 5_000_000_000,
      schema: wholeNumber(1, 1_000_000_000_000),
      mustBe: 'a whole number of bytes, at least 1',
      description: 'Maximum size of a file to ingest, in bytes.',
    },
    maxSeconds: {
      name: 'KINORA_INGEST_MAX_SECONDS',
      default: 43_200,
      schema: wholeNumber(1, 1_000_000_000),
      mustBe: 'a whole number of seconds, at least 1',
      description: 'Maximum length of a video or sound to ingest, in seconds.',
    },
    maxPixels: {
      name: 'KINORA_INGEST_MAX_PIXELS',
      default: 16_384,
      schema: wholeNumber(1, 1_000_000),
      mustBe: 'a whole number of pixels, at least 1',
      description: 'Maximum width and maximum height of a picture or video to ingest, in pixels.',
    },
    uploadHours: {
      name: 'KINORA_UPLOAD_HOURS',
      default: 24,
      schema: z
        .string()
        .regex(/^\d{1,4}(\.\d{1,6})?$/)
        .transform(Number)
        .refine((hours) => hours > 0),
      mustBe: 'a number of hours such as `24` or `0.5`',
      description: 'Hours after which an unfinished resumable upload is removed.',
    },
  },
  ({ uploadHours, ...limits }) => {
    const ingestLimits: IngestLimits = limits;
    return {
      ingestLimits,
      /** Milliseconds after which an unfinished resumable upload is removed. */
      uploadMs: uploadHours * 3_600_000,
    };
  },
);

/** The values of {@link INGEST_SETTINGS}. */
export type IngestSettings = SettingsOf<typeof INGEST_SETTINGS>;
