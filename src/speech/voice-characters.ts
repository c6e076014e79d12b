import type { Voice } from '../edit/model.ts';

/** The difference of a voice from the voice of the synthesiser that it uses. */
export interface Character {
  /**
   * 1 for the voice of the synthesiser. 1.1 is a person whose mouth and throat are a tenth smaller: all
   * frequencies of the sound are a tenth higher, except the pitch.
   */
  readonly size: number;
  /** 1 is the pitch of the voice of the synthesiser. */
  readonly pitch: number;
  /** 1 is the tempo of the voice of the synthesiser. */
  readonly tempo: number;
}

const PLAIN: Character = { size: 1, pitch: 1, tempo: 1 };
const CHILD: Character = { size: 1.16, pitch: 1.4, tempo: 1 };

/** The voices that share a voice of the synthesiser with another one, so that the voices of a dialogue differ. */
const CHARACTERS: Readonly<Partial<Record<string, Character>>> = {
  // Women, English.
  Kendra: { size: 0.95, pitch: 0.9, tempo: 0.97 },
  Kimberly: { size: 1.05, pitch: 1.1, tempo: 1.03 },
  Salli: { size: 1.02, pitch: 1.22, tempo: 1.05 },
  Ruth: { size: 0.92, pitch: 0.8, tempo: 0.94 },
  Amy: { size: 0.98, pitch: 1.06, tempo: 0.98 },
  Emma: { size: 0.94, pitch: 0.94, tempo: 1.03 },
  Olivia: { size: 0.97, pitch: 1.14, tempo: 1 },
  Niamh: { size: 1.03, pitch: 1.04, tempo: 1.06 },
  Aria: { size: 0.96, pitch: 1, tempo: 1.04 },
  Ayanda: { size: 0.93, pitch: 0.86, tempo: 0.98 },
  Kajal: { size: 1.06, pitch: 1.16, tempo: 1 },
  // Men, English. The pitch of Flite's `rms` cannot be set, so it changes with the size.
  Joey: { size: 1.12, pitch: 1.12, tempo: 1.04 },
  Stephen: { size: 0.9, pitch: 0.9, tempo: 0.98 },
  Arthur: { size: 0.93, pitch: 0.84, tempo: 0.95 },
  // Children.
  Ivy: { size: 1.18, pitch: 1.5, tempo: 1 },
  Justin: { size: 1.14, pitch: 1.28, tempo: 1.02 },
  Kevin: { size: 1.2, pitch: 1.4, tempo: 0.96 },
  // Other languages with two voices of women.
  Tomoko: { size: 0.94, pitch: 0.86, tempo: 0.96 },
  Vitória: { size: 1.05, pitch: 1.14, tempo: 1.04 },
  // Voices of neighbouring languages that are spoken in the same way.
  Lisa: { size: 1.03, pitch: 1.06, tempo: 1 },
  Gabrielle: { size: 1.04, pitch: 1.08, tempo: 1 },
  Liam: { size: 1.04, pitch: 1.1, tempo: 1.02 },
  Hannah: { size: 1.04, pitch: 1.08, tempo: 0.98 },
  Lupe: { size: 1.04, pitch: 1.1, tempo: 1.02 },
  Pedro: { size: 1.04, pitch: 1.12, tempo: 1.02 },
};

/** Returns how a voice differs from the voice of the synthesiser that it uses. */
export function characterOf({ name, age }: Voice): Character {
  return CHARACTERS[name] ?? (age === 'child' ? CHILD : PLAIN);
}
