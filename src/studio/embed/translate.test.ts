import { afterAll, expect, it } from 'vitest';
import { createElement } from 'preact';
import { GERMAN } from './languages/de.ts';
import { setTranslator, Translator } from './translate.ts';

afterAll(() => setTranslator(undefined));

it.each([
  ['Play', 'Abspielen'],
  [' Play ', ' Abspielen '],
  ['Play (Space)', 'Abspielen (Leertaste)'],
  ['Track 3', 'Spur 3'],
  [
    'Hide Track 3. In the Studio only. A render shows it.',
    'Spur 3 ausblenden. Nur hier, im fertigen Film ist sie zu sehen.',
  ],
  ['Make a placeholder of Width', 'Breite zum Platzhalter machen'],
  ['Beach at sunset', 'Beach at sunset'],
  ['', ''],
])('translates "%s"', (english, german) => {
  expect(new Translator(GERMAN).translate(english)).toBe(german);
});

it('has as many values in a text as in its translation', () => {
  const countOf = (text: string) => text.split('{}').length;
  expect(Object.entries(GERMAN).filter(([one, other]) => countOf(one) !== countOf(other))).toEqual([]);
});

it('translates the texts of elements, but not those of the user', () => {
  setTranslator(new Translator({ Play: 'Spiel' }));
  const propsOf = (type: string, props: object | null, ...children: string[]) =>
    createElement(type, props, ...children).props;
  expect(propsOf('button', { title: 'Play', id: 'Play' }, 'Play', ' ')).toMatchObject({
    ...{ title: 'Spiel', id: 'Play', children: ['Spiel', ' '] },
  });
  expect(propsOf('span', { translate: false }, 'Play')).toMatchObject({ children: 'Play' });
  expect(propsOf('option', null, 'Play')).toMatchObject({ children: 'Play' });
});
