import type { CameraMove } from './camera-move.ts';

/** The moves of the camera that the words of a prompt ask for. */
export interface CameraWords {
  /** The parts of a move that the words ask for. */
  readonly wanted: Partial<CameraMove>;
  /** The parts of a move that the words forbid. */
  readonly forbidden: ReadonlySet<keyof CameraMove>;
}

const ALL_PARTS: readonly (keyof CameraMove)[] = ['zoom', 'pan', 'tilt', 'roll'];

const CLAUSE_END = /[.,;:!?\n]|\b(?:and|but|then|while|just|only|instead)\b/;
const NEGATION = /^(?:not|no|never|without|avoid|dont|doesnt)$/;
/** The start of "from left to right" and "left to right", which both lead to the right. */
const ORIGIN = /\b(?:from )?(?:the )?(?:left|right|top|bottom|up|down) to\b/g;
const STILL = /\b(?:static|stationary|fixed|locked|still) (?:off )?(?:camera|shot|frame|view)\b/;
const MOVEMENT = /\b(?:move|moves|moving|movement|motion)\b/;

const DIRECTIONS: Readonly<Record<string, Partial<CameraMove>>> = {
  left: { pan: -1 },
  right: { pan: 1 },
  up: { tilt: 1 },
  top: { tilt: 1 },
  down: { tilt: -1 },
  bottom: { tilt: -1 },
};

/** The number of words after a verb among which its direction is looked for: "pan very slowly to the left". */
const REACH = 6;

/**
 * Finds the words of a prompt that name a movement of the camera. Words that describe the scene are ignored. Of
 * each part of a move, the first one that is named counts. A negation reaches to the end of its clause.
 */
export function readCameraWords(prompt: string): CameraWords {
  const wanted: { -readonly [Part in keyof CameraMove]?: CameraMove[Part] } = {};
  const forbidden = new Set<keyof CameraMove>();
  const text = prompt.toLowerCase().replaceAll(/['’]/g, '').replaceAll('-', ' ').replaceAll(ORIGIN, 'to');
  for (const clause of text.split(CLAUSE_END)) {
    const words = clause.split(/\s+/).filter((word) => word !== '');
    const negation = words.findIndex((word) => NEGATION.test(word));
    if (STILL.test(clause) || (negation !== -1 && MOVEMENT.test(clause)))
      ALL_PARTS.forEach((part) => forbidden.add(part));
    for (const [index, word] of words.entries()) {
      const part = readVerb(
        word,
        words.slice(Math.max(0, index - 2), index),
        words.slice(index + 1, index + 1 + REACH),
      );
      if (negation !== -1 && negation < index) partsOf(part).forEach((name) => forbidden.add(name));
      else Object.assign(wanted, { ...part, ...wanted });
    }
  }
  return { wanted, forbidden };
}

/** Returns the parts that a forbidden movement stands for: without a pan, the camera does not tilt either. */
function partsOf(move: Partial<CameraMove>): (keyof CameraMove)[] {
  const named = ALL_PARTS.filter((part) => move[part] !== undefined);
  return named.some((part) => part === 'pan' || part === 'tilt') ? ['pan', 'tilt'] : named;
}

/**
 * Returns the move that a word and the words after it name. The result is empty if the word is not about the
 * camera.
 */
function readVerb(word: string, before: readonly string[], after: readonly string[]): Partial<CameraMove> {
  if (/^zoom(?:s|ed|ing)?$/.test(word)) return { zoom: after[0] === 'into' ? 1 : (findDepth(after) ?? 1) };
  if (/^rotat(?:e|es|ed|ing|ion)$/.test(word)) return { roll: findTurn(after) };
  if (/^pan(?:s|ned|ning)?$/.test(word)) return findTravel(after) ?? { pan: 1 };
  if (/^tilt(?:s|ed|ing)?$/.test(word)) return findTravel(after) ?? { tilt: 1 };
  if (/^(?:push|pull|doll)(?:y|s|es|ed|ies|ying|ing)?$/.test(word))
    return toZoom(findDepth(skipFillers(after).slice(0, 1)));
  if (!before.includes('camera')) return {};
  if (/^(?:roll|spin)(?:s|ning|ing)?$/.test(word)) return { roll: findTurn(after) };
  if (/^(?:mov|go|glid|slid|drift|turn)(?:e|s|es|ing)?$/.test(word))
    return findTravel(after) ?? toZoom(findDepth(after));
  return {};
}

/** Removes the words between a verb and its direction: "push the camera slowly in". */
function skipFillers(words: readonly string[]): string[] {
  return words.filter((word) => !/^(?:the|camera|very|\w+ly)$/.test(word));
}

function toZoom(zoom: CameraMove['zoom'] | undefined): Partial<CameraMove> {
  return zoom === undefined ? {} : { zoom };
}

function findDepth(words: readonly string[]): CameraMove['zoom'] | undefined {
  const found = words.find((word) => /^(?:in|closer|forwards?|out|away|back|backwards?)$/.test(word));
  return found === undefined ? undefined : /^(?:in|closer|forwards?)$/.test(found) ? 1 : -1;
}

function findTurn(words: readonly string[]): CameraMove['roll'] {
  return words.some((word) => /^(?:left|anti|counter|anticlockwise|counterclockwise)$/.test(word)) ? -1 : 1;
}

function findTravel(words: readonly string[]): Partial<CameraMove> | undefined {
  const [, direction] =
    words.map((word) => /^(left|right|up|top|down|bottom)(?:wards?)?$/.exec(word)).find(Boolean) ?? [];
  return direction === undefined ? undefined : DIRECTIONS[direction];
}
