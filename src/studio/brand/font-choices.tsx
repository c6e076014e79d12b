import '../style/brand.css';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { BrandFont } from '../../client/index.ts';
import { apply, draft } from '../edit/edit-state.ts';
import { readAt } from '../schema/walk-schema.ts';
import { brand, loadBrand } from './brand-state.ts';
import { drawFontSamples, fontSamples, SAMPLE_HEIGHT } from './font-samples.ts';

interface FontChoicesProps {
  readonly id: string;
  readonly title: string;
  /** The built-in families. */
  readonly families: readonly string[];
  readonly shown: string;
  readonly set: (family: string) => void;
}

/** The fonts of the brand and the built-in ones, each in itself. */
export function FontChoices({ id, title, families, shown, set }: FontChoicesProps): JSX.Element {
  useEffect(() => {
    loadBrand();
    void drawFontSamples(families);
  }, []);
  const own = brand.value.fonts.filter(({ family }) => !families.includes(family));
  return (
    <div class="fonts" role="radiogroup" aria-label={title}>
      {own.map((font) => (
        <label key={font.family} class="font" style={{ fontFamily: familyOf(font.family) }}>
          <input
            type="radio"
            name={id}
            checked={font.family === shown}
            onChange={() => {
              addFont(font);
              set(font.family);
            }}
          />
          {font.family}
        </label>
      ))}
      {families.map((family, index) => (
        <label key={family} class="font">
          <input type="radio" name={id} checked={family === shown} onChange={() => set(family)} />
          <Sample family={family} index={index} />
        </label>
      ))}
    </div>
  );
}

function Sample({ family, index }: { readonly family: string; readonly index: number }): JSX.Element {
  const { value: picture } = fontSamples;
  if (picture === undefined) return <>{family}</>;
  return (
    <>
      <span class="only-read">{family}</span>
      <span
        class="font-sample"
        aria-hidden="true"
        style={{
          height: `${SAMPLE_HEIGHT}px`,
          backgroundImage: `url(${picture})`,
          backgroundPosition: `0 ${-index * SAMPLE_HEIGHT}px`,
        }}
      />
    </>
  );
}

/** Adds the file of a font to the timeline, unless it is there. */
function addFont({ src }: BrandFont): void {
  if (src === undefined) return;
  const fonts = readAt(draft.peek(), ['timeline', 'fonts']);
  if (!Array.isArray(fonts)) apply([{ path: ['timeline', 'fonts'], value: [{ src }] }]);
  else if (!fonts.some((font) => readAt(font, ['src']) === src))
    apply([{ path: ['timeline', 'fonts', fonts.length], value: { src }, inserts: true }]);
}

/** Returns a family for a style of the page. */
export function familyOf(name: string): string {
  return `${JSON.stringify(name)}, var(--sans)`;
}
