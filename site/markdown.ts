import GithubSlugger from 'github-slugger';
import { Marked, type Token, type Tokens } from 'marked';
import { highlight } from './highlight.ts';

/** A heading of a page, for the table of contents. */
export interface Heading {
  readonly id: string;
  readonly level: number;
  readonly title: string;
}

/** A piece of a page that the search finds: the text below one heading. */
export interface Passage extends Heading {
  readonly text: string;
}

/** A page as HTML. */
export interface RenderedPage {
  readonly html: string;
  readonly passages: readonly Passage[];
}

/** The parts of the site that a page refers to. */
export interface Surroundings {
  /** Returns the address that a link leads to. */
  readonly link: (href: string) => string;
  /** Returns the size of an image in pixels. Undefined if it is unknown. */
  readonly size: (href: string) => { readonly width: number; readonly height: number } | undefined;
  /** Returns the HTML that shows a diagram in the language of Mermaid. */
  readonly diagram: (code: string) => string;
}

/** Renders a document in the Markdown of GitHub. */
export function renderMarkdown(text: string, surroundings: Surroundings): RenderedPage {
  const marked = new Marked({ gfm: true });
  const tokens = marked.lexer(text);
  const passages = findPassages(tokens);
  const headings = passages.values();
  marked.use({
    renderer: {
      heading({ tokens: inline, depth }) {
        const { id = '' } = headings.next().value ?? {};
        const anchor =
          depth === 1 ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to this part">#</a>`;
        return `<h${depth} id="${id}">${this.parser.parseInline(inline)}${anchor}</h${depth}>\n`;
      },
      code: ({ text: code, lang = '' }) => renderCode(code, lang.split(' ', 1)[0] ?? '', surroundings),
      table({ header, rows }) {
        const row = (name: string, cells: readonly Tokens.TableCell[]) =>
          `<tr>${cells.map((cell) => `<${name}>${this.parser.parseInline(cell.tokens)}</${name}>`).join('')}</tr>`;
        const body = rows.map((cells) => row('td', cells)).join('\n');
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n<thead>${row('th', header)}</thead>\n<tbody>${body}</tbody>\n</table></div>\n`;
      },
      link({ href, tokens: inline }) {
        return `<a href="${toHtml(surroundings.link(href))}">${this.parser.parseInline(inline)}</a>`;
      },
      image: ({ href, text: alt }) => renderImage(href, alt, surroundings),
    },
  });
  return { html: marked.parser(tokens), passages };
}

function findPassages(tokens: readonly Token[]): Passage[] {
  const slugger = new GithubSlugger();
  const passages: { id: string; level: number; title: string; text: string }[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const title = toPlainText((token as Tokens.Heading).text);
      passages.push({ id: slugger.slug(title), level: (token as Tokens.Heading).depth, title, text: '' });
      continue;
    }
    const last = passages.at(-1);
    if (last && token.type !== 'html') last.text += ` ${toPlainText(token.raw)}`;
  }
  return passages.map((passage) => ({ ...passage, text: passage.text.replaceAll(/\s+/g, ' ').trim() }));
}

/** Removes the marks of Markdown from a text. */
function toPlainText(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<[^>\s][^>]*>|[`*|]|\|? ?-{3,} ?\|?|(?<=^|\s)_|_(?=[\s.,:]|$)|^#+ /gm, '');
}

function renderCode(code: string, language: string, { diagram }: Surroundings): string {
  if (language === 'mermaid') return diagram(code);
  const html = highlight(code, language) ?? toHtml(code);
  return `<div class="code"><pre tabindex="0"><code>${html}\n</code></pre></div>\n`;
}

function renderImage(href: string, alt: string, { link, size }: Surroundings): string {
  const known = size(href);
  const shape = known ? ` width="${known.width}" height="${known.height}"` : '';
  return `<img src="${toHtml(link(href))}" alt="${toHtml(alt)}"${shape} loading="lazy" decoding="async" />`;
}

/** Writes a text as HTML. */
export function toHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
