import { SETTINGS } from './settings.ts';

/** Creates the settings table of the README in Markdown. */
export function createSettingsTable(): string {
  const rows = SETTINGS.map(({ name, default: value, defaultText, description }) => [
    `\`${name}\``,
    defaultText ?? `\`${String(value)}\``,
    description,
  ]);
  return [['name', 'default', 'meaning'], ['---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}
