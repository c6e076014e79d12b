import { expect, test } from 'vitest';
import { cueOf, evenCue } from './cue.fixture.ts';
import { joinWords } from './caption-words.ts';
import { splitAtSeams, splitPassages } from './passages.ts';

/** Returns the texts of passages. */
function textsOf(...cues: Parameters<typeof splitPassages>[0]): string[] {
  return splitPassages(cues).map(({ words }) => joinWords(words));
}

/** Returns the texts of passages that do not fit on one page at the requested font size. */
function seamedTextsOf(...cues: Parameters<typeof splitPassages>[0]): string[] {
  return splitPassages(cues)
    .flatMap(splitAtSeams)
    .map(({ words }) => joinWords(words));
}

test('a passage ends with its cue, even if the next one follows immediately', () => {
  expect(textsOf(evenCue('one two', 0, 2), evenCue('three', 2, 4))).toEqual(['one two', 'three']);
});

test('spaces within a cue are those of its text, whatever the scripts', () => {
  for (const text of ['2024年10月はAIの年', 'วันนี้อากาศดีมาก', '제15회AI大会', 'a年 b'])
    expect(textsOf(evenCue(text, 0, 2))).toEqual([text]);
  const tokens = cueOf(
    [
      ['日本', 0, 0.5],
      ['AI', 0.5, 1],
      ['です', 1, 1.5],
    ],
    '日本AIです',
  );
  expect(textsOf(tokens)).toEqual(['日本AIです']);
});

test('a pause of half a second separates passages, a shorter one does not', () => {
  const words = (pause: number): ReturnType<typeof cueOf> =>
    cueOf([
      ['before', 0, 1],
      ['after', 1 + pause, 2 + pause],
    ]);
  expect(textsOf(words(0.5))).toEqual(['before', 'after']);
  expect(textsOf(words(0.49))).toEqual(['before after']);
});

test('the end of a sentence ends a passage, also in quotes and in other scripts', () => {
  expect(textsOf(evenCue('He left. “Why?” She asked', 0, 10))).toEqual(['He left.', '“Why?”', 'She asked']);
  expect(textsOf(evenCue('“Why?” she asked Dr. Smith.', 0, 10))).toEqual(['“Why?” she asked Dr. Smith.']);
  expect(textsOf(evenCue('你好。 世界', 0, 6))).toEqual(['你好。', '世界']);
});

test('short passages are merged up to 1.2 s in total', () => {
  const cues = [0, 0.4, 0.8, 1.2].map((from, index) => evenCue(`w${index}`, from, from + 0.4));
  expect(textsOf(...cues)).toEqual(['w0 w1 w2', 'w3']);
  expect(splitPassages(cues).map(({ from, to }) => [from, to])).toEqual([
    [0, 1.2],
    [1.2, 1.6],
  ]);
});

test('short passages are merged so that no sentence is split', () => {
  // All four together last 1.6 s.
  const words = ['Go', 'on.', 'Then', 'stop.'].map((word, index) =>
    evenCue(word, 0.4 * index, 0.4 * (index + 1)),
  );
  expect(textsOf(...words)).toEqual(['Go on.', 'Then stop.']);
});

test('short passages are merged so that none begins with a dash', () => {
  const words = ['so', 'it', 'is', '–', 'or', 'was'].map((word, index) =>
    evenCue(word, 0.4 * index, 0.4 * (index + 1)),
  );
  expect(textsOf(...words)).toEqual(['so it', 'is – or', 'was']);
});

test('a dash after a pause stays with the word before it, at the time of that word', () => {
  const [first, second, ...others] = splitPassages([
    cueOf([
      ['wait', 0, 1],
      ['–', 2, 2.2],
      ['what?', 2.2, 3],
    ]),
  ]);
  expect(first?.words.map(({ text, from, to }) => [text, from, to])).toEqual([
    ['wait', 0, 1],
    ['–', 0, 1],
  ]);
  expect(second?.from).toBe(2.2);
  expect(others).toEqual([]);
});

test('a sentence that cues cut in two is joined if it fits, because its cues are cut anyway', () => {
  const cues = [evenCue('Welcome back. Today we', 0, 4), evenCue('talk about captions. They', 4, 8)];
  expect(textsOf(...cues)).toEqual(['Welcome back.', 'Today we talk about captions.', 'They']);
  expect(seamedTextsOf(...cues)).toEqual(['Welcome back.', 'Today we', 'talk about captions.', 'They']);
});

test('cues that hold one sentence together are not joined', () => {
  expect(textsOf(evenCue('When I was young,', 0, 2), evenCue('I lived here.', 2, 4))).toEqual([
    'When I was young,',
    'I lived here.',
  ]);
});

test('cues of speech that hold one sentence together are joined if they fit', () => {
  const cues = [evenCue('When I was young,', 0, 4), evenCue('I lived here.', 4, 8)];
  const [passage, ...others] = splitPassages(cues, 'none', 'speech');
  expect(passage).toMatchObject({ from: 0, to: 8, seams: [4] });
  expect(others).toEqual([]);
});

test('a sentence is not joined over a pause, over two voices, or if it lasts for more than 6 s', () => {
  const first = evenCue('Back. Today we', 0, 3);
  const joined = (from: number, to: number): number => textsOf(first, evenCue('talk. They', from, to)).length;
  expect([joined(3, 6), joined(3.5, 6.5), joined(2, 5), joined(3, 14)]).toEqual([3, 4, 4, 4]);
});

test('two speakers in one cue are joined if they fit, because the second page would begin with a dash', () => {
  const cue = evenCue('- Where is it? - Over there.', 0, 4);
  expect(textsOf(cue)).toEqual(['- Where is it? - Over there.']);
  expect(seamedTextsOf(cue)).toEqual(['- Where is it?', '- Over there.']);
});

test('the text transform changes the letters, but not where sentences end', () => {
  const texts = splitPassages([evenCue('“Why?” she asked. He left', 0, 8)], 'uppercase');
  expect(texts.map(({ words }) => joinWords(words))).toEqual(['“WHY?” SHE ASKED.', 'HE LEFT']);
});

test('cues that begin together are read together', () => {
  expect(textsOf(evenCue('- Where?', 1, 4), evenCue('- Here.', 1, 4), evenCue('Oh', 4, 6))).toEqual([
    '- Where? - Here.',
    'Oh',
  ]);
});

test('cues without words make no passages', () => {
  expect(splitPassages([{ ...evenCue('x', 0, 1), words: [] }])).toEqual([]);
});
