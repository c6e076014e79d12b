import { describe, expect, it, test } from 'vitest';
import { SubtitleError } from './subtitle-error.ts';
import { readSubtitles } from './read-subtitles.ts';

/** Returns the cues of a text as [from, to, text]. */
function cues(text: string | Uint8Array): (readonly [number, number, string])[] {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return readSubtitles(bytes).cues.map(({ from, to, text: said }) => [from.valueOf(), to.valueOf(), said]);
}

/** Returns the error message for a text that cannot be read. */
function errorOf(text: string): string {
  try {
    return `Read: ${JSON.stringify(cues(text))}`;
  } catch (error) {
    return error instanceof SubtitleError ? error.message : 'another error';
  }
}

/** Returns the words of a cue of a text as [word, from, to]. */
function words(text: string, index = 0): (readonly [string, number, number])[] {
  const cue = readSubtitles(new TextEncoder().encode(text)).cues[index];
  return (cue?.words ?? []).map((word) => [word.text, word.from.valueOf(), word.to.valueOf()]);
}

const SRT = '1\n00:00:01,000 --> 00:00:02,500\nHello\nthere\n\n2\n00:00:03,000 --> 00:00:04,000\nGood bye\n';
const READ = [
  [1, 2.5, 'Hello\nthere'],
  [3, 4, 'Good bye'],
];

describe('SRT', () => {
  test.each([
    ['line feeds', SRT],
    ['CRLF', SRT.replaceAll('\n', '\r\n')],
    ['CR', SRT.replaceAll('\n', '\r')],
    ['a byte order mark', `\uFEFF${SRT}`],
    ['no numbers', SRT.replaceAll(/^\d\n/gm, '')],
    ['wrong numbers', SRT.replaceAll(/^\d\n/gm, '7\n')],
    ['more blank lines', `\n\n${SRT.replaceAll('\n\n', '\n\n\n\n')}\n\n`],
    ['no blank line between', SRT.replaceAll('\n\n', '\n')],
    ['spaces around', SRT.replaceAll('\n', ' \n ')],
    ['dots instead of commas', SRT.replaceAll(',', '.')],
    ['short times', SRT.replaceAll('00:00:0', '0:').replaceAll(',000', '').replaceAll(',500', ',5')],
    ['screen coordinates', SRT.replaceAll(/(--> .*)/g, '$1  X1:100 X2:200 Y1:1 Y2:2')],
    ['spaces in the times', SRT.replaceAll(',000', ', 000').replaceAll(',500', ', 500')],
    ['short arrows', SRT.replaceAll('-->', '->')],
    ['a short arrow in one cue', SRT.replace(/-->(?!.*-->)/s, '—>')],
    ['arrow characters', SRT.replaceAll('-->', '→').replaceAll(/^\d\n/gm, '')],
    ['cues out of order', SRT.split('\n\n').reverse().join('\n\n')],
    [
      'empty cues',
      `${SRT}\n3\n00:00:05,000 --> 00:00:06,000\n\n4\n00:00:05,000 --> 00:00:06,000\n<i> </i>\n`,
    ],
    ['cues without a duration', `${SRT}\n3\n00:00:05,000 --> 00:00:05,000\nnever\n`],
  ])('is read with %s', (_, text) => expect(cues(text)).toEqual(READ));

  it('removes a blank line within a text', () => {
    expect(
      cues('1\n00:00:01,000 --> 00:00:02,000\none\n\ntwo\n\n2\n00:00:03,000 --> 00:00:04,000\nthree'),
    ).toEqual([
      [1, 2, 'one\ntwo'],
      [3, 4, 'three'],
    ]);
  });

  it('keeps numbers and arrows in a text', () => {
    const text =
      '1\n00:00:01,000 --> 00:00:02,000\n42\n\n2\n00:00:03,000 --> 00:00:04,000\nx --> y\n10:30 -> 11:00\n\n1 -> 2';
    expect(cues(text).map(([, , said]) => said)).toEqual(['42', 'x --> y\n10:30 -> 11:00\n1 -> 2']);
  });

  it('can have hours above 99 and overlapping cues', () => {
    expect(cues('100:00:01,000 --> 100:00:05,000\na\n\n100:00:02,000 --> 100:00:03,000\nb')).toEqual([
      [360_001, 360_005, 'a'],
      [360_002, 360_003, 'b'],
    ]);
  });

  test.each([
    ['<i>a</i> <B>b</B> <font color="#ff0000" size=4>c</font>', 'a b c'],
    [String.raw`{\an8}above{\i0}`, 'above'],
    ['<c.yellow>a</c> <v Ann>b</v>', 'a b'],
    ['Tom &amp; Jerry &lt;i&gt; &#39;x&#x27; R&D;', "Tom & Jerry <i> 'x' R&D;"],
    ['one<br>two\\Nthree', 'one\ntwo\nthree'],
    ['a < b > c <3 <nobody>', 'a < b > c <3 <nobody>'],
  ])('reads %j as %j', (given, said) =>
    expect(cues(`1\n00:00:01,000 --> 00:00:02,000\n${given}\n`)).toEqual([[1, 2, said]]),
  );

  test.each([
    ['1\n00:00:xx,000 --> 00:00:02,000\na', 'line 2: "00:00:xx,000" is not a time such as 00:01:02.500'],
    ['1\n00:00:01,000 --> 00:75:02,000\na', 'line 2: "00:75:02,000" is not a time such as 00:01:02.500'],
    ['00:00:01,000 -->\na', 'line 1: "" is not a time such as 00:01:02.500'],
    ['1\n-00:00:01,000 --> 00:00:02,000\na', 'line 2: "-00:00:01,000" is not a time such as 00:01:02.500'],
    [`${SRT}\n3\n00:00:05,000 --> 5 seconds\na`, 'line 11: "5" is not a time such as 00:01:02.500'],
    [
      `${SRT}\n3\n00:00:0x,000 -> 00:00:05,000\na`,
      'line 11: "00:00:0x,000" is not a time such as 00:01:02.500',
    ],
    [`Subtitles\n\n${SRT}`, 'line 1: expected the number or the times of a caption'],
    [
      `${SRT.replaceAll('\n', '\r\n')}\r\n00:00:0a --> 00:00:05\r\na`,
      'line 10: "00:00:0a" is not a time such as 00:01:02.500',
    ],
  ])('fails with the number of the line: %j', (text, message) => expect(errorOf(text)).toBe(message));
});

