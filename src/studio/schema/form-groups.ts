import type { FormField } from './form-field.ts';

/** Fields that belong together. */
export interface FieldGroup {
  readonly title: string;
  /** Fields that most people need. */
  readonly usual: readonly FormField[];
  readonly others: readonly FormField[];
}

/** The names of the fields of a group. Those of the asset begin with `asset.`. */
interface GroupPlan {
  readonly title: string;
  readonly usual: readonly string[];
  readonly others: readonly string[];
}

/** The name of the field with the filters of the whole track of a clip. */
export const TRACK_SOUND = 'trackSound';

const CLIP_GROUPS: readonly GroupPlan[] = [
  {
    title: 'Content',
    usual: [
      ...['asset.text', 'asset.spans', 'asset.src', 'asset.html', 'asset.prompt', 'asset.voice'],
      ...['asset.shape', 'asset.rectangle', 'asset.circle', 'asset.line', 'asset.font', 'asset.color'],
      ...['asset.size', 'asset.fill', 'asset.value', 'asset.errorCorrection', 'asset.source', 'asset.bars'],
    ],
    others: ['asset.*'],
  },
  {
    title: 'Place and size',
    usual: ['position', 'offset', 'scale', 'fit', 'asset.align', 'asset.alignment', 'asset.margin'],
    others: [
      ...['width', 'height', 'asset.width', 'asset.height', 'asset.position', 'asset.offset'],
      ...['asset.padding', 'asset.crop'],
    ],
  },
  {
    title: 'Time',
    usual: ['start', 'length', 'asset.trim', 'asset.speed'],
    others: ['overlap', 'asset.loop', 'asset.slowMotion'],
  },
  {
    title: 'Motion and transitions',
    usual: ['transition', 'effect', 'asset.animation', 'transform'],
    others: ['motion', 'perspective', 'motionBlur'],
  },
  {
    title: 'Look',
    usual: [
      ...['opacity', 'filter', 'filters', 'corners', 'border', 'shadow', 'blend'],
      ...['asset.background', 'asset.stroke', 'asset.shadow'],
    ],
    others: ['asset.border', 'asset.chromaKey', 'asset.cutout', 'asset.active', 'asset.style'],
  },
  {
    title: 'Sound',
    usual: ['asset.volume', 'asset.volumeEffect', 'asset.effect', 'asset.sound'],
    others: ['asset.duck', 'asset.cutSilence', 'asset.words', 'asset.preservePitch', TRACK_SOUND],
  },
  { title: 'All other fields', usual: [], others: ['*'] },
];

const OUTPUT_GROUPS: readonly GroupPlan[] = [
  {
    title: 'Output',
    usual: ['output.format', 'output.resolution', 'output.aspectRatio', 'output.fps', 'output.quality'],
    others: ['output.*'],
  },
  {
    title: 'Timeline',
    usual: ['timeline.background', 'timeline.soundtrack', 'timeline.sound'],
    others: ['timeline.*'],
  },
  { title: 'All other fields', usual: [], others: ['*'] },
];

/** Groups whose fields only something visible has. */
const VISIBLE_GROUPS = ['Place and size', 'Motion and transitions', 'Look'];
const SOUND_TYPES: readonly unknown[] = ['audio', 'text-to-speech'];

/**
 * Fields that have no place in a form: the timeline shows them, they are shown in its title, or they have controls of
 * their own, as the shapes of the outputs and the placeholders.
 */
const HIDDEN: ReadonlySet<string> = new Set([
  ...['asset', 'asset.type', 'asset.tracks', 'timeline', 'output', 'timeline.tracks', '$schema', 'disk'],
  // The places in other shapes are written while these are shown.
  'shapes',
  ...['outputs', 'merge'],
]);

/** True for a clip that is seen. @param type of its asset. */
export function hasPicture(type: unknown): boolean {
  return !SOUND_TYPES.includes(type);
}

/** Groups the fields of a clip and of its asset. @param type of the asset. */
export function groupClipFields(
  clip: readonly FormField[],
  asset: readonly FormField[],
  type: unknown,
): FieldGroup[] {
  const named = new Map(clip.map((field) => [field.name, field]));
  for (const field of asset) named.set(`asset.${field.name}`, field);
  const plans = hasPicture(type)
    ? CLIP_GROUPS
    : CLIP_GROUPS.filter(({ title }) => !VISIBLE_GROUPS.includes(title));
  return groupFields(named, plans);
}

/** Groups the fields of the edit, its timeline and its output. */
export function groupEditFields(
  parts: Readonly<Record<'' | 'timeline' | 'output', readonly FormField[]>>,
): FieldGroup[] {
  const named = Object.entries(parts).flatMap(([part, fields]) =>
    fields.map((field) => [part === '' ? field.name : `${part}.${field.name}`, field] as const),
  );
  return groupFields(new Map(named), OUTPUT_GROUPS);
}

function groupFields(named: ReadonlyMap<string, FormField>, plans: readonly GroupPlan[]): FieldGroup[] {
  const listed = new Set(plans.flatMap(({ usual, others }) => [...usual, ...others]));
  const isFree = (name: string): boolean => !listed.has(name) && !HIDDEN.has(name);
  const expand = (name: string): string[] => {
    if (!name.endsWith('*')) return named.has(name) ? [name] : [];
    const prefix = name.slice(0, -1);
    const all = [...named.keys()].filter(isFree);
    return all.filter((key) =>
      prefix === '' ? !isInPart(key) || !hasRest(key, plans) : key.startsWith(prefix),
    );
  };
  const pick = (names: readonly string[]): FormField[] =>
    names.flatMap(expand).flatMap((name) => named.get(name) ?? []);
  return plans
    .map(({ title, usual, others }) => ({ title, usual: pick(usual), others: pick(others) }))
    .filter(({ usual, others }) => usual.length + others.length > 0);
}

function isInPart(name: string): boolean {
  return name.includes('.');
}

/** True if another group takes the rest of the part that a field is in. */
function hasRest(name: string, plans: readonly GroupPlan[]): boolean {
  const rest = `${name.slice(0, name.indexOf('.'))}.*`;
  return plans.some(({ others }) => others.includes(rest));
}
