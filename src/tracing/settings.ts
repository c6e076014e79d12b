import { z } from 'zod';
import { baseUrl, type Setting, type SettingReader } from '../base/setting.ts';

/** The settings for traces. */
export interface TracingSettings {
  /** True if traces are sent. The exporter itself reads the addresses and all their settings. */
  readonly isTracing: boolean;
  /** Share of the traces that are sent, from 0 to 1. */
  readonly traceShare: number;
}

const endpoint = {
  default: undefined,
  defaultText: 'none',
  schema: baseUrl,
  mustBe: 'an http or https URL without a query, such as `http://127.0.0.1:4318`',
} as const;

const ENDPOINT: Setting<string | undefined> = {
  ...endpoint,
  name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
  description: 'Where traces go by OTLP over HTTP; `/v1/traces` is added ([docs/traces.md](docs/traces.md)).',
};

const TRACES_ENDPOINT: Setting<string | undefined> = {
  ...endpoint,
  name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  description: 'The complete address for traces, in place of `OTEL_EXPORTER_OTLP_ENDPOINT`.',
};

const SHARE: Setting<number> = {
  name: 'OTEL_TRACES_SAMPLER_ARG',
  default: 1,
  schema: z
    .string()
    .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/)
    .transform(Number),
  mustBe: 'a number from 0 to 1, such as `0.1`',
  description: 'Share of the traces that are sent. All processes choose the same renders.',
};

/** The declarations of {@link TracingSettings}. */
export const TRACING_SETTINGS = [ENDPOINT, TRACES_ENDPOINT, SHARE];

/** Reads the settings of the traces. @throws {KinoraError} `invalid_setting`. */
export function readTracingSettings(read: SettingReader): TracingSettings {
  const isTracing = [ENDPOINT, TRACES_ENDPOINT].map(read).some((url) => url !== undefined);
  return { isTracing, traceShare: read(SHARE) };
}