describe('captions that roll', () => {
  const srt = (...texts: string[]): string =>
    texts.map((text, at) => `00:00:0${at},000 --> 00:00:0${at + 1},000\n${text}`).join('\n\n');

  it('give time only to the lines that are new', () => {
    const text = srt('one two', 'one two\nthree four', 'three four\nfive');
    expect(words(text, 1)).toEqual([
      ['one', 1, 1],
      ['two', 1, 1],
      ['three', 1, expect.closeTo(1 + 5 / 9)],
      ['four', expect.closeTo(1 + 5 / 9), 2],
    ]);
    expect(words(text, 2).map(([, , to]) => to)).toEqual([2, 2, 3]);
  });

  it('are not words that have times of their own again', () => {
    const cue = (at: number) =>
      `00:0${at}.000 --> 00:0${at + 2}.000\n<00:0${at}.000>La <00:0${at + 1}.000>la`;
    expect(words(`WEBVTT\n\n${cue(0)}\n\n${cue(2)}`, 1)).toEqual([
      ['La', 2, 3],
      ['la', 3, 4],
    ]);
  });

  it('are not captions that are said again, or after a pause', () => {
    expect(words(srt('No', 'No'), 1)).toEqual([['No', 1, 2]]);
    const pause = `${srt('No')}\n\n00:00:03,000 --> 00:00:04,000\nNo\nNever`;
    expect(words(pause, 1)[0]).toEqual(['No', 3, expect.closeTo(3 + 2 / 7)]);
  });
});

it.each([
  ['SRT', `${SRT}\n3\n00:00:09,000 --> 00:00:05,000\na`],
  ['WebVTT', `WEBVTT\n\n${SRT}\n00:09.000 --> 00:05.000\na`],
  [
    'TTML',
    '<tt><body><p begin="1s" end="2s">Hello<br/>there</p><p begin="3s" end="4s">Good bye</p><p begin="9s" end="5s">a</p></body></tt>',
  ],
])('leaves out a caption of a %s that ends before it starts, and says so', (_, text) => {
  const { cues: read, notes } = readSubtitles(new TextEncoder().encode(text));
  expect(read.map((cue) => cue.text)).toEqual(['Hello\nthere', 'Good bye']);
  expect(notes).toEqual(['The caption at 9 s ends before it starts, and is left out.']);
});

