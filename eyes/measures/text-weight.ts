import type { Kinora, Measure, Picture } from '../measure.ts';

const TEXT = 'Hamburgefonstiv 0123 quick';
/** Size of the box of each line, in pixels. The boxes are drawn one below the other. */
const BOX = { width: 480, height: 48 };

interface Look {
  readonly family: string;
  readonly colour: string;
  /** Black or white. */
  readonly ground: '#000000' | '#ffffff';
}

const LOOKS: readonly Look[] = ['Open Sans', 'Roboto', 'Montserrat'].flatMap((family) => [
  { family, colour: '#000000', ground: '#ffffff' },
  { family, colour: '#ffffff', ground: '#000000' },
  { family, colour: '#d02020', ground: '#ffffff' },
]);

/** The ink of rich text, in comparison with the same letters in a browser. */
export const MEASURES: readonly Measure[] = [12, 16, 24].map((size) => ({
  name: `Largest difference in ink between rich text and html at ${size} px, %`,
  limit: 3,
  async measure(kinora) {
    const inBrowser = await measureInk(kinora, (look) => toHtml(look, size));
    const drawn = await measureInk(kinora, (look) => toRichText(look, size));
    const differences = drawn.map((ink, index) => Math.abs(ink / (inBrowser[index] ?? 0) - 1));
    return 100 * Math.max(...differences);
  },
}));

function toHtml({ family, colour, ground }: Look, size: number): object {
  const css = `p { font: ${size}px '${family}'; color: ${colour} }`;
  return { asset: { type: 'html', html: `<p>${TEXT}</p>`, css, background: ground, ...BOX } };
}

function toRichText({ family, colour, ground }: Look, size: number): object {
  const font = { family, size, color: colour };
  return { asset: { type: 'rich-text', text: TEXT, font, background: { color: ground } }, ...BOX };
}

/** Draws a line of text in each look, and returns the sum of its differences from the ground in green. */
async function measureInk(kinora: Kinora, toClip: (look: Look) => object): Promise<number[]> {
  const size = { width: BOX.width, height: BOX.height * LOOKS.length };
  const clips = LOOKS.map((look, index) => ({
    ...toClip(look),
    position: 'top',
    offset: { y: -index / LOOKS.length },
    start: 0,
    length: 1,
  }));
  const timeline = { tracks: clips.map((clip) => ({ clips: [clip] })) };
  const picture = await kinora.frame({ timeline, output: { format: 'png', size } }, 0.5);
  return LOOKS.map(({ ground }, index) => sumDifferences(picture, index, ground === '#000000' ? 0 : 255));
}

function sumDifferences({ data, width }: Picture, index: number, ground: number): number {
  const bytes = 3 * width * BOX.height;
  let sum = 0;
  // Without the first and the last row: the edges of the boxes.
  for (let at = index * bytes + 3 * width + 1; at < (index + 1) * bytes - 3 * width; at += 3)
    sum += Math.abs((data[at] ?? 0) - ground);
  return sum;
}
