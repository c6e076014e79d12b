import type { Account } from '../../client/index.ts';
import { findClip, nameClip, type NameFile } from '../document/clip-spans.ts';
import type { DraftEdit, JsonPath, SyntaxProblem } from '../document/edit-text.ts';
import { readFieldName } from '../document/json-places.ts';
import { fillPlaceholders } from '../document/placeholders.ts';
import type { EditCheck } from '../edit/edit-state.ts';
import { remarkOnMissing } from '../speech/remark-on-missing.ts';

/** A problem, a warning or what is not generated yet. */
export interface Remark {
  readonly text: string;
  /** The field that it is about. Empty for the whole edit. */
  readonly path: JsonPath;
  /** The name of its clip. */
  readonly clip?: string | undefined;
  /** True if the edit cannot be rendered before. */
  readonly isBlocking: boolean;
  /** A command that helps. */
  readonly command?: string | undefined;
}

/** An edit with what the server says about it. */
interface Checked {
  readonly edit: DraftEdit;
  readonly check: Pick<EditCheck, 'problems' | 'warnings' | 'missing' | 'failure'>;
  readonly syntax: SyntaxProblem | undefined;
  readonly account: Account | undefined;
}

/** Returns the remarks on an edit, those that block a render first. */
export function listRemarks({ edit, check, syntax, account }: Checked, nameFile?: NameFile): Remark[] {
  const whole = (text: string): Remark => ({ text, path: [], isBlocking: true });
  // The check of a text that cannot be read is of an earlier one.
  if (syntax) return [whole(syntax.message)];
  const { problems, warnings, missing, failure } = check;
  const name = (remark: Remark): Remark => nameClips(remark, edit, nameFile);
  const remarks = [
    ...(failure === undefined ? [] : [whole(failure)]),
    ...problems.map(({ message, field = '', path }) =>
      name({ text: message, path: path ?? readFieldName(field), isBlocking: true }),
    ),
    ...missing.map((each) =>
      name({
        ...remarkOnMissing(each, edit, account),
        path: readFieldName(each.field),
        isBlocking: each.reason === 'unavailable',
      }),
    ),
    ...warnings.map(({ text, field }) => name({ text, path: readFieldName(field), isBlocking: false })),
  ];
  return [...remarks.filter(({ isBlocking }) => isBlocking), ...remarks.filter((each) => !each.isBlocking)];
}

/** Puts the names of clips and outputs in place of their places. That of the remark's own clip stands before it. */
function nameClips(remark: Remark, edit: DraftEdit, nameFile: NameFile | undefined): Remark {
  const nameAt = (track: number, clip: number): string => {
    const found = findClip(edit, { track, clip });
    return found
      ? nameClip(fillPlaceholders(found, edit), nameFile)
      : `clip ${clip + 1} of track ${track + 1}`;
  };
  const [, , track, , index] = remark.path;
  const clip = typeof track === 'number' && typeof index === 'number' ? nameAt(track, index) : undefined;
  const text = remark.text.replaceAll(
    /timeline\.tracks\[(\d+)\]\.clips\[(\d+)\](\.?)/g,
    (_place, given: string, at: string, dot: string) => {
      const named = nameAt(Number(given), Number(at));
      return named === clip && dot !== '' ? '' : `"${named}"${dot}`;
    },
  );
  const counted = text.replaceAll(/\boutputs\[(\d+)\]/g, (_place, index) => `output ${Number(index) + 1}`);
  return { ...remark, text: counted, clip };
}

/** Returns the remarks in a few words, such as `2 problems, 1 remark`. */
export function countRemarks(remarks: readonly Remark[]): string {
  const blocking = remarks.filter(({ isBlocking }) => isBlocking).length;
  const others = remarks.length - blocking;
  const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
  return [
    ...(blocking > 0 ? [count(blocking, 'problem')] : []),
    ...(others > 0 ? [count(others, 'remark')] : []),
  ].join(', ');
}

/** Returns the names of the clips that remarks are about, each once. */
export function listNamedClips(remarks: readonly Remark[]): string[] {
  return [...new Set(remarks.flatMap(({ clip }) => clip ?? []))];
}
