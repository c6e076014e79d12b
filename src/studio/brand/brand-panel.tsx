import '../style/brand.css';
import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { FileField } from '../files/file-field.tsx';
import type { WantedKinds } from '../files/wanted-kinds.ts';
import { Thumbnail } from '../media/thumbnail.tsx';
import { brand, changeBrand, loadBrand, type ShownBrand } from './brand-state.ts';
import { familyOf } from './font-choices.tsx';

/** The palettes, fonts and logos of the account, to change them. */
export function BrandPanel(): JSX.Element {
  useEffect(loadBrand, []);
  const { palettes, fonts, logos } = brand.value;
  return (
    <section class="card" aria-labelledby="brand">
      <h2 id="brand">Brand</h2>
      <p class="soft">
        The Studio offers these colours, fonts and logos wherever one is chosen, to all who have a key of this
        account.
      </p>
      <Palettes palettes={palettes} />
      <FilesOfBrand fonts={fonts} logos={logos} />
    </section>
  );
}

function Palettes({ palettes }: Pick<ShownBrand, 'palettes'>): JSX.Element {
  return (
    <>
      <h3>Colours</h3>
      <ul class="brand-list">
        {palettes.map((palette, index) => (
          <BrandItem key={index} name={palette.name} part="palettes" index={index}>
            {palette.colors.map((colour) => (
              <button
                key={colour}
                type="button"
                class="brand-colour"
                aria-label={`Remove ${colour} from ${palette.name}`}
                title={`Remove ${colour}`}
                onClick={() =>
                  replacePalette(
                    index,
                    palette.colors.filter((each) => each !== colour),
                  )
                }
              >
                <svg viewBox="0 0 1 1" width="20" height="20" aria-hidden="true">
                  <rect width="1" height="1" fill={`#${colour.slice(-6)}`} />
                </svg>
              </button>
            ))}
            <NewColour
              name={palette.name}
              add={(colour) => replacePalette(index, [...palette.colors, colour])}
            />
          </BrandItem>
        ))}
      </ul>
      <NamedForm
        label="Name of a palette"
        action="Add the palette"
        add={(name) => changeBrand({ palettes: [...palettes, { name, colors: [] }] })}
      />
    </>
  );
}

function FilesOfBrand({ fonts, logos }: Pick<ShownBrand, 'fonts' | 'logos'>): JSX.Element {
  return (
    <>
      <h3>Fonts</h3>
      <ul class="brand-list">
        {fonts.map(({ family }, index) => (
          <BrandItem key={index} name={family} part="fonts" index={index} fontFamily={familyOf(family)} />
        ))}
      </ul>
      <NamedForm
        label="Family, as the font file names it"
        action="Add the font"
        kinds={['font']}
        add={(family, src) => changeBrand({ fonts: [...fonts, { family, src }] })}
      />
      <h3>Logos</h3>
      <ul class="brand-list">
        {logos.map(({ name, src }, index) => (
          <BrandItem key={index} name={name} part="logos" index={index}>
            <span class="brand-logo">
              <Thumbnail url={src} isOwn={src.startsWith(location.origin)} />
            </span>
          </BrandItem>
        ))}
      </ul>
      <NamedForm
        label="Name of a logo"
        action="Add the logo"
        kinds={['image', 'drawing']}
        add={(name, src) => changeBrand({ logos: [...logos, { name, src }] })}
      />
    </>
  );
}

function replacePalette(index: number, colors: readonly string[]): void {
  const { palettes } = brand.peek();
  void changeBrand({
    palettes: palettes.map((each, place) =>
      place === index ? { ...each, colors: [...new Set(colors)] } : each,
    ),
  });
}

/** A thing of the brand, with a button that removes it. */
function BrandItem(props: {
  readonly name: string;
  readonly part: keyof ShownBrand;
  readonly index: number;
  readonly fontFamily?: string;
  readonly children?: ComponentChildren;
}): JSX.Element {
  const { name, part, index, fontFamily, children } = props;
  return (
    <li>
      <span class="brand-name" style={fontFamily === undefined ? {} : { fontFamily }}>
        {name}
      </span>
      {children}
      <button
        type="button"
        class="button small"
        aria-label={`Remove ${name}`}
        onClick={() => void changeBrand({ [part]: brand.peek()[part].toSpliced(index, 1) })}
      >
        Remove
      </button>
    </li>
  );
}

function NewColour(props: { readonly name: string; readonly add: (colour: string) => void }): JSX.Element {
  const colour = useSignal('#000000');
  return (
    <>
      <input
        type="color"
        aria-label={`New colour of ${props.name}`}
        value={colour.value}
        onInput={(event) => (colour.value = event.currentTarget.value)}
      />
      <button
        type="button"
        class="button small"
        aria-label={`Add the colour to ${props.name}`}
        onClick={() => props.add(colour.value)}
      >
        Add
      </button>
    </>
  );
}

interface NamedFormProps {
  readonly label: string;
  readonly action: string;
  /** The kinds of its file. Absent if it has none. */
  readonly kinds?: WantedKinds;
  readonly add: (name: string, src: string) => Promise<void>;
}

/** Adds a thing with a name, and perhaps with a file. */
function NamedForm({ label, action, kinds, add }: NamedFormProps): JSX.Element {
  const name = useSignal('');
  const src = useSignal('');
  const isReady = name.value.trim() !== '' && (kinds === undefined || src.value !== '');
  return (
    <form
      class="brand-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        void add(name.value.trim(), src.value);
        name.value = src.value = '';
      }}
    >
      <label class="field">
        <span>{label}</span>
        <input
          class="input"
          maxLength={100}
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
      </label>
      {kinds && (
        <FileField
          place={`brand ${label}`}
          title={label}
          kinds={kinds}
          address={src.value}
          set={(url) => (src.value = url)}
        />
      )}
      <button class="button" disabled={!isReady}>
        {action}
      </button>
    </form>
  );
}
