import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeFile } from './decode-file.ts';

describe('the text of a file', () => {
  const said = 'Ça „été“ Größe';
  const text = `1\n00:00:01,000 --> 00:00:02,000\n${said}\n`;
  const old = Uint8Array.from(text, (letter) => ({ '„': 0x84, '“': 0x93 })[letter] ?? letter.charCodeAt(0));
  const swapped = Buffer.from(text, 'utf16le').swap16();
  const wide = (letters: string): Buffer =>
    Buffer.from(Uint32Array.from(letters, (letter) => letter.codePointAt(0) ?? 0).buffer);
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-16 LE', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 LE without a mark', Buffer.from(text, 'utf16le')],
    ['UTF-16 BE', Buffer.concat([Buffer.from([0xfe, 0xff]), swapped])],
    ['UTF-16 BE without a mark', swapped],
    ['UTF-32 LE', wide(`\uFEFF${text}`)],
    ['UTF-32 LE without a mark', wide(text)],
    ['UTF-32 BE', wide(`\uFEFF${text}`).swap32()],
    ['UTF-32 BE without a mark', wide(text).swap32()],
    ['Windows-1252', old],
  ])('%s is decoded', (_, bytes) => expect(decodeFile(bytes).text.replace(/^\uFEFF/, '')).toBe(text));

  test.each([
    ['windows-1251', 'Привет, как дела?', 'cff0e8e2e5f22c20eae0ea20e4e5ebe03f'],
    ['koi8-r', 'Привет, как дела?', 'f0d2c9d7c5d42c20cbc1cb20c4c5ccc13f'],
    ['shift_jis', 'こんにちは、世界の皆さん', '82b182f182c982bf82cd814190a28a4582cc8a4682b382f1'],
    ['windows-1252', 'Où êtes-vous ?', '4ff920ea7465732d766f7573203f'],
  ])('%s is guessed', (encoding, letters, hex) => {
    const head = '1\n00:00:01,000 --> 00:00:02,000\n';
    const decoded = decodeFile(Buffer.concat([Buffer.from(head), Buffer.from(hex, 'hex')]));
    expect(decoded.text).toBe(`${head}${letters}`);
    expect(decoded.guess).toBe(encoding);
    expect(decoded.note).toContain(`It was read as ${encoding}.`);
  });

  test('UTF-16 without a mark is decoded even if most characters are not ASCII', () => {
    const chinese = '中'.repeat(3000);
    const bytes = Buffer.from(`1\n00:00:01,000 --> 00:00:02,000\n${chinese}`, 'utf16le');
    for (const order of [bytes, Buffer.from(bytes).swap16()])
      expect(decodeFile(order).text).toContain(chinese);
  });

  test('the encoding that an XML file declares is used', () => {
    const xml =
      '<?xml version="1.0" encoding="iso-8859-2"?><tt><body><p begin="0s" end="1s">\xb1</p></body></tt>';
    expect(decodeFile(Buffer.from(xml, 'latin1')).text).toContain('ą');
  });
});

describe('a file in UTF-8 with damaged bytes', () => {
  const text = `1\n00:00:01,000 --> 00:00:02,000\nOù étais-tu ? Ça ne fait rien, mon père a préparé le dîner près de la forêt, désolé\n`;
  const note = 'The file has bytes that mean nothing in its encoding, utf-8. They are shown as \uFFFD.';

  test('is decoded as UTF-8, and a note says so', () => {
    const bytes = Buffer.concat([Buffer.from(text), Buffer.from([0xe9]), Buffer.from('t\u00e9')]);
    expect(decodeFile(bytes)).toEqual({ text: `${text}\uFFFDt\u00e9`, note });
    expect(decodeFile(Buffer.concat([Buffer.from('\uFEFF'), bytes])).note).toBe(note);
  });

  test.each([
    ['été', 'ét\uFFFD'],
    ['Schön. 😀', 'Schön. \uFFFD'],
  ])('may end in the middle of the last letter of %s', (letters, read) => {
    const bytes = Buffer.from(letters).subarray(0, -1);
    expect(decodeFile(bytes)).toEqual({ text: read, note });
  });

  test('is not named as one whose encoding is unknown', () => {
    // Each half of the emoji is encoded on its own, as by old versions of Java.
    const bytes = Buffer.from('4869 eda0bd edb880'.replaceAll(' ', ''), 'hex');
    expect(decodeFile(bytes)).toEqual({ text: `Hi${'\uFFFD'.repeat(6)}`, note });
  });

  test('is not a file in an old encoding whose last letter is outside of ASCII', () => {
    expect(decodeFile(Buffer.from('Le café', 'latin1')).text).toBe('Le café');
    expect(decodeFile(Buffer.from('Über das café', 'latin1')).text).toBe('Über das café');
  });
});

