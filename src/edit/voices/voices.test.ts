import { describe, expect, it } from 'vitest';
import { checkSpeech, findVoice, languageOf, SPEECH_LANGUAGES, VOICES } from './voices.ts';

describe('the voices', () => {
  it.each([
    ['Léa', 'Lea'],
    ['Rémi', 'Remi'],
    ['Vitória', 'Vitoria'],
    ['Inês', 'Ines'],
    ['Andrés', 'Andres'],
  ])('are found with accents and without them: %s', (name, plain) => {
    expect(findVoice(plain)?.name).toBe(name);
    expect(findVoice(name.normalize('NFD'))?.name).toBe(name);
    expect(checkSpeech({ voice: plain })).toEqual([]);
  });

  it('have different names and documented languages', () => {
    expect(new Set(VOICES.map(({ name }) => name)).size).toBe(VOICES.length);
    for (const { languages } of VOICES)
      expect(SPEECH_LANGUAGES).toEqual(expect.arrayContaining([...languages]));
  });

  it.each([
    ['Amy', undefined, 'en-GB'],
    ['Kajal', undefined, 'en-US'],
    ['Kajal', 'hi-IN', 'hi-IN'],
    ['Rachel', undefined, 'en-US'],
  ])('have a language: %s, %s', (voice, language, expected) => {
    expect(languageOf({ voice, language })).toBe(expected);
  });
});

describe('the check of a speech', () => {
  it('lists the names and suggests the nearest one', () => {
    const [problem, ...rest] = checkSpeech({ voice: 'Jonna' });
    expect(rest).toEqual([]);
    expect(problem?.field).toBe('voice');
    expect(problem?.phrase).toMatch(
      /^must be one of "Hala", .*"Elin", not "Jonna"\. Did you mean "Joanna"\?$/,
    );
  });

  it('rejects an unknown language, and accepts a language that is not that of the voice', () => {
    expect(checkSpeech({ voice: 'Amy', language: 'xx-XX' })).toMatchObject([{ field: 'language' }]);
    expect(checkSpeech({ voice: 'Amy', language: 'de-DE' })).toEqual([]);
  });

  it.each([
    ['Matthew', undefined, true],
    ['Joanna', 'en-US', true],
    ['Lupe', undefined, true],
    ['Amy', 'en-GB', true],
    ['Amy', 'en-US', false],
    ['Ruth', undefined, false],
  ])('accepts a newscaster only for some voices: %s, %s', (voice, language, isValid) => {
    const problems = checkSpeech({ voice, language, newscaster: true });
    expect(problems.map(({ field }) => field)).toEqual(isValid ? [] : ['newscaster']);
    expect(checkSpeech({ voice, language, newscaster: false })).toEqual([]);
  });

  it('accepts the voices of another service', () => {
    expect(checkSpeech({ voice: 'Rachel' })).toHaveLength(1);
    expect(checkSpeech({ voice: 'Rachel', otherVoices: ['Rachel'] })).toEqual([]);
  });
});
