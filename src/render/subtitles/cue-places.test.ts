import { describe, expect, test } from 'vitest';
import { readSubtitles } from './read-subtitles.ts';

describe('the place of a cue', () => {
  const readPlaced = (text: string) => {
    const { cues: read, notes } = readSubtitles(new TextEncoder().encode(text));
    return { places: read.map(({ place }) => place), notes };
  };
  const placeOf = (settings: string, text = 'a', head = '') => {
    const { places, notes } = readPlaced(`WEBVTT\n\n${head}00:01.000 --> 00:02.000 ${settings}\n${text}`);
    expect(notes).toBeUndefined();
    return places[0];
  };
  const top = { share: 0, rows: 0, anchor: 0 };
  const middle = { share: 0.5, rows: 0, anchor: 0.5 };

  test.each([
    ['line:0', { vertical: top }],
    ['line:2', { vertical: { ...top, rows: 2 } }],
    ['line:-1', { vertical: { share: 1, rows: -1, anchor: 0 } }],
    ['line:84%', { vertical: { ...top, share: 0.84 } }],
    ['line:50%,center', { vertical: middle }],
    ['line:100%,end', { vertical: { share: 1, rows: 0, anchor: 1 } }],
    ['align:left', { align: 0 }],
    ['\n{\\an8}', { vertical: top }],
    ['line:-1\n{\\an8}', { vertical: { share: 1, rows: -1, anchor: 0 } }],
    ['position:50%\n{\\an8}', { column: { left: 0, right: 1 }, vertical: top }],
    ['line:auto align:middle\n{\\an7}', { vertical: top }],
    ['position:50%,line-left\n{\\an9}', { align: 1, column: { left: 0.5, right: 1 }, vertical: top }],
    ['align:start position:0%', { align: 0, column: { left: 0, right: 1 } }],
    ['align:end', { align: 1 }],
    ['align:center', undefined],
    ['align:middle line:auto position:auto', undefined],
    ['size:50%', { column: { left: 0.25, right: 0.75 } }],
    ['position:25%', { column: { left: 0, right: 0.5 } }],
    ['position:0%', { column: { left: 0, right: 0.2 } }],
    ['position:25% size:20% align:left', { align: 0, column: { left: 0.25, right: 0.45 } }],
    ['position:25%,line-left size:50%', { column: { left: 0.25, right: 0.75 } }],
    ['position:75%,line-right size:50% align:left', { align: 0, column: { left: 0.25, right: 0.75 } }],
  ])('is that of the WebVTT settings %s', (settings, expected) =>
    expect(placeOf(settings)).toEqual(expected),
  );

  test('follows the direction of its text', () => {
    expect(placeOf('align:start', 'שלום')).toEqual({ align: 1 });
    expect(placeOf('align:end', 'שלום')).toEqual({ align: 0 });
    expect(placeOf('align:left', 'שלום')).toEqual({ align: 0 });
  });

  test('is in its region, unless it has a line or a size of its own', () => {
    const region = 'REGION\nid:fred width:40%\nlines:3\nregionanchor:50%,50%\nviewportanchor:50%,25%\n\n';
    const vertical = { share: 0.25, rows: 1.5, anchor: 1 };
    const place = { column: { left: 0.3, right: 0.7 }, vertical };
    expect(placeOf('region:fred', 'a', region)).toEqual(place);
    expect(placeOf('region:fred position:50% align:left', 'a', region)).toEqual({
      align: 0,
      column: { left: 0.5, right: 0.7 },
      vertical,
    });
    expect(placeOf('region:fred', 'a', 'REGION\nid:fred\n\n')).toEqual({
      column: { left: 0, right: 1 },
      vertical: { share: 1, rows: 0, anchor: 1 },
    });
  });

  test.each([
    ['vertical:rl', 'vertical:rl'],
    ['region:nowhere', 'region:nowhere'],
    ['line:abc position:120% align:no', 'line:abc position:120% align:no'],
    ['align:constructor toString:1 __proto__:2', 'align:constructor toString:1 __proto__:2'],
    ['align:center\n{\\pos(10,20)}', '\\pos(10,20)'],
  ])('is not that of %s, and a note says so', (settings, named) =>
    expect(readPlaced(`WEBVTT\n\n00:01.000 --> 00:02.000 ${settings}\na`)).toEqual({
      places: [undefined],
      notes: [`These settings of captions are ignored: ${named}.`],
    }),
  );

  test('does not scroll', () => {
    const { places, notes } = readPlaced(
      'WEBVTT\n\nREGION\nid:a\nscroll:up\n\n00:01.000 --> 00:02.000 region:a\na',
    );
    expect(places[0]?.vertical).toEqual({ share: 1, rows: 0, anchor: 1 });
    expect(notes).toEqual(['These settings of captions are ignored: scroll:up.']);
  });

  test.each([
    ['{\\an1}a', { align: 0 }],
    ['{\\an2}a', undefined],
    ['{\\an3}a', { align: 1 }],
    ['{\\an4}a', { align: 0, vertical: middle }],
    ['<i>{\\b1\\an5\\fs20}a</i>', { vertical: middle }],
    ['{\\an6}a', { align: 1, vertical: middle }],
    ['a\n{\\an7}b', { align: 0, vertical: top }],
    ['{\\an8}{\\an1}a', { vertical: top }],
    ['{\\an9}a', { align: 1, vertical: top }],
    ['{\\a6}a', { vertical: top }],
    ['{\\a9}a', { align: 0, vertical: middle }],
    ['{\\alpha&HFF}a', undefined],
  ])('is that of the codes in the SRT text %j', (text, expected) =>
    expect(readPlaced(`1\n00:00:01,000 --> 00:00:02,000 X1:10 X2:20 Y1:30 Y2:40\n${text}`)).toEqual({
      places: [expected],
      notes: undefined,
    }),
  );

  test('is not at the coordinates of an SRT text, and a note says so', () => {
    expect(readPlaced('1\n00:00:01,000 --> 00:00:02,000\n{\\an8\\pos(10,20)}a')).toEqual({
      places: [{ vertical: top }],
      notes: ['These settings of captions are ignored: \\pos(10,20).'],
    });
  });
});
