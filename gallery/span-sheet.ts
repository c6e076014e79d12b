import { clip, editOf, picture } from './edits.ts';
import type { Row, Sheet } from './sheet.ts';

const FONT = { family: 'Montserrat', size: 56, weight: 600, color: '#ffffff' } as const;
const YELLOW = '#ffd166';
const PINK = '#ff6fb5';

/** Returns the sheet of rich texts with spans. */
export function spanSheet(): Sheet {
  return {
    file: 'rich-text-spans',
    heading: 'Spans',
    text: 'Parts of a `rich-text` with looks of their own, its `spans`.',
    across: 3,
    rows: [
      tile('size and colour', [
        { text: 'Save ' },
        { text: '50 %', font: { size: 120, weight: 800, color: YELLOW } },
        { text: ' until Sunday' },
      ]),
      tile('highlight and line', [
        { text: 'The word ' },
        { text: 'marked', font: { background: YELLOW, color: '#1a2132' } },
        { text: ' counts, the ' },
        { text: 'underlined', style: { textDecoration: 'underline' } },
        { text: ' more' },
      ]),
      tile('family and slant', [
        { text: 'A ' },
        { text: 'serif', font: { family: 'Arapey', style: 'italic', size: 80 } },
        { text: ' among ' },
        { text: 'markers', font: { family: 'Permanent Marker', color: PINK } },
      ]),
      tile('inside of a word', [
        { text: 'un' },
        { text: 'for', font: { color: PINK } },
        { text: 'gett', font: { weight: 900, color: YELLOW } },
        { text: 'able' },
      ]),
      tile('outline and opacity', [
        { text: 'Out', font: { size: 100 }, stroke: { width: 8, color: '#d8372f' } },
        { text: 'line', font: { size: 100, opacity: 0 }, stroke: { width: 3, color: '#ffffff' } },
        { text: '\nand faint', font: { opacity: 0.45 } },
      ]),
      tile('joined letters', [
        { text: 'مرح', font: { size: 90, color: YELLOW } },
        { text: 'با بالعا', font: { size: 90, color: PINK } },
        { text: 'لم', font: { size: 90 } },
      ]),
      tile(
        'typewriter',
        [
          { text: 'Typed ', font: { color: YELLOW } },
          { text: 'letter by ', font: { size: 80, weight: 800 } },
          { text: 'letter' },
        ],
        { preset: 'typewriter', duration: 1 },
      ),
      tile(
        'slideIn, by word',
        [
          { text: 'Words ', font: { size: 90, weight: 800, color: PINK } },
          { text: 'of all ' },
          { text: 'sizes', font: { size: 110, color: YELLOW } },
        ],
        { preset: 'slideIn', style: 'word', direction: 'up', duration: 1 },
      ),
      tile(
        'movingLetters',
        [{ text: 'Waving ' }, { text: 'letters', font: { size: 90, weight: 800, color: YELLOW } }],
        { preset: 'movingLetters' },
      ),
    ],
  };
}

/** The moment of the animations that the sheet shows, in seconds. */
const SHOWN_AT = 0.7;

function tile(name: string, spans: readonly object[], animation?: object): Row {
  const asset = {
    type: 'rich-text',
    spans,
    font: FONT,
    shadow: { blur: 14, offsetY: 4, color: '#040a20', opacity: 0.6 },
    padding: 40,
    ...(animation && { animation }),
  };
  return { name, tiles: [{ edit: editOf([picture('night', 3), clip(asset, 3)]), at: SHOWN_AT }] };
}
