import { z } from 'zod';
import { baseUrl, declareSettings } from '../base/setting.ts';

const ENDPOINT = {
  default: undefined,
  defaultText: 'none',
  schema: baseUrl,
  mustBe: 'an http or https URL without a query, such as `http://127.0.0.1:4318`',
} as const;

/** The settings for traces. */
export const TRACING_SETTINGS = declareSettings(
  {
    endpoint: {
      ...ENDPOINT,
      name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      description:
        'Where traces go by OTLP over HTTP; `/v1/traces` is added ([docs/traces.md](docs/traces.md)).',
    },
    tracesEndpoint: {
      ...ENDPOINT,
      name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      description: 'The complete address for traces, in place of `OTEL_EXPORTER_OTLP_ENDPOINT`.',
    },
    /** Share of the traces that are sent, from 0 to 1. */
    traceShare: {
      name: 'OTEL_TRACES_SAMPLER_ARG',
      default: 1,
      schema: z
        .string()
        .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/)
        .transform(Number),
      mustBe: 'a number from 0 to 1, such as `0.1`',
      description: 'Share of the traces that are sent. All processes choose the same renders.',
    },
  },
  ({ endpoint, tracesEndpoint, traceShare }) => ({
    /** True if traces are sent. The exporter itself reads the addresses and all their settings. */
    isTracing: endpoint !== undefined || tracesEndpoint !== undefined,
    traceShare,
  }),
);
