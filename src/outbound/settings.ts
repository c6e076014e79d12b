import { z } from 'zod';
import type { Setting, SettingReader } from '../base/setting.ts';
import { createAddressRules } from './address-rules.ts';

/** The settings of the outbound guard. */
export interface OutboundSettings {
  /** Private host names and IP addresses, with or without a port, and CIDR blocks that requests may reach. */
  readonly allowHosts: readonly string[];
}

const ALLOW_HOSTS: Setting<readonly string[]> = {
  name: 'KINORA_ALLOW_HOSTS',
  default: [],
  defaultText: 'none',
  schema: z.string().transform((text) => text.split(/[\s,]+/).filter((host) => host !== '')),
  mustBe: 'a list of host names and IP addresses, with or without a port, and CIDR blocks',
  description:
    'Private hosts and IP addresses that Kinora may contact, with or without a port (`minio.local:9000`, `[::1]:9000`), and CIDR blocks, separated by commas or spaces.',
};

/** The declarations of {@link OutboundSettings}. */
export const OUTBOUND_SETTINGS = [ALLOW_HOSTS];

/** Reads the settings of the outbound guard. @throws {KinoraError} `invalid_setting`. */
export function readOutboundSettings(read: SettingReader): OutboundSettings {
  const allowHosts = read(ALLOW_HOSTS);
  // Throws if an entry is invalid.
  createAddressRules(allowHosts);
  return { allowHosts };
}
