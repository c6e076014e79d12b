import { signal } from '@preact/signals';
import type { EditInput } from '../../client/index.ts';
import { session } from '../shell/session.ts';

/** Height of a sample in pixels. */
export const SAMPLE_HEIGHT = 36;
const WIDTH = 300;

/** The picture with the names of the built-in fonts in themselves, one below the other. Undefined until it is drawn. */
export const fontSamples = signal<string | undefined>(undefined);
let isAsked = false;

/** Has the server draw the names of fonts, because browsers do not have these fonts. */
export async function drawFontSamples(families: readonly string[]): Promise<void> {
  const client = session.peek()?.client;
  if (!client || isAsked || families.length === 0) return;
  isAsked = true;
  const clips = families.map((family, index) => ({
    clips: [
      {
        asset: {
          type: 'text',
          text: family,
          width: WIDTH,
          height: SAMPLE_HEIGHT,
          font: { family, size: 20, color: '#000000' },
          alignment: { horizontal: 'left', vertical: 'center' },
        },
        offset: { y: 0.5 - (index + 0.5) / families.length },
        start: 0,
        length: 1,
      },
    ],
  }));
  const edit = {
    timeline: { background: 'transparent', tracks: clips },
    output: { format: 'png', size: { width: WIDTH, height: SAMPLE_HEIGHT * families.length } },
  };
  try {
    const bytes = await client.frame(edit as EditInput, 0);
    fontSamples.value = URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'image/png' }));
  } catch {
    // The names stay in the letters of the page. The next picker asks again.
    isAsked = false;
  }
}
