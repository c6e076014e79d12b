import { z } from 'zod';
import { asciiWord, declareSettings, type SettingsOf } from '../base/setting.ts';

const LOOPBACK = '127.0.0.1';
const ADDRESS = /^(?:(?<host>[\w.-]+|\[[\da-f:.]+\]):)?(?<port>\d{1,5})$/i;

const MIN_TOKEN_CHARACTERS = 16;

/** The address of the metrics, and the token for reading them. */
export const METRICS_SETTINGS = declareSettings({
  /** An address for `/metrics` alone. Undefined for none. */
  metricsAddress: {
    name: 'KINORA_METRICS',
    default: undefined,
    defaultText: 'none',
    schema: z.string().transform((text, context) => {
      const { host = LOOPBACK, port = '' } = ADDRESS.exec(text)?.groups ?? {};
      if (port !== '' && Number(port) <= 65_535)
        return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
      context.addIssue({ code: 'custom' });
      return z.NEVER;
    }),
    mustBe: 'a port, or an IP address or host name with a port, such as `9464` or `10.0.0.5:9464`',
    description:
      'Address for `/metrics` alone, also of a worker: a port on `127.0.0.1`, or a host with a port. Every client that reaches it may read them ([docs/metrics.md](docs/metrics.md)).',
  },
  /** The token that a request for metrics must bring. Undefined for none. */
  metricsToken: {
    name: 'KINORA_METRICS_TOKEN',
    default: undefined,
    defaultText: 'none',
    schema: asciiWord.refine((text) => text.length >= MIN_TOKEN_CHARACTERS),
    mustBe: `at least ${MIN_TOKEN_CHARACTERS} letters, digits or signs without spaces`,
    isSecret: true,
    description: `Bearer token for \`/metrics\`, with ${MIN_TOKEN_CHARACTERS} characters or more. Without it, the server itself shows them to this machine only.`,
  },
});

/** The values of {@link METRICS_SETTINGS}. */
export type MetricsSettings = SettingsOf<typeof METRICS_SETTINGS>;
