import { z } from 'zod';
import { FAMILY_NAMES } from '../fonts/families.ts';
import { findPlaceholder } from '../merge/placeholder.ts';
import { pixels } from '../lengths/pixels.ts';
import { mustBe } from '../problems/messages.ts';

/**
 * Makes a field optional and describes it.
 *
 * @param text description of the field with its unit and range, in full sentences.
 * @param fallback default of the field. Added to the description and to the keyword `default` of the JSON
 *   Schema. The parser does not fill in the default, because an edit stays as the client wrote it. The code
 *   that uses the field applies the default.
 */
export function field<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  fallback?: string | number | boolean,
): z.ZodOptional<Schema> {
  if (fallback === undefined) return schema.optional().describe(text);
  const sentence = `Default ${String(fallback)}.`;
  const description = text === '' ? sentence : `${text} ${sentence}`;
  return schema.optional().meta({ description, default: fallback });
}

/**
 * Creates the schema of an object with a name. It has no other fields than those of its shape.
 *
 * @param id the name in the JSON Schema, and that of its type in the client.
 * @param description a noun phrase for the JSON Schema.
 */
export function defineObject<Shape extends z.core.$ZodLooseShape>(
  id: string,
  description: string,
  shape: Shape,
): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(shape).meta({ id, description });
}

/** Returns the rule that an object has exactly one of some fields, as JSON Schema. */
export function createEitherRule(...names: readonly string[]): object {
  return { oneOf: names.map(requireField) };
}

/** Returns the rule that an object has at least one of some fields, as JSON Schema. */
export function createAnyRule(...names: readonly string[]): { readonly anyOf: object[] } {
  return { anyOf: names.map(requireField) };
}

function requireField(name: string): object {
  return { required: [name], properties: { [name]: {} } };
}

/** Creates the schema of an asset. Its name follows from its type: `RichCaptionAsset` from `rich-caption`. */
export function defineAsset<const Type extends string, Shape extends z.core.$ZodLooseShape>(
  type: Type,
  description: string,
  shape: Shape,
) {
  const typed = { type: z.literal(type).describe(description), ...shape };
  return defineObject(nameAsset(type), description, typed);
}

/** Returns the name of the schema of an asset. */
export function nameAsset(type: string): string {
  return `${`-${type}`.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Asset`;
}

