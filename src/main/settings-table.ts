import { SETTINGS } from './settings.ts';

/** Creates the table of docs/settings.md in Markdown. */
export function createSettingsTable(): string {
  const rows = SETTINGS.map(({ name, default: value, defaultText, description }) => [
    `\`${name}\``,
    defaultText ?? `\`${String(value)}\``,
    // Descriptions name documents as from the README.
    description.replaceAll('](docs/', '](').replaceAll(/\[docs\/([\w-]+)\.md\]/g, '[$1]'),
  ]);
  return [['name', 'default', 'meaning'], ['---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}
