/** Matches `{{ NAME }}`. The name may contain anything but braces. Spaces around the name are ignored. */
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** Returns the name of the first placeholder in a text. */
export function findPlaceholder(text: string): string | undefined {
  return listPlaceholders(text)[0];
}

/** Lists the names of the placeholders in a text. */
export function listPlaceholders(text: string): string[] {
  const names: string[] = [];
  replacePlaceholders(text, (name) => {
    names.push(name);
    return undefined;
  });
  return names;
}

/** Returns the name of the placeholder if the text is exactly one placeholder. */
export function parsePlaceholder(text: string): string | undefined {
  const [all, name = ''] = text.match(/^\{\{([^{}]*)\}\}$/) ?? [];
  return all === undefined ? undefined : name.trim();
}

/** Replaces the placeholders in a text. A placeholder stays if `textOf` returns undefined for its name. */
export function replacePlaceholders(text: string, textOf: (name: string) => string | undefined): string {
  if (!text.includes('{{')) return text;
  return text.replace(PLACEHOLDER, (all, name: string) =>
    name.trim() === '' ? all : (textOf(name.trim()) ?? all),
  );
}
