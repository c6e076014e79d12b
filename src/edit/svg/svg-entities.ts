/**
 * Characters of a text that one entity can become. A longer text is cut off, because the SVG is rejected
 * anyway.
 */
const MAX_EXPANDED = 100_000;
/** Length of the longest name of an entity that is looked up. */
const MAX_NAME = 100;

/** A declaration of an entity with a text: `<!ENTITY name "text">`. */
const ENTITY = /<!ENTITY\s+([^\s<>"'%]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/y;
const CHARACTERS = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }));

/** The entities that an SVG declares. */
export class SvgEntities {
  private readonly declared = new Map<string, string>();
  /** The texts without references. An entity that is being expanded is undefined: it refers to itself. */
  private readonly expanded = new Map<string, string | undefined>();

  /** Number of entities. */
  get count(): number {
    return this.declared.size;
  }

  /** True if the text of an entity has markup or character references, which may become markup. */
  get hasMarkup(): boolean {
    return Array.from(this.declared.values()).some((text) => text.includes('<') || text.includes('&#'));
  }

  /**
   * Reads the entities of an internal subset. Skips other declarations.
   *
   * @param at index after the `[` of the subset.
   * @returns the index after the `]`; undefined if the subset has no end.
   */
  declare(markup: string, at: number): number | undefined {
    for (;;) {
      const end = markup.indexOf(']', at);
      const declaration = markup.indexOf('<', at);
      if (end < 0) return undefined;
      if (declaration < 0 || end < declaration) return end + 1;
      ENTITY.lastIndex = declaration;
      const [whole, name, double, single] = ENTITY.exec(markup) ?? [];
      // The first declaration of a name counts.
      if (name !== undefined && !this.declared.has(name)) this.declared.set(name, double ?? single ?? '');
      if (whole === undefined) {
        const [mark, skipped] = markup.startsWith('<!--', declaration) ? ['-->', 4] : ['>', 1];
        const next = markup.indexOf(mark, declaration + skipped);
        if (next < 0) return undefined;
        at = next + mark.length;
      } else at = declaration + whole.length;
    }
  }

  /** Replaces the references of a text to entities and characters by their texts. Leaves unknown ones. */
  expand(text: string): string {
    if (!text.includes('&')) return text;
    const [first = '', ...parts] = text.split('&');
    let expanded = first;
    for (const part of parts) {
      const end = part.slice(0, MAX_NAME).indexOf(';');
      const value = end < 0 ? undefined : this.valueOf(part.slice(0, end));
      expanded += value === undefined ? `&${part}` : value + part.slice(end + 1);
      if (expanded.length > text.length + MAX_EXPANDED) break;
    }
    return expanded;
  }

  private valueOf(name: string): string | undefined {
    const [, hexadecimal, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? [];
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    if (code <= 0x10_ff_ff) return String.fromCodePoint(code);
    const value = this.declared.get(name);
    if (value === undefined) return CHARACTERS.get(name);
    if (!this.expanded.has(name)) {
      this.expanded.set(name, undefined);
      this.expanded.set(name, this.expand(value));
    }
    return this.expanded.get(name);
  }
}
