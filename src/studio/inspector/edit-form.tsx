import type { JSX } from 'preact';
import { type ClipSpan, findClip, keyOf, nameClip } from '../document/clip-spans.ts';
import { fillPlaceholders } from '../document/placeholders.ts';
import { pathOf } from '../document/clip-path.ts';
import type { JsonPath } from '../document/edit-text.ts';
import { findOwnPlace, findPlacePath } from '../document/shape-places.ts';
import { draft, redoChange, selected, selection, syntaxProblem, undoChange } from '../edit/edit-state.ts';
import { findFileName } from '../files/known-files.ts';
import { wordsOf } from '../schema/field-words.ts';
import { type FormField, listFields } from '../schema/form-field.ts';
import {
  type FieldGroup,
  groupClipFields,
  groupEditFields,
  hasPicture,
  TRACK_SOUND,
} from '../schema/form-groups.ts';
import { readAt, type SchemaPart } from '../schema/walk-schema.ts';
import { SpeechTools } from '../speech/speech-tools.tsx';
import { PlaceSign } from '../variants/place-sign.tsx';
import { ShapeChoice } from '../variants/shape-choice.tsx';
import { shownShape } from '../variants/shown-output.ts';
import { problemsOf } from './field-places.ts';
import { FormGroup } from './form-group.tsx';
import { PlaceholderList } from '../placeholders/placeholders.tsx';

/** The form of the selected clip, or of the output and the timeline if no clip is selected. */
export function EditForm({ root }: { readonly root: SchemaPart }): JSX.Element {
  const [first, ...others] = selected.value;
  return (
    <form
      class="inspector"
      aria-label={first ? 'Clip' : 'Output'}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={handleUndo}
    >
      {syntaxProblem.value && (
        <p class="message bad" role="alert">
          The JSON cannot be read, so the form cannot change it. Correct the JSON first.
        </p>
      )}
      <fieldset disabled={syntaxProblem.value !== undefined}>
        {first ? <ClipForm root={root} span={first} others={others.length} /> : <OutputForm root={root} />}
      </fieldset>
    </form>
  );
}

/** The form of a clip. @param others how many more clips are selected. */
function ClipForm(props: {
  readonly root: SchemaPart;
  readonly span: ClipSpan;
  readonly others: number;
}): JSX.Element {
  const { root, span, others } = props;
  const edit = draft.value;
  const clip = findClip(edit, span) ?? {};
  const path = pathOf(span);
  const type = clip.asset?.type;
  const shape = shownShape.value;
  const own =
    shape.name && listFields(root, edit, [...path, 'shapes', shape.name], findOwnPlace(clip, shape));
  const fields = listFields(root, edit, path, clip).map((field) => {
    const placed = own?.find(({ name }) => name === field.name);
    const isOwn = findPlacePath(clip, span, [field.name], shape).length > field.path.length;
    return placed && isOwn ? { ...placed, fallback: field.fallback } : field;
  });
  const asset = listFields(root, edit, [...path, 'asset'], clip.asset);
  const ofTrack = listTrackFields(root, path);
  return (
    <>
      <header class="form-head">
        <h2 translate={false}>{nameClip(fillPlaceholders(clip, edit), findFileName)}</h2>
        <span class="soft">
          {type === undefined ? 'without a type' : wordsOf(type)}, track {span.track + 1}
        </span>
        <button
          type="button"
          class="button small"
          title="Deselect the clip, to choose the shapes and the output of the film"
          onClick={() => (selection.value = new Set())}
        >
          Output
        </button>
      </header>
      {others > 0 && (
        <p class="message">
          {others + 1} clips are selected. A change applies to all, one of the content only to clips of the
          same type.
        </p>
      )}
      <Problems paths={[path, [...path, 'asset'], [...path, 'asset', 'type']]} />
      {hasPicture(type) && <PlaceSign places={selected.value} />}
      <SpeechTools key={keyOf(span)} clip={clip} span={span} />
      <Groups
        key={path.join('.')}
        groups={groupClipFields([...fields, ...ofTrack], asset, type)}
        kept={path.length}
      />
    </>
  );
}

/** Returns the field with the filters of the track of a clip. */
function listTrackFields(root: SchemaPart, clip: JsonPath): FormField[] {
  const path = clip.slice(0, -2);
  return listFields(root, draft.value, path, readAt(draft.value, path))
    .filter(({ name }) => name === 'sound')
    .map((field) => ({ ...field, name: TRACK_SOUND, title: 'Sound of the track' }));
}

function OutputForm({ root }: { readonly root: SchemaPart }): JSX.Element {
  const edit = draft.value;
  const list = (part: string): FormField[] => {
    const path = part === '' ? [] : [part];
    return listFields(root, edit, path, part === '' ? edit : edit[part]);
  };
  // An edit has one output or several. The form of the first one is that of all.
  const output =
    edit['outputs'] === undefined
      ? list('output')
      : listFields(root, edit, ['outputs', 0], readAt(edit, ['outputs', 0]));
  const groups = groupEditFields({ '': list(''), timeline: list('timeline'), output });
  return (
    <>
      <header class="form-head">
        <h2>Output and timeline</h2>
        <span class="soft">Select a clip to change it.</span>
      </header>
      <Problems paths={[[], ['output'], ['outputs'], ['timeline']]} />
      <ShapeChoice />
      <PlaceholderList />
      <Groups groups={groups} kept={1} />
    </>
  );
}

function Groups({
  groups,
  kept,
}: {
  readonly groups: readonly FieldGroup[];
  readonly kept: number;
}): JSX.Element {
  return (
    <>
      {groups.map((group) => (
        <FormGroup key={group.title} group={group} kept={kept} />
      ))}
    </>
  );
}

/** The problems of objects, which no field shows. */
function Problems({
  paths,
}: {
  readonly paths: readonly (readonly (string | number)[])[];
}): JSX.Element | null {
  const problems = paths.flatMap((path) => problemsOf(path, true));
  if (problems.length === 0) return null;
  return (
    <>
      {problems.map(({ message }) => (
        <p key={message} class="message bad">
          {message}
        </p>
      ))}
    </>
  );
}

/** Undoes changes of the edit instead of single letters in one input. */
function handleUndo(event: KeyboardEvent): void {
  if (!event.ctrlKey && !event.metaKey) return;
  const key = event.key.toLowerCase();
  const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
  if (!isRedo && key !== 'z') return;
  event.preventDefault();
  event.stopPropagation();
  if (isRedo) redoChange();
  else undoChange();
}