describe('the encoding that an edit says', () => {
  const letters = Buffer.from('cff0e8e2e5f2', 'hex');

  test('is used', () => {
    expect(decodeFile(letters, 'cp1251')).toEqual({ text: 'Привет' });
    expect(decodeFile(letters, 'koi8-r')).toEqual({ text: 'оПХБЕР' });
    expect(decodeFile(Buffer.from('Ç'), 'windows-1252')).toEqual({ text: 'Ã‡' });
    expect(decodeFile(Buffer.from('字幕', 'utf16le'), 'utf-16le')).toEqual({ text: '字幕' });
  });

  test('yields to a byte order mark', () => {
    expect(decodeFile(Buffer.from('\uFEFFÇ'), 'windows-1251')).toEqual({ text: 'Ç' });
    expect(decodeFile(Buffer.from('\uFEFFÇ', 'utf16le'), 'windows-1251')).toEqual({ text: 'Ç' });
  });

  test('takes precedence over that of an XML file', () => {
    const xml = Buffer.from('<?xml version="1.0" encoding="iso-8859-2"?><tt>\xb1</tt>', 'latin1');
    expect(decodeFile(xml, 'windows-1250').text).toContain('±');
  });

  test('is doubted if the file has bytes that it lacks', () => {
    expect(decodeFile(letters, 'utf-8').note).toBe(
      'The file has bytes that mean nothing in its "encoding", utf-8. They are shown as \uFFFD.',
    );
  });
});

describe('the encoding of a subtitle file', () => {
  // Each dialogue begins with a line such as "# Polish: windows-1250 iso-8859-2". Its other lines are captions.
  const dialogues = readFileSync(new URL('dialogues.fixture.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n\n');
  const cases = dialogues.flatMap((dialogue) => {
    const [title = '', ...lines] = dialogue.split('\n');
    const [language = '', encodings = ''] = title.replace('# ', '').split(': ');
    return encodings.split(' ').map((encoding) => ({ language, encoding, lines }));
  });
  /** The pieces of five captions that are read right, of six, in all or one of the encodings. All others are read right. */
  const RIGHT: Readonly<Record<string, number>> = {
    Persian: 5,
    Thai: 4,
    Lithuanian: 5,
    Latvian: 5,
    Estonian: 5,
    Slovak: 5,
    Icelandic: 4,
    'Croatian iso-8859-2': 5,
  };

  test.each(cases)('is found for $language in $encoding', ({ language, encoding, lines }) => {
    const encode = encoderOf(encoding);
    const isRight = (some: readonly string[]): boolean => {
      const text = some.map((line, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\n${line}\n`);
      return decodeFile(encode(text.join('\n'))).text === text.join('\n');
    };
    const pieces = lines.slice(4).map((_, at) => lines.slice(at, at + 5));
    expect(isRight(lines)).toBe(true);
    expect(isRight([...lines, ...lines, ...lines, ...lines])).toBe(true);
    expect(pieces.filter(isRight).length).toBe(
      RIGHT[`${language} ${encoding}`] ?? RIGHT[language] ?? pieces.length,
    );
  });
});

/** Returns a function that encodes texts, by turning the decoder of the platform around. */
function encoderOf(encoding: string): (text: string) => Buffer {
  const decoder = new TextDecoder(encoding);
  const bytesOf = new Map<string, number[]>();
  const add = (...bytes: number[]): void => {
    const letter = decoder.decode(Uint8Array.from(bytes));
    if (Array.from(letter).length === 1 && !letter.includes('\uFFFD') && !bytesOf.has(letter))
      bytesOf.set(letter, bytes);
  };
  for (let first = 0; first < 256; first++) add(first);
  const isWide = /^(shift_jis|gbk|big5|euc-)/.test(encoding);
  for (let first = 0x81; isWide && first < 0xff; first++)
    for (let second = 0x40; second < 0xff; second++) add(first, second);
  return (text) =>
    Buffer.from(
      Array.from(text).flatMap((letter) => {
        const bytes = bytesOf.get(letter);
        if (!bytes) throw new Error(`${encoding} has no ${letter}.`);
        return bytes;
      }),
    );
}
