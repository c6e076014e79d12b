import '../style/brand.css';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { addColour, brand, loadBrand } from './brand-state.ts';
import { pickColour } from './pick-colour.ts';

interface ColourChoicesProps {
  readonly title: string;
  /** The present colour as `#rrggbb`. Undefined if there is none. */
  readonly colour: string | undefined;
  /** Takes a colour as `#rrggbb`, or as a palette has it. */
  readonly set: (colour: string) => void;
}

/** The eyedropper, and the colours of the brand. */
export function ColourChoices({ title, colour, set }: ColourChoicesProps): JSX.Element {
  const isOpen = useSignal(false);
  return (
    <>
      <button
        type="button"
        class="button icon plain"
        aria-label={`${title}, pick from the picture`}
        title="Pick a colour from the picture"
        onClick={() =>
          void pickColour().then((picked) => {
            if (picked !== undefined) set(picked);
          })
        }
      >
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" fill="currentColor">
          <path d="M13.9 2.1a2.2 2.2 0 0 0-3.1 0L9 3.9l-.7-.7-1.1 1.1.7.7L3 9.9V13h3.1L11 8.1l.7.7 1.1-1.1-.7-.7 1.8-1.8a2.2 2.2 0 0 0 0-3.1ZM5.5 11.5h-1v-1L9 6l1 1-4.5 4.5Z" />
        </svg>
      </button>
      <button
        type="button"
        class="button icon plain"
        aria-label={`${title}, colours of the brand`}
        title="Colours of the brand"
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        ▾
      </button>
      {isOpen.value && <Palettes title={title} colour={colour} set={set} />}
    </>
  );
}

function Palettes({ title, colour, set }: ColourChoicesProps): JSX.Element {
  useEffect(loadBrand, []);
  const { palettes } = brand.value;
  return (
    <div class="palettes" role="group" aria-label={`${title}, colours of the brand`}>
      {palettes.map(({ name, colors }) => (
        <div key={name} class="palette" role="group" aria-label={name}>
          <span class="soft">{name}</span>
          {colors.map((each) => (
            <Swatch key={each} colour={each} isChosen={each === colour} set={set} />
          ))}
        </div>
      ))}
      {colour !== undefined && (
        <button type="button" class="button small" onClick={() => addColour(colour)}>
          Keep this colour
        </button>
      )}
      {palettes.length === 0 && <span class="soft">The brand has no colours yet.</span>}
    </div>
  );
}

function Swatch(props: {
  readonly colour: string;
  readonly isChosen: boolean;
  readonly set: (colour: string) => void;
}): JSX.Element {
  const { colour, isChosen, set } = props;
  return (
    <button
      type="button"
      class="brand-colour"
      aria-label={colour}
      aria-pressed={isChosen}
      title={colour}
      onClick={() => set(colour)}
    >
      <svg viewBox="0 0 1 1" width="20" height="20" aria-hidden="true">
        <rect width="1" height="1" fill={`#${colour.slice(-6)}`} />
      </svg>
    </button>
  );
}
