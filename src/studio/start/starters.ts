import type { DraftEdit } from '../document/edit-text.ts';
import { reverseTracks } from '../document/reverse-tracks.ts';
import { isFirstTrackInFront } from '../shell/session.ts';
import index from '../../../examples/templates/index.json' with { type: 'json' };

/** A field of a template that its user fills in. */
export interface StarterField {
  /** The name of its placeholder. */
  readonly name: string;
  readonly label: string;
  readonly kind: string;
}

/** A template that comes with Kinora. */
export interface Starter {
  readonly name: string;
  readonly title: string;
  readonly sentence: string;
  /** Its aspect ratio, such as `9:16`. */
  readonly shape: string;
  readonly seconds: number;
  readonly fields: readonly StarterField[];
  /** Address of its picture: three moments. */
  readonly picture: string;
  /** Addresses of a picture and of a film in its own shape. */
  readonly poster: { readonly still: string; readonly film: string };
}

const EDITS = import.meta.glob<DraftEdit>(
  ['../../../examples/templates/*.json', '!../../../examples/templates/index.json'],
  { import: 'default' },
);
const PICTURES = import.meta.glob<string>('../../../docs/images/templates/*', {
  eager: true,
  query: '?url',
  import: 'default',
});
const MEDIA = import.meta.glob<string>('../../../examples/templates/media/*', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The templates that come with Kinora. */
export const STARTERS: readonly Starter[] = index.templates.map((template) => ({
  ...template,
  picture: findFile(PICTURES, `/${template.name}.`) ?? '',
  poster: {
    still: findFile(PICTURES, `/${template.name}-poster.jpg`) ?? '',
    film: findFile(PICTURES, `/${template.name}-poster.mp4`) ?? '',
  },
}));

/**
 * Loads the edit of a template, with its placeholders, for the dialect of the key: the templates are written for
 * the one in which the last track is on top.
 *
 * @throws if there is no such template.
 */
export async function loadStarter(name: string): Promise<DraftEdit> {
  const load = EDITS[`../../../examples/templates/${name}.json`];
  if (!load) throw new Error(`There is no template "${name}".`);
  const edit = await load();
  return isFirstTrackInFront.peek() ? reverseTracks(edit) : edit;
}

/** Returns the address of a media file of a template. Undefined for other values. */
export function findStarterMedia(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith('media/') ? findFile(MEDIA, `/${value}`) : undefined;
}

function findFile(files: Readonly<Record<string, string>>, part: string): string | undefined {
  return Object.entries(files).find(([path]) => path.includes(part))?.[1];
}
