import type { Edit, EditWithOutputs } from './built/types.ts';

/**
 * The type of an argument: `Wanted`, unless the argument comes from a variable without a type. There TypeScript
 * takes the value of `type: 'image'` for any string, which no asset has. Its own message would be long and name
 * the wrong asset. So the wanted type is a sentence then, and the message ends with it.
 *
 * @template Advice how to give the variable its type, in Markdown.
 */
export type Checked<Given, Wanted, Advice extends string> = [Given] extends [never]
  ? // Makes the compiler infer `Given` from the argument.
    Given
  : [Given] extends [Wanted]
    ? Wanted
    : [Given] extends [object]
      ? OneOf<FindWidened<Given, Wanted>> extends infer Finding extends string
        ? [Finding] extends [never]
          ? Wanted
          : `${Finding} here. Give its variable a type: ${Advice}.`
        : never
      : // Neither text nor `unknown` is an edit, whatever its type.
        Wanted;

/** The type of an argument that is an edit. */
export type CheckedEdit<Given> = Given extends { readonly outputs: readonly unknown[] }
  ? Checked<Given, EditWithOutputs, EditAdvice>
  : Checked<Given, Edit, EditAdvice>;

type EditAdvice = '`const edit: Edit = ...` or `const clips: Clip[] = ...`, or write `edit as Edit` for JSON';

/** The places where `Given` is any string or number, but `Wanted` only certain ones. */
type FindWidened<Given, Wanted, Path extends string = ''> = [Wanted] extends [never]
  ? // An unwanted field. Its type may be recursive.
    never
  : [Given] extends [Wanted]
    ? // Nothing is wrong with it. A group has tracks like a timeline, so its type is recursive, too.
      never
    : string extends Given
      ? `${Path} is any string`
      : number extends Given
        ? `${Path} is any number`
        : Given extends readonly (infer Item)[]
          ? FindWidened<Item, ItemOf<Wanted>, `${Path}[]`>
          : Given extends object
            ? {
                [Name in keyof Given & string]: FindWidened<
                  Given[Name],
                  FieldOf<Wanted, Name>,
                  Join<Path, Name>
                >;
              }[keyof Given & string]
            : never;

type Join<Path extends string, Name extends string> = Path extends '' ? Name : `${Path}.${Name}`;
type ItemOf<Wanted> = Wanted extends readonly (infer Item)[] ? Item : never;
type FieldOf<Wanted, Name> = Wanted extends unknown
  ? Name extends keyof Wanted
    ? Wanted[Name]
    : never
  : never;

/** One member of a union, so that the message names one place. */
type OneOf<Union> = (Union extends unknown ? (member: () => Union) => void : never) extends (
  member: infer Last,
) => void
  ? Last extends () => infer Member
    ? Member
    : never
  : never;
