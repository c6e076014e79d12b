import { z } from 'zod';
import type { Setting, SettingReader } from '../base/setting.ts';
import { createAddressRules } from './address-rules.ts';

/** The settings of the outbound guard. */
export interface OutboundSettings {
  /** Host names, IP addresses and CIDR blocks that can be reached although they are private. */
  readonly allowHosts: readonly string[];
}

const ALLOW_HOSTS: Setting<readonly string[]> = {
  name: 'KINORA_ALLOW_HOSTS',
  default: [],
  defaultText: 'none',
  schema: z.string().transform((text) => text.split(/[\s,]+/).filter((host) => host !== '')),
  mustBe: 'a list of host names, IP addresses and CIDR blocks',
  description: 'Private hosts and address blocks that sources may come from, separated by commas or spaces.',
};

/** The declarations of {@link OutboundSettings}. */
export const OUTBOUND_SETTINGS = [ALLOW_HOSTS];

/** Reads the settings of the outbound guard. @throws {KinoraError} `invalid_setting`. */
export function readOutboundSettings(read: SettingReader): OutboundSettings {
  const allowHosts = read(ALLOW_HOSTS);
  // Throws if an entry is not valid.
  createAddressRules(allowHosts);
  return { allowHosts };
}
