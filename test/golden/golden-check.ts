import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import sharp from 'sharp';
import { listSources } from '../../src/edit/index.ts';
import { testBrowser } from '../../src/render/browse/browser.fixture.ts';
import { writeFrame } from '../media/frame.ts';
import { differenceOf, readPicture, type Rgb, TOLERANCE, writeComparison } from './difference.ts';
import { GOLDEN, type GoldenCase, type GoldenFrame } from './golden-case.ts';
import { makeMedia } from './golden-media.ts';

/** The folder for pictures of failures, relative to the repository root. Git ignores it. */
const SHOWN_IN = '.golden';
const ROOT = join(import.meta.dirname, '../..');

/**
 * Draws the frames of golden cases, with generated media in a temporary folder. Close it with `await using`.
 */
export class GoldenStudio implements AsyncDisposable {
  private readonly folder: string;
  private readonly browser = testBrowser();
  private readonly media = new Map<string, Promise<void>>();

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<GoldenStudio> {
    return new GoldenStudio(await mkdtemp(join(tmpdir(), 'kinora-golden-')));
  }

  /**
   * Draws a frame, before any encoding, and compares it with its picture.
   *
   * @returns A description of the difference, or `undefined` if there is none.
   */
  async problemOf(golden: GoldenCase, frame: GoldenFrame): Promise<string | undefined> {
    const file = join(GOLDEN, frame.picture);
    if (!existsSync(file))
      return `test/golden/${frame.picture} is missing. Run \`npm run golden ${golden.name}\` and check the picture.`;
    const [expected, actual] = [await readPicture(file), await this.made(golden, frame)];
    if (expected.width !== actual.width || expected.height !== actual.height) {
      const sizes = [actual, expected].map(({ width, height }) => `${width}x${height}`);
      return `${frame.picture} is ${sizes.join(', not ')}. Comparison: ${await show(frame, expected, actual)}`;
    }
    const { pixels, most, mean } = differenceOf(expected, actual);
    if (most <= TOLERANCE.most && mean <= TOLERANCE.mean) return undefined;
    return `${frame.picture}: ${pixels} pixels differ by up to ${most} of 255 (mean ${mean.toFixed(3)}). Expected, actual and difference: ${await show(frame, expected, actual)}`;
  }

  /** Draws a frame and stores it as its expected picture. */
  async keep(golden: GoldenCase, frame: GoldenFrame): Promise<void> {
    const { data, width, height } = await this.made(golden, frame);
    await sharp(data, { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: 9, adaptiveFiltering: true })
      .toFile(join(GOLDEN, frame.picture));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async made(
    { edit, dialect, watermark, colour }: GoldenCase,
    { at, picture }: GoldenFrame,
  ): Promise<Rgb> {
    const to = join(this.folder, picture.replace('/', '-'));
    const names = [...new Set(listSources(edit).map(({ url }) => url))];
    await Promise.all(names.map((name) => this.medium(name)));
    const asVideo = colour === 'video';
    await writeFrame(edit, at, to, {
      media: this.folder,
      browser: this.browser,
      dialect,
      watermark,
      asVideo,
    });
    return readPicture(to);
  }

  private medium(name: string): Promise<void> {
    const known = this.media.get(name) ?? makeMedia(name, this.folder);
    this.media.set(name, known);
    return known;
  }
}

async function show({ picture }: GoldenFrame, expected: Rgb, actual: Rgb): Promise<string> {
  const to = join(SHOWN_IN, dirname(picture), basename(picture));
  await mkdir(join(ROOT, dirname(to)), { recursive: true });
  await writeComparison(expected, actual, join(ROOT, to));
  return to;
}
