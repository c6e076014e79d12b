import { z } from 'zod';
import type { Setting, SettingReader } from '../base/setting.ts';
import type { Dialect } from '../edit/dialect.ts';

/** The settings for renders. */
export interface RenderSettings {
  readonly dialect: Dialect;
}

const DIALECT: Setting<Dialect> = {
  name: 'KINORA_DIALECT',
  default: 'interface',
  schema: z.enum(['interface', 'shotstack']),
  mustBe: '`interface` or `shotstack`',
  description:
    'Dialect of edits. Set it to `shotstack` for edits written for Shotstack, where the first track is on top.',
};

/** The declarations of {@link RenderSettings}. */
export const RENDER_SETTINGS = [DIALECT];

/** Reads the settings for renders. @throws {KinoraError} `invalid_setting`. */
export function readRenderSettings(read: SettingReader): RenderSettings {
  return { dialect: read(DIALECT) };
}
