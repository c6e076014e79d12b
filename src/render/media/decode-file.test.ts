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
    expect(decoded).toEqual({ text: `${head}${letters}`, guess: encoding });
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
