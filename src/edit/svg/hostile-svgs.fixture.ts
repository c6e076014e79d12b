import { crc32, deflateSync } from 'node:zlib';

/** Wraps elements in an SVG of 1000 x 1000 units. */
function wrap(inner: string, attributes = 'viewBox="0 0 1000 1000"'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`;
}

const FULL = '<rect width="1000" height="1000" fill="red"/>';

function filtered(steps: string, attributes = ''): string {
  return wrap(
    `<filter id="f" ${attributes}>${steps}</filter><rect width="1000" height="1000" filter="url(#f)"/>`,
  );
}

/** Levels of groups that each hold ten references to the next level. */
function multiply(levels: number, reference: (id: string) => string, inner = FULL): string {
  const groups = Array.from(
    { length: levels },
    (_, level) => `<g id="a${level}">${reference(`a${level + 1}`).repeat(10)}</g>`,
  );
  return wrap(`<defs>${groups.join('')}<g id="a${levels}">${inner}</g></defs><use href="#a0"/>`);
}

/** Patterns (masks, clips) that are each filled with the next one. */
function chain(count: number, link: (index: number, next: string) => string, last: string): string {
  return Array.from({ length: count }, (_, index) =>
    link(index, index + 1 < count ? `x${index + 1}` : last),
  ).join('');
}

/** Returns a PNG that declares a size, with very little data. */
export function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(Math.min(1e6, Math.ceil((width / 8 + 1) * height))))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a chunk of a PNG. */
function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  chunk.set(body, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

function pngImage(width: number, height: number): string {
  return `<image width="1000" height="1000" href="data:image/png;base64,${pngOf(width, height).toString('base64')}"/>`;
}

function nestedImages(levels: number): string {
  let markup = wrap(FULL);
  for (let level = 0; level < levels; level++) {
    const data = Buffer.from(markup).toString('base64');
    markup = wrap(`<image width="1000" height="1000" href="data:image/svg+xml;base64,${data}"/>`);
  }
  return markup;
}

function randomPath(points: number): string {
  return Array.from(
    { length: points },
    (_, index) => `L${(index * 7919) % 1000} ${(index * 104729) % 1000}`,
  ).join('');
}

/** Small SVGs that would take minutes or gigabytes, by the name of the attack. */
export const HOSTILE_SVGS: Readonly<Record<string, () => string>> = {
  'turbulence with 100,000,000 octaves': () =>
    filtered('<feTurbulence baseFrequency=".01" numOctaves="100000000"/>'),
  'turbulence with 1e8 octaves, written 1e8': () =>
    filtered('<feTurbulence baseFrequency=".01" numOctaves="1e8"/>'),
  'turbulence 40 times with 10 octaves': () =>
    filtered('<feTurbulence baseFrequency=".01" numOctaves="10"/>'.repeat(40)),
  'morphology with a radius of 400': () => filtered('<feMorphology operator="dilate" radius="400"/>'),
  'a convolution of 100 x 100': () =>
    filtered(`<feConvolveMatrix order="100" kernelMatrix="${'1 '.repeat(10_000)}"/>`),
  'blur with 1e6': () => filtered('<feGaussianBlur stdDeviation="1000000"/>'),
  '400 blurs': () => filtered('<feGaussianBlur stdDeviation="30"/>'.repeat(400)),
  'a filter region of 1e9': () =>
    filtered(
      '<feGaussianBlur stdDeviation="3"/>',
      'filterUnits="userSpaceOnUse" x="-500000000" y="-500000000" width="1e9" height="1e9"',
    ),
  'lighting, 400 times': () =>
    filtered('<feDiffuseLighting><fePointLight x="1" y="1" z="1"/></feDiffuseLighting>'.repeat(400)),
  'use, 10 levels of 10': () => multiply(10, (id) => `<use href="#${id}"/>`),
  'use, 4 levels of 10 with a large path': () =>
    multiply(4, (id) => `<use href="#${id}"/>`, `<path d="M0 0${randomPath(1000)}" stroke="red"/>`),
  'use, 40 levels of 1 with 400 each': () =>
    wrap(
      `<defs>${Array.from({ length: 40 }, (_, i) => `<g id="a${i}"><use href="#a${i + 1}"/><use href="#a${i + 1}"/></g>`).join('')}</defs><use href="#a0"/>`,
    ),
  'markers, 50,000 vertices with 100 elements': () =>
    wrap(
      `<marker id="m" markerWidth="10" markerHeight="10">${'<circle r="3"/>'.repeat(100)}</marker><path d="M0 0${randomPath(50_000)}" marker-mid="url(#m)" fill="none" stroke="red"/>`,
    ),
  'markers by style': () =>
    wrap(
      `<style>path{marker:url(#m)}</style><marker id="m" markerWidth="10" markerHeight="10">${'<circle r="3"/>'.repeat(100)}</marker><path d="M0 0${randomPath(30_000)}" fill="none" stroke="red"/>`,
    ),
  'a pattern with tiny tiles': () =>
    wrap(
      '<pattern id="p" width=".001" height=".001" patternUnits="userSpaceOnUse"><rect width=".0005" height=".0005"/></pattern><rect width="1000" height="1000" fill="url(#p)"/>',
    ),
  'a pattern with a huge tile': () =>
    wrap(
      '<pattern id="p" width="1000000" height="1000000" patternUnits="userSpaceOnUse"><rect width="500" height="500"/></pattern><rect width="1000" height="1000" fill="url(#p)"/>',
    ),
  'patterns, 10 levels of 10': () =>
    wrap(
      `${chain(10, (i, next) => `<pattern id="x${i}" width="1" height="1">${`<rect width="1000" height="1000" fill="url(#${next})"/>`.repeat(10)}</pattern>`, 'none')}<rect width="1000" height="1000" fill="url(#x0)"/>`,
    ),
  'masks, 10 levels of 10': () =>
    wrap(
      `${chain(10, (i, next) => `<mask id="x${i}">${`<rect width="1000" height="1000" fill="red" mask="url(#${next})"/>`.repeat(10)}</mask>`, 'none')}<rect width="1000" height="1000" mask="url(#x0)"/>`,
    ),
  'masks by style, 10 levels of 10': () =>
    wrap(
      `<style>${chain(10, (i, next) => `.x${i} rect{mask:url(#${next})}`, 'none')}</style>${chain(10, (i) => `<mask id="x${i}" class="x${i}">${'<rect width="1000" height="1000" fill="red"/>'.repeat(10)}</mask>`, 'none')}<rect width="1000" height="1000" mask="url(#x0)"/>`,
    ),
  'clips, 10 levels of 10': () =>
    wrap(
      `${chain(10, (i, next) => `<clipPath id="x${i}">${`<rect width="1000" height="1000" clip-path="url(#${next})"/>`.repeat(10)}</clipPath>`, 'none')}<rect width="1000" height="1000" clip-path="url(#x0)"/>`,
    ),
  '10,000 masked elements': () =>
    wrap(
      `<mask id="m"><rect width="1000" height="1000" fill="#fff"/></mask>${'<rect width="1000" height="1000" mask="url(#m)"/>'.repeat(10_000)}`,
    ),
  '10,000 layers': () => wrap('<g opacity=".9"><rect width="1000" height="1000"/></g>'.repeat(10_000)),
  '10,000 layers by style': () =>
    wrap(`<style>rect{opacity:.5;mix-blend-mode:multiply}</style>${FULL.repeat(10_000)}`),
  'dashes of 0.001 in 2,000 paths': () =>
    wrap('<path d="M0 0H1000V1000H0z" stroke="red" stroke-dasharray=".001"/>'.repeat(2000)),
  'a dash array of 100,000': () =>
    wrap(`<path d="M0 0H1000V1000" stroke="red" stroke-dasharray="${'1 '.repeat(100_000)}"/>`),
  'a stroke of 1e9': () => wrap('<path d="M0 0H1000V1000H0z" stroke="red" stroke-width="1e9"/>'.repeat(1000)),
  'round strokes of a path of 60,000 points': () =>
    wrap(`<path d="M0 0${randomPath(60_000)}" stroke="red" stroke-width="300" stroke-linejoin="round"/>`),
  'coordinates of 1e30': () =>
    wrap(
      '<path d="M-1e30 0C1e30 1e30 -1e30 1e30 1e30 -1e30z" stroke="red" stroke-dasharray="1"/>'.repeat(100),
    ),
  'a text of 100,000 characters': () => wrap(`<text y="500">${'Hello wo'.repeat(12_500)}</text>`),
  'a text of 100,000 characters, each with a place': () =>
    wrap(`<text y="500" x="${'1 '.repeat(90_000)}">${'Hello wo'.repeat(12_500)}</text>`),
  '10,000 texts': () => wrap('<text y="500">Hello</text>'.repeat(10_000)),
  'an image of 30000x30000': () => wrap(pngImage(30_000, 30_000)),
  'an image of 8000x8000, 100 times': () => wrap(pngImage(8000, 8000).repeat(100)),
  'images nested 10 times': () => nestedImages(10),
  'a nested image with hostile content': () =>
    wrap(
      `<image width="1000" height="1000" href="data:image/svg+xml;base64,${Buffer.from(filtered('<feTurbulence numOctaves="100000000" baseFrequency=".01"/>')).toString('base64')}"/>`,
    ),
  '5,000 entities': () =>
    `<!DOCTYPE svg [${Array.from({ length: 5000 }, (_, i) => `<!ENTITY e${i} "red">`).join('')}]>${wrap(Array.from({ length: 5000 }, (_, i) => `<g fill="&e${i};"/>`).join(''))}`,
  'entities that expand to megabytes': () =>
    `<!DOCTYPE svg [<!ENTITY e "${'a'.repeat(100_000)}">]>${wrap(`<g id="${'&e;'.repeat(20_000)}"/>`)}`,
  'an octave count in an entity': () =>
    `<!DOCTYPE svg [<!ENTITY e "100000000">]>${filtered('<feTurbulence baseFrequency=".01" numOctaves="&e;"/>')}`,
  'an octave count in character references': () =>
    filtered('<feTurbulence baseFrequency=".01" numOctaves="&#49;&#48;0000000"/>'),
  '100,000 comments that do not end': () => wrap('<!--'.repeat(100_000)),
  '60,000 comments': () => wrap('<!-- -->'.repeat(60_000)),
  '50,000 CDATA openers': () => wrap('<![CDATA['.repeat(50_000)),
  '100,000 svg openers': () => '<svg '.repeat(100_000),
  '100,000 processing instructions': () => wrap('<?a'.repeat(100_000)),
  '120,000 elements': () => wrap('<g/>'.repeat(120_000)),
  '40,000 elements with ids': () => wrap(Array.from({ length: 40_000 }, (_, i) => `<g id="${i}"/>`).join('')),
  '5,000 gradients': () =>
    wrap(
      Array.from(
        { length: 5000 },
        (_, i) =>
          `<linearGradient id="g${i}"><stop/></linearGradient><rect width="9" height="9" fill="url(#g${i})"/>`,
      ).join(''),
    ),
  'gradients that refer to each other': () =>
    wrap(
      `${chain(8000, (i, next) => `<linearGradient id="x${i}" href="#${next}"/>`, 'none')}<rect width="1000" height="1000" fill="url(#x0)"/>`,
    ),
  'a gradient with 25,000 stops': () =>
    wrap(
      `<linearGradient id="g">${'<stop offset="0"/>'.repeat(25_000)}</linearGradient><rect width="9" height="9" fill="url(#g)"/>`,
    ),
  '8,000 rules for 20,000 elements': () =>
    wrap(
      `<style>${Array.from({ length: 8000 }, (_, i) => `.c${i} g g g{fill:red}`).join('')}</style>${'<g class="a"/>'.repeat(20_000)}`,
    ),
  'a selector of 100,000 parts': () =>
    wrap(
      `<style>${'g '.repeat(100_000)}{fill:red}</style>${'<g>'.repeat(40)}${'<g/>'.repeat(10_000)}${'</g>'.repeat(40)}`,
    ),
  'an attribute of 400,000 characters': () => wrap(`<g transform="${'scale(1) '.repeat(40_000)}"/>`),
  'an element with 40,000 attributes': () =>
    wrap(`<g ${Array.from({ length: 40_000 }, (_, i) => `a${i}=""`).join(' ')}/>`),
  'nested svg elements, 45 levels': () =>
    wrap(`${'<svg width="1000" height="1000" viewBox="0 0 10 10">'.repeat(45)}${FULL}${'</svg>'.repeat(45)}`),
  '300 groups with 40 layers': () =>
    wrap(`${'<g opacity=".9">'.repeat(40)}${FULL}${'</g>'.repeat(40)}`.repeat(300)),
  'switch, nested 45 levels': () => wrap(`${'<switch>'.repeat(45)}${FULL}${'</switch>'.repeat(45)}`),
  'a filter image of itself': () =>
    wrap(
      `<g id="g">${FULL}</g>${chain(10, (i, next) => `<filter id="x${i}">${'<feImage href="#g"/>'.repeat(10)}</filter><g id="h${i}" filter="url(#${next})"/>`, 'x0')}<rect width="1000" height="1000" filter="url(#x0)"/>`,
    ),
  '300 paths with 100 curves, enlarged': () =>
    wrap(`<g transform="scale(1000)">${`<path d="M0 0${'c9 9 -9 9 1 1'.repeat(100)}"/>`.repeat(300)}</g>`),
};