describe('WebVTT', () => {
  const VTT =
    'WEBVTT - a title\nKind: captions\n\nNOTE nothing\nof interest\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:a\n\n' +
    'one\n00:01.000 --> 00:02.500 align:start line:0 position:10%,line-left\nHello\nthere\n\n00:00:03.000 --> 00:00:04.000\nGood bye';

  test.each([
    ['line feeds', VTT],
    ['CRLF', VTT.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${VTT}`],
    ['commas instead of dots', VTT.replaceAll('.000', ',000').replace('.500', ',500')],
    ['lines of spaces in the texts', VTT.replaceAll(/^(Hello|there|Good bye)$/gm, ' \n$1')],
    ['lines of spaces between cues', VTT.replace('\n\n00:00:03', '\n \n00:00:03')],
    ['short arrows', VTT.replaceAll('-->', '->')],
    ['cues right after the header', VTT.replace(/\n\nNOTE.*a\n\none\n/s, '\n')],
  ])('is read with %s', (_, text) => expect(cues(text)).toEqual(READ));

  test.each([
    ['<v Ann>Hi</v> <c.loud>you</c> <lang de>da</lang>', 'Hi you da'],
    ['<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>', '漢字'],
    ['a &lt;b&gt; &nbsp;&hellip;&lrm;', 'a <b> \u00a0…\u200e'],
    ['an <unknown thing', 'an'],
    ['<ruby>漢<rt.x>かん<rt>じ</ruby> 字<rtx>', '漢 字'],
    ['one<br/>two\\Nthree &lt;br&gt;', 'one\ntwo\nthree <br>'],
  ])('reads %j as %j', (given, said) =>
    expect(cues(`WEBVTT\n\n00:01.000 --> 00:02.000\n${given}\n`)).toEqual([[1, 2, said]]),
  );

  it('is read as video sites write it: the previous line, then the new one word by word', () => {
    const text =
      'WEBVTT\nKind: captions\nLanguage: en\n\n00:00:00.000 --> 00:00:02.000 align:start position:0%\n \n' +
      'hello<00:00:00.500><c> there</c><00:00:01.000><c> world</c>\n\n' +
      '00:00:02.000 --> 00:00:02.010 align:start position:0%\nhello there world\n \n\n' +
      '00:00:02.010 --> 00:00:04.000 align:start position:0%\nhello there world\nnext<00:00:02.500><c> line</c>\n';
    expect(cues(text)).toEqual([
      [0, 2, 'hello there world'],
      [2, 2.01, 'hello there world'],
      [2.01, 4, 'hello there world\nnext line'],
    ]);
    expect(words(text)).toEqual([
      ['hello', 0, 0.5],
      ['there', 0.5, 1],
      ['world', 1, 2],
    ]);
    expect(words(text, 1)).toEqual([
      ['hello', 2, 2],
      ['there', 2, 2],
      ['world', 2, 2],
    ]);
    expect(words(text, 2)).toEqual([
      ['hello', 2.01, 2.01],
      ['there', 2.01, 2.01],
      ['world', 2.01, 2.01],
      ['next', 2.01, 2.5],
      ['line', 2.5, 4],
    ]);
  });

  it('can have no cues', () => expect(cues('WEBVTT')).toEqual([]));

  test.each([
    ['WEBVTT\n\nwhat\nis this', 'line 3: expected the times of a caption, such as 00:01.000 --> 00:02.000'],
    [
      'WEBVTT\n\n00:01.000 --> 00:02.000\na\n\nb',
      'line 6: expected the times of a caption, such as 00:01.000 --> 00:02.000',
    ],
    ['WEBVTT\n\n00:01.000 --> 0x:02.000\na', 'line 3: "0x:02.000" is not a time such as 00:01:02.500'],
  ])('fails with the number of the line: %j', (text, message) => expect(errorOf(text)).toBe(message));
});

describe('TTML', () => {
  const ttml = (body: string, attributes = ''): string =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ${attributes}>\n<head><layout/></head>\n<body><div>\n${body}\n</div></body></tt>`;

  test.each([
    [
      'clock times',
      ttml(
        '<p begin="00:00:01.000" end="00:00:02.500">Hello<br/>there</p><p begin="00:00:03" end="00:00:04">Good bye</p>',
      ),
    ],
    [
      'offsets',
      ttml(
        '<p begin="1s" dur="1.5s">Hello<br/>there</p><p begin="3000ms" end="0.001111111111h">x</p>'.replace(
          'end="0.001111111111h">x',
          'dur="1s">Good bye',
        ),
      ),
    ],
    [
      'times in the style of SRT',
      ttml(
        '<p begin="0:00:01" end="0:00:02.5">Hello<br/>there</p><p begin="00:03" end="00:00:04,0">Good bye</p>',
      ),
    ],
    [
      'frames of one digit',
      ttml(
        '<p begin="00:00:01:0" end="00:00:02:5">Hello<br/>there</p><p begin="0:00:03:0" end="0:00:04:0">Good bye</p>',
        'ttp:frameRate="10"',
      ),
    ],
    [
      'frames',
      ttml(
        '<p begin="00:00:01:00" end="00:00:02:12">Hello<br/>there</p><p begin="75f" end="100f">Good bye</p>',
        'ttp:frameRate="25"',
      )
        .replace('02:12', '02:13')
        .replace('00:00:02:13', '62.5f'),
    ],
    [
      'ticks',
      ttml(
        '<p begin="10000000t" end="25000000t">Hello<br/>there</p><p begin="30000000t" end="40000000t">Good bye</p>',
        'ttp:tickRate="10000000"',
      ),
    ],
    [
      'inherited times',
      ttml(
        '<div begin="1s"><p dur="1.5s">Hello<br/>there</p><p begin="2s" end="9s">Good bye</p></div>',
      ).replace('<body>', '<body end="4s">'),
    ],
    [
      'a sequence',
      ttml(
        '<div begin="1s" timeContainer="seq"><p dur="1.5s">Hello<br/>there</p><p begin="500ms" dur="1s">Good bye</p></div>',
      ),
    ],
    [
      'prefixes',
      ttml('<p begin="1s" end="2.5s">Hello<br/>there</p><p begin="3s" end="4s">Good bye</p>').replaceAll(
        /<(\/?)(tt|body|div|p|br)\b/g,
        '<$1tt:$2',
      ),
    ],
    [
      'white space',
      ttml(
        '<p begin="1s" end="2.5s">\n   <span>Hello </span>\n  <br/> <span> there</span>\n</p><p begin="3s" end="4s"> Good\n   <span> bye </span></p><p> </p>',
      ),
    ],
  ])('is read with %s', (_, text) => expect(cues(text)).toEqual(READ));

  it('keeps white space with xml:space="preserve"', () => {
    expect(cues(ttml('<p xml:space="preserve" begin="1s" end="2s">a  b\nc &amp; &nbsp;d</p>'))).toEqual([
      [1, 2, 'a  b\nc & \u00a0d'],
    ]);
  });

  it('reads NTSC frames exactly', () => {
    const [cue] = cues(
      ttml(
        '<p begin="00:00:10:15" end="00:00:20:00">a</p>',
        'ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001"',
      ),
    );
    expect(cue?.[0]).toBe(10 + (15 * 1001) / 30_000);
  });

  test.each([
    [
      ttml('<p begin="1 second" end="2s">a</p>'),
      'line 5: "1 second" is not a time such as 00:01:02.500 or 62.5s',
    ],
    [
      ttml('<p begin="10:20:100" end="2s">a</p>'),
      'line 5: "10:20:100" is not a time such as 00:01:02.500 or 62.5s',
    ],
    [ttml('<p begin="3s">a</p>'), 'line 5: the caption has no end time'],
    [ttml('<p begin="3s"><b>a</p>'), 'line 5: not well-formed XML: Missing end tag for element b'],
  ])('fails with the number of the line: %j', (text, message) => expect(errorOf(text)).toBe(message));
});

test('a document with too many nested elements fails', () =>
  expect(errorOf(`<tt>${'<div>'.repeat(200_000)}`)).toBe('line 1: the elements are nested too deeply'));

describe('words', () => {
  it('share the time of their cue in proportion to their characters', () => {
    expect(words('00:00:01,000 --> 00:00:03,000\nI am here\n<i>now</i>')).toEqual([
      ['I', 1, 1.2],
      ['am', 1.2, 1.6],
      ['here', 1.6, 2.4],
      ['now', 2.4, 3],
    ]);
  });

  it('have the times that VTT specifies', () => {
    const vtt =
      'WEBVTT\n\n00:01.000 --> 00:04.000\n<00:01.500><c>One</c> <00:02.000><c>two three</c>\n<00:03.500>four';
    expect(words(vtt)).toEqual([
      ['One', 1.5, 2],
      ['two', 2, 2.5625],
      ['three', 2.5625, 3.5],
      ['four', 3.5, 4],
    ]);
  });

  it('begin with the cue if the first time comes later', () => {
    expect(words('WEBVTT\n\n00:01.000 --> 00:04.000\nOne <00:02.000>two')).toEqual([
      ['One', 1, 2],
      ['two', 2, 4],
    ]);
  });

  it('are not split by a time within them, and never extend beyond their cue', () => {
    expect(
      words('WEBVTT\n\n00:01.000 --> 00:04.000\nKara<00:02.000>oke <00:09.000>now <00:03.000>then'),
    ).toEqual([
      ['Karaoke', 1, 4],
      ['now', 4, 4],
      ['then', 4, 4],
    ]);
  });

  it('have the times of spans in TTML', () => {
    const p =
      '<p begin="10s" end="14s"><span begin="0s" end="1s">One</span> <span begin="2s" end="3s">two</span> three</p>';
    expect(words(`<tt><body><div>${p}</div></body></tt>`)).toEqual([
      ['One', 10, 12],
      ['two', 12, 13],
      ['three', 13, 14],
    ]);
  });

  it('determine the times of a paragraph that has none', () => {
    const p = '<p><span begin="10s" end="11s">One</span> <span begin="12s" end="13s">two</span></p>';
    expect(cues(`<tt><body><div>${p}</div></body></tt>`)).toEqual([[10, 13, 'One two']]);
  });

  it('are found in scripts without spaces', () => {
    expect(words('00:00:00,000 --> 00:00:05,000\n我喜欢東京。').map(([word]) => word)).toEqual([
      '我',
      '喜欢',
      '東京。',
    ]);
    expect(words('00:00:00,000 --> 00:00:05,000\nสวัสดีครับ').map(([word]) => word)).toEqual(['สวัสดี', 'ครับ']);
  });

  it('are read from a file of 5,000 words', () => {
    const text = Array.from({ length: 500 }, (_, at) => {
      const time = (second: number) =>
        `00:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')},000`;
      return `${at + 1}\n${time(2 * at)} --> ${time(2 * at + 2)}\n${'word '.repeat(10)}\n`;
    }).join('\n');
    const read = readSubtitles(new TextEncoder().encode(text)).cues;
    expect(read.flatMap((cue) => cue.words)).toHaveLength(5000);
    expect(read.at(-1)?.words.at(-1)?.to.valueOf()).toBe(1000);
  });
});

test('inputs that would make a pattern backtrack excessively are read quickly', () => {
  const comments = '<!-- a comment -->\n'.repeat(3000);
  expect(errorOf(`<?xml version="1.0"?>\n${comments}<svg/>`)).toContain('expected "WEBVTT"');
  expect(cues(`${comments}<tt><body><p begin="1s" end="2s">a</p></body></tt>`)).toEqual([[1, 2, 'a']]);
  expect(errorOf(`<!doctype ${'a'.repeat(60_000)}`)).toContain('expected "WEBVTT"');
  expect(cues(`WEBVTT\n\n00:01.000 --> 00:02.000\na${'<rt.x'.repeat(300_000)}`)).toEqual([[1, 2, 'a']]);
});

test('a file without subtitles fails', () => {
  expect(() => cues('Just a letter.')).toThrow('line 1: expected "WEBVTT" or the first caption');
});

it('says which encoding it has guessed', () => {
  const { notes } = readSubtitles(Buffer.from(SRT.replace('Hello', 'H\u00e9llo'), 'latin1'));
  expect(notes).toEqual([
    'The file does not say its encoding. It was read as windows-1252. If letters are wrong, set "encoding", or save it as UTF-8.',
  ]);
});

it('reads a file in the encoding that the edit says', () => {
  const { cues: read, notes } = readSubtitles(
    Buffer.from(SRT.replace('Hello', 'H\u00e9llo'), 'latin1'),
    'cp1251',
  );
  expect([read[0]?.text, notes]).toEqual(['Hйllo\nthere', undefined]);
});
