import type { TemplateField } from '../../client/index.ts';
import type { DraftEdit } from '../document/edit-text.ts';
import { reverseTracks } from '../document/reverse-tracks.ts';
import { isFirstTrackInFront } from '../shell/session.ts';
import index from '../../../examples/templates/index.json' with { type: 'json' };

/** A template that is filled in. */
export interface FillableTemplate {
  /** The name of its form, which no other template has. */
  readonly name: string;
  readonly title: string;
  readonly sentence: string;
  readonly fields: readonly FilledField[];
  /** Loads its edit, with its placeholders. */
  readonly load: () => Promise<DraftEdit>;
}

/** A field of a template that its user fills in. */
export type FilledField = Omit<TemplateField, 'value'>;

/** A template that comes with Kinora. */
export interface Starter extends FillableTemplate {
  /** Its aspect ratio, such as `9:16`. */
  readonly shape: string;
  readonly seconds: number;
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
  // A test checks the kinds of the index.
  fields: template.fields as readonly FilledField[],
  load: () => loadStarter(template.name),
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
async function loadStarter(name: string): Promise<DraftEdit> {
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
