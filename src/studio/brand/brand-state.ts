import { effect, signal } from '@preact/signals';
import type { BrandFont, KeptBrand, Logo, Palette } from '../../client/index.ts';
import { attemptAloud } from '../shell/notice.tsx';
import { session } from '../shell/session.ts';

/** The palettes, fonts and logos of the account. */
export interface ShownBrand {
  readonly palettes: readonly Palette[];
  readonly fonts: readonly BrandFont[];
  readonly logos: readonly Logo[];
}

/** The brand of the account. Empty until it is loaded. */
export const brand = signal<ShownBrand>({ palettes: [], fonts: [], logos: [] });

/** The version that is shown. */
let version = 0;
let loadedFor: string | undefined;

/** Loads the brand of the account once. */
export function loadBrand(): void {
  const { owner, client } = session.peek() ?? {};
  if (!client || owner === loadedFor) return;
  loadedFor = owner;
  void attemptAloud(async () => show(await client.brand.get()));
}

function show(kept: KeptBrand): void {
  const { palettes = [], fonts = [], logos = [] } = kept.brand;
  version = kept.version;
  brand.value = { palettes, fonts, logos };
}

/** Saves a change of the brand. A notice says why it fails, for example if someone else has changed it meanwhile. */
export function changeBrand(change: Partial<ShownBrand>): Promise<void> {
  const before = brand.peek();
  brand.value = { ...before, ...change };
  return attemptAloud(async () => {
    const { client } = session.peek() ?? {};
    if (!client) return;
    try {
      show(await client.brand.save(brand.peek(), { version }));
    } catch (error) {
      brand.value = before;
      // The change of the other one is shown.
      loadedFor = undefined;
      loadBrand();
      throw error;
    }
  });
}

/** Adds a colour to the first palette. @param colour as `#rrggbb`. */
export function addColour(colour: string): void {
  const [first = { name: 'Colours', colors: [] }, ...others] = brand.peek().palettes;
  if (first.colors.includes(colour)) return;
  void changeBrand({ palettes: [{ ...first, colors: [...first.colors, colour] }, ...others] });
}

/** The fonts whose files the browser has begun to load. */
const known = new Set<string>();

// The names of fonts are written in the fonts themselves.
effect(() => {
  for (const { family, src } of brand.value.fonts) {
    if (src === undefined || known.has(src)) continue;
    known.add(src);
    const face = new FontFace(family, `url(${JSON.stringify(src)})`);
    document.fonts.add(face);
    // A font that cannot be shown stays in the letters of the page.
    face.load().catch(() => document.fonts.delete(face));
  }
});
