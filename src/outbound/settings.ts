import { z } from 'zod';
import { declareSettings, type SettingsOf } from '../base/setting.ts';
import { createAddressRules } from './address-rules.ts';

/** The settings of the outbound guard. */
export const OUTBOUND_SETTINGS = declareSettings(
  {
    /** Private host names and IP addresses, with or without a port, and CIDR blocks that requests may reach. */
    allowHosts: {
      name: 'KINORA_ALLOW_HOSTS',
      default: [],
      defaultText: 'none',
      schema: z.string().transform((text) => text.split(/[\s,]+/).filter((host) => host !== '')),
      mustBe: 'a list of host names and IP addresses, with or without a port, and CIDR blocks',
      description:
        'Private hosts and IP addresses that Kinora may contact, with or without a port (`minio.local:9000`, `[::1]:9000`), and CIDR blocks, separated by commas or spaces.',
    },
  },
  ({ allowHosts }) => {
    // Throws if an entry is invalid.
    createAddressRules(allowHosts);
    return { allowHosts };
  },
);

/** The values of {@link OUTBOUND_SETTINGS}. */
export type OutboundSettings = SettingsOf<typeof OUTBOUND_SETTINGS>;