/** A colour in the form `#RRGGBB` or `#RGB` (contract C47). */
export const Color = z
  .string()
  .regex(/^#([0-9a-fA-F]{3}){1,2}$/, mustBe('a colour in the form "#RRGGBB" or "#RGB", such as "#1a2b3c"'));

/** A {@link Color}, or a colour in the form `#AARRGGBB` with alpha first. For title and html assets. */
export const AlphaColor = z
  .string()
  .regex(
    /^#([0-9a-fA-F]{3}|([0-9a-fA-F]{2})?[0-9a-fA-F]{6})$/,
    mustBe('a colour in the form "#RRGGBB", "#RGB" or "#AARRGGBB"'),
  );

/** An {@link AlphaColor}, or the word `transparent`. For the boxes of title and html assets. */
export const AlphaBackground = z
  .string()
  .regex(
    /^(transparent|#([0-9a-fA-F]{3}|([0-9a-fA-F]{2})?[0-9a-fA-F]{6}))$/,
    mustBe('"transparent" or a colour in the form "#RRGGBB", "#RGB" or "#AARRGGBB"'),
  );

/** Any text without U+0000. No font draws that character, and HTML, SVG and other programs may reject it. */
export const Text = z
  .string()
  .regex(new RegExp(String.raw`^[^\u0000]*$`), { error: 'must not contain the character U+0000' });

/** The name of a font family: a built-in one, or that of a font of the edit. Editors propose the built-in ones. */
export const FontFamily = Text.meta({ examples: [...FAMILY_NAMES] });

const FILE = mustBe('the URL of a file');

/** The URL of a file. Later checks decide if the file may be fetched. */
export const SourceUrl = createSourceUrl(FILE);

/**
 * The URL of a file that a prompt can take the place of. A client may leave it out, but the reader of edits adds one
 * before this schema sees the edit. Only its type says so.
 */
export const SourceUrlOrPrompt = createSourceUrl({
  error: (issue) =>
    issue.input === undefined
      ? 'is required: the URL of a file, or a "prompt" in its place, which says what to make'
      : FILE.error(issue),
}) as unknown as z.ZodPrefault<z.ZodString>;

/** @param wrongType the message if the value is missing or no string. */
function createSourceUrl(wrongType: typeof FILE) {
  return z
    .string(wrongType)
    .regex(/\S/, FILE)
    .refine((url) => findPlaceholder(url) === undefined, { ...FILE, params: { code: 'wrong_form' } });
}

/** The encoding of a file of text. */
export const EncodingField = field(
  z.string().refine((label) => findEncoding(label) !== undefined, {
    ...mustBe('the name of an encoding, such as "windows-1250", "shift_jis" or "gbk"'),
    params: { code: 'wrong_form' },
  }),
  'Encoding of the file, if it is a file of text: a name of the WHATWG Encoding Standard, such as "windows-1250", "shift_jis" or "gbk". A byte order mark takes precedence. Default: that of the byte order mark, that which an XML file declares, UTF-8, or that which the bytes suggest, with a warning. An addition of Kinora.',
);

/** Returns the name of the encoding with a label: `windows-1251` for `cp1251`. Undefined if there is none. */
export function findEncoding(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** Maximum length of a {@link FileUrl}, in characters. */
export const MAX_URL_CHARACTERS = 8192;

const FILE_URL = `a URL of at most ${MAX_URL_CHARACTERS} characters that starts with http:// or https://`;
/** The message must not repeat the URL, because it may contain a password. */
const NOT_HTTP = { error: `must be ${FILE_URL}` };

/** The URL of a file outside an edit. It has no placeholders. */
export const FileUrl = z
  .string(mustBe(FILE_URL))
  .max(MAX_URL_CHARACTERS, { ...NOT_HTTP, abort: true })
  .refine(isHttpUrl, { ...NOT_HTTP, params: { code: 'wrong_form' } });

/** True for a URL that can be fetched. PostgreSQL cannot store U+0000, and no URL needs it. */
export function isHttpUrl(text: string): boolean {
  return !text.includes('\0') && /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

/**
 * A moment or a duration in seconds, 0 or more, settled to the microsecond. A client that computes `1.3 - 1.1`
 * sends 0.19999999999999996, and means 0.2.
 */
export const NonNegativeSeconds = z
  .number()
  .min(0)
  .overwrite((seconds) => Number(seconds.toFixed(6)));

/** A whole number of pixels, 1 or more, or a relative length. */
export const WholePixels = pixels(z.int().min(1));

/** A whole number of pixels, 1 or more, or a relative length that is rounded to one. */
export const RoundedPixels = pixels(z.int().min(1), { isRounded: true });

/** A number of pixels, 0 or more, or a relative length. */
export const NonNegativePixels = pixels(z.number().min(0));

/** A factor, 0 or more. */
export const NonNegative = z.number().min(0);

/** A fraction from 0 to 1. */
export const Fraction = z.number().min(0).max(1);

/**
 * Creates the schema of an opacity. Numbers outside 0 to 1 are valid: the parser clamps them and warns
 * (contract C49).
 *
 * @param fallback default of the field, 0 to 1.
 */
export function opacityField(fallback: number): z.ZodOptional<z.ZodNumber> {
  return field(
    z.number(),
    'Opacity from 0 (transparent) to 1 (opaque). Numbers outside this range are clamped, with a warning.',
    fallback,
  );
}

/** A playback speed as a factor, 0 (frozen) to 10. */
export const SpeedFactor = z.number().min(0).max(10);

/** The form of an alias. */
export const ALIAS = /^[A-Za-z0-9_-]+$/;

/** A reference to the clip with an alias. */
export const AliasReference: z.ZodTemplateLiteral<`alias://${string}`> = z.templateLiteral(
  ['alias://', z.string().regex(ALIAS)],
  mustBe('"alias://NAME", with a name of letters, digits, "_" and "-"'),
);
