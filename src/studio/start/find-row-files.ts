import type { FieldValues } from '../document/fill-in.ts';
import { refuseAddress } from '../files/wanted-kinds.ts';
import type { TrayFile } from '../tray/tray-file.ts';

/**
 * Puts the addresses of files in place of their names. An empty cell keeps the file of the form.
 *
 * @param fields the names of the fields that take files.
 * @param files those of the account, newest first: the newest one of a name counts.
 * @throws {Error} with a sentence about the first row whose file is not among them.
 */
export async function findRowFiles(
  rows: readonly FieldValues[],
  fields: readonly string[],
  files: AsyncIterable<Pick<TrayFile, 'name' | 'url'>>,
): Promise<FieldValues[]> {
  // A cell may also have a whole asset as JSON.
  const isName = (field: string, value: string): boolean =>
    fields.includes(field) && !/^[{<]|^$/.test(value) && refuseAddress(value) !== undefined;
  const missing = new Set(
    rows.flatMap((row) =>
      Object.entries(row).flatMap(([field, value]) => (isName(field, value) ? [value] : [])),
    ),
  );
  const found = new Map<string, string>();
  if (missing.size > 0)
    for await (const { name, url } of files) {
      if (url !== undefined && missing.delete(name)) found.set(name, url);
      if (missing.size === 0) break;
    }
  return rows.map((row, index) => {
    const cells = Object.entries(row).filter(([field, value]) => value !== '' || !fields.includes(field));
    return Object.fromEntries(
      cells.map(([field, value]) => {
        if (isName(field, value) && missing.has(value))
          throw new Error(
            `Row ${index + 2} names the file "${value}", which is not among your files. Upload it, or correct its name.`,
          );
        return [field, isName(field, value) ? (found.get(value) ?? value) : value];
      }),
    );
  });
}
