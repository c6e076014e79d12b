import { svg, RED, BLOCK, LINE, styled, text, filter, marker, PNG, JPEG } from './svg-markup.ts';

/** The features that the SVG renderer draws as Chromium does, each with a drawing. */
export const RENDERER_FEATURES: readonly (readonly [string, string])[] = [
  ['rounded rectangles', svg('<rect x="10" y="10" width="80" height="60" rx="15" ry="8" fill="teal"/>')],
  [
    'circles, ellipses and lines',
    svg(
      '<circle cx="30" cy="30" r="20"/><ellipse cx="70" cy="60" rx="25" ry="12" fill="red"/><line x1="5" y1="95" x2="95" y2="70" stroke="blue" stroke-width="3"/>',
    ),
  ],
  [
    'polylines and polygons',
    svg(
      '<polygon points="10,10 90,20 50,60"/><polyline points="10,90 30,70 50,90 70,70" fill="none" stroke="red" stroke-width="4"/>',
    ),
  ],
  [
    'curves and arcs',
    svg('<path d="M10 50C20 0 80 0 90 50S50 90 50 70Q20 90 10 50A20 10 30 1 0 40 60z" fill="purple"/>'),
  ],
  ['`fill-rule`', svg('<path fill-rule="evenodd" d="M50 5L80 95L5 40H95L20 95z"/>')],
  [
    '`stroke-dasharray`',
    svg('<path d="M10 50H90" stroke="#000" stroke-width="6" stroke-dasharray="12 6" stroke-dashoffset="4"/>'),
  ],
  [
    '`stroke-linecap` and `stroke-linejoin`',
    svg(
      '<path d="M20 70L50 20L80 70" fill="none" stroke="#000" stroke-width="14" stroke-linecap="round" stroke-linejoin="bevel"/>',
    ),
  ],
  [
    'the attribute `transform`',
    svg(
      '<g transform="translate(50 50) rotate(30) scale(.8) skewX(10)"><rect x="-30" y="-30" width="60" height="60" fill="green"/></g>',
    ),
  ],
  ['selectors of classes', styled('.a{fill:orange}', `${BLOCK} class="b a"/>`)],
  ['selectors of ids and elements', styled('rect{fill:blue}#x{fill:orange}', `${BLOCK} id="x"/>`)],
  [
    'selectors of descendants and children',
    styled('g > rect{fill:orange}svg g{opacity:.5}', `<g>${BLOCK}/></g>`),
  ],
  ['the selector `+`', styled('circle + rect{fill:orange}', `<circle r="9"/>${BLOCK}/>`)],
  ['the selector `[name=value]`', styled('[data-a="x"]{fill:orange}', `${BLOCK} data-a="x"/>`)],
  ['`:first-child`', styled('rect:first-child{fill:orange}', `<g>${BLOCK}/></g>`)],
  ['the specificity of selectors', styled('g .a{fill:orange}.a{fill:blue}', `<g>${BLOCK} class="a"/></g>`)],
  ['comments in styles', styled('/* a */rect/* b */{fill:orange;/* c */}', `${BLOCK}/>`)],
  ['styles in CDATA', svg(`<style><![CDATA[g>rect{fill:orange}]]></style><g>${BLOCK}/></g>`)],
  ['`currentColor`', svg(`<g color="orange">${BLOCK} fill="currentColor"/></g>`)],
  ['`inherit`', svg(`<g fill="orange" x="3">${BLOCK} fill="inherit"/></g>`)],
  [
    '`hsl()` and `rgba()`',
    svg(
      '<rect width="50" height="100" fill="hsl(120,50%,40%)"/><rect x="50" width="50" height="100" fill="rgba(255,0,0,.5)"/>',
    ),
  ],
  ['hexadecimal colours with alpha', svg(`${BLOCK} fill="#f80a"/>`)],
  ['`icc-color()`', svg(`${BLOCK} fill="#CD853F icc-color(acmecmyk, 0.11, 0.48, 0.83, 0.00)"/>`)],
  [
    'linear gradients',
    svg(
      `<linearGradient id="g" x2="1" y2="1"><stop stop-color="red"/><stop offset=".5" stop-color="lime"/><stop offset="1" stop-color="blue" stop-opacity=".3"/></linearGradient>${BLOCK} fill="url(#g)"/>`,
    ),
  ],
  [
    '`spreadMethod` and `gradientTransform`',
    svg(
      `<linearGradient id="g" x2=".3" spreadMethod="reflect" gradientTransform="rotate(30)"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>${BLOCK} fill="url(#g)"/>`,
    ),
  ],
  [
    'radial gradients with a focus',
    svg(
      `<radialGradient id="g" fx=".3" fy=".3"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></radialGradient>${BLOCK} fill="url(#g)"/>`,
    ),
  ],
  [
    'gradients that refer to others',
    svg(
      `<linearGradient id="a"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient><linearGradient id="g" xlink:href="#a" y2="1" x2="0"/>${BLOCK} fill="url(#g)"/>`,
    ),
  ],
  ['the fallback of a missing paint', svg(`${BLOCK} fill="url(#none) orange"/>`)],
  [
    'patterns',
    svg(
      `<pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse"><circle cx="5" cy="5" r="3" fill="red"/></pattern>${BLOCK} fill="url(#p)"/>`,
    ),
  ],
  [
    '`patternTransform`',
    svg(
      `<pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(30)"><rect width="5" height="10" fill="red"/></pattern>${BLOCK} fill="url(#p)"/>`,
    ),
  ],
  [
    'markers with `orient="auto"`',
    svg(
      `${marker('orient="auto"')}${LINE} marker-start="url(#m)" marker-mid="url(#m)" marker-end="url(#m)"/>`,
    ),
  ],
  [
    'markers with `overflow`',
    svg(
      `${marker('orient="45" style="overflow:visible"', '<circle r="9" cx="5" cy="5"/>')}${LINE} marker-mid="url(#m)"/>`,
    ),
  ],
  [
    '`clipPath`',
    svg(
      `<clipPath id="c"><circle cx="50" cy="50" r="25"/></clipPath>${BLOCK} clip-path="url(#c)" fill="red"/>`,
    ),
  ],
  [
    '`clip-rule`',
    svg(
      `<clipPath id="c"><path clip-rule="evenodd" d="M50 5L80 95L5 40H95L20 95z"/></clipPath><rect width="100" height="100" clip-path="url(#c)" fill="red"/>`,
    ),
  ],
  [
    'clipping by text',
    svg(
      `<clipPath id="c">${text('Wide', 'font-weight="700"')}</clipPath><rect width="100" height="100" clip-path="url(#c)" fill="red"/>`,
    ),
  ],
  [
    '`clipPathUnits`',
    svg(
      `<clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".4"/></clipPath>${BLOCK} clip-path="url(#c)" fill="red"/>`,
    ),
  ],
  [
    'masks',
    svg(
      `<mask id="k"><circle cx="50" cy="50" r="25" fill="#888"/></mask>${BLOCK} mask="url(#k)" fill="red"/>`,
    ),
  ],
  [
    'the attribute `mask-type`',
    svg(
      `<mask id="k" mask-type="alpha"><circle cx="50" cy="50" r="25" fill="#000" fill-opacity=".6"/></mask>${BLOCK} mask="url(#k)" fill="red"/>`,
    ),
  ],
  [
    'the opacity of groups',
    svg('<g opacity=".5"><circle cx="40" cy="50" r="30"/><circle cx="60" cy="50" r="30" fill="red"/></g>'),
  ],
  [
    '`mix-blend-mode`',
    svg(`<rect width="100" height="100" fill="#fc0"/>${BLOCK} style="mix-blend-mode:multiply" fill="#0cf"/>`),
  ],
  [
    '`isolation`',
    svg(
      `<rect width="100" height="100" fill="#fc0"/><g style="isolation:isolate">${BLOCK} style="mix-blend-mode:multiply" fill="#0cf"/></g>`,
    ),
  ],
  [
    '`paint-order`',
    svg(text('Wide', 'paint-order="stroke" stroke="red" stroke-width="6" font-weight="700"')),
  ],
  ['`shape-rendering`', svg('<path d="M10.3 10L90 50L10 90z" shape-rendering="crispEdges"/>')],
  ['embedded PNGs', svg(`<image href="${PNG}" x="10" y="10" width="80" height="80"/>`)],
  ['embedded JPEGs', svg(`<image href="${JPEG}" x="10" y="10" width="80" height="80"/>`)],
  [
    'embedded SVGs',
    svg(
      `<image href="data:image/svg+xml,${encodeURIComponent(svg(RED))}" x="10" y="10" width="80" height="80"/>`,
    ),
  ],
  [
    '`use`',
    svg(
      '<defs><rect id="r" width="30" height="30" fill="red"/></defs><use href="#r" x="10" y="10"/><use xlink:href="#r" transform="translate(50 50)"/>',
    ),
  ],
  [
    'symbols with a `viewBox`',
    svg(
      '<symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10" fill="red"/></symbol><use href="#s" x="20" y="20" width="60" height="40"/>',
    ),
  ],
  [
    'nested `svg` elements',
    svg('<svg x="20" y="20" width="40" height="40"><circle cx="40" cy="40" r="30" fill="red"/></svg>'),
  ],
  [
    'nested `svg` elements with a `viewBox`',
    svg(
      '<svg x="20" y="20" width="60" height="30" viewBox="0 0 10 10" preserveAspectRatio="xMinYMin slice"><circle cx="5" cy="5" r="5" fill="red"/></svg>',
    ),
  ],
  [
    '`switch` with `systemLanguage`',
    svg(
      `<switch><rect systemLanguage="de" width="50" height="50" fill="red"/><rect width="90" height="90"/></switch>`,
    ),
  ],
  [
    '`switch` with `requiredExtensions`',
    svg(
      `<switch><foreignObject requiredExtensions="http://example.com/x" width="100" height="100"/>${BLOCK} fill="red"/></switch>`,
    ),
  ],
  [
    '`display` and `visibility`',
    svg(`<g display="none">${RED}</g><rect width="30" height="30" visibility="hidden"/><circle r="20"/>`),
  ],
  ['the filter function `blur()`', svg(`${BLOCK} style="filter:blur(3px)" fill="red"/>`)],
  [
    'the filter functions of colours',
    svg(
      `${BLOCK} style="filter:hue-rotate(90deg) saturate(.5) contrast(.8) invert(.2) sepia(.3) opacity(.7)" fill="red"/>`,
    ),
  ],
  ['`feGaussianBlur`', filter('<feGaussianBlur stdDeviation="4"/>')],
  ['`feDropShadow`', filter('<feDropShadow dx="5" dy="5" stdDeviation="3" flood-color="blue"/>')],
  [
    '`feOffset` and `feMerge`',
    filter(
      '<feOffset dx="9" dy="9" in="SourceAlpha" result="a"/><feMerge><feMergeNode in="a"/><feMergeNode in="SourceGraphic"/></feMerge>',
    ),
  ],
  ['`feColorMatrix`', filter('<feColorMatrix type="saturate" values="0.2"/>')],
  [
    '`feComponentTransfer`',
    filter(
      '<feComponentTransfer><feFuncR type="table" tableValues="0 .2 1"/><feFuncG type="gamma" exponent=".5"/><feFuncB type="discrete" tableValues="0 1"/><feFuncA type="linear" slope=".6"/></feComponentTransfer>',
    ),
  ],
  [
    '`feComposite`',
    filter(
      '<feFlood flood-color="blue" x="40" y="40" width="40" height="40"/><feComposite in2="SourceGraphic" operator="xor"/>',
      'primitiveUnits="userSpaceOnUse"',
    ),
  ],
  ['`feBlend`', filter('<feFlood flood-color="#0cf"/><feBlend in2="SourceGraphic" mode="multiply"/>')],
  [
    '`feTile`',
    filter(
      '<feFlood x="20" y="20" width="10" height="10" flood-color="red" result="a"/><feOffset dx="2" in="a"/><feTile/>',
      'primitiveUnits="userSpaceOnUse"',
    ),
  ],
  [
    '`feConvolveMatrix`',
    filter('<feConvolveMatrix order="3" kernelMatrix="0 -1 0 -1 5 -1 0 -1 0" edgeMode="none"/>'),
  ],
  [
    '`feImage`',
    svg(
      `<circle id="ci" cx="50" cy="50" r="20" fill="lime"/><filter id="f" primitiveUnits="userSpaceOnUse"><feImage href="#ci"/></filter>${BLOCK} filter="url(#f)"/>`,
    ),
  ],
  ['text', svg(text('Hello'))],
  [
    '`text-anchor`',
    svg('<text x="50" y="60" text-anchor="middle" font-family="Open Sans" font-size="28">Hello</text>'),
  ],
  [
    '`tspan` with `dx` and `dy`',
    svg(text('He<tspan dy="-10" fill="red">l</tspan><tspan dy="10" dx="4">lo</tspan>')),
  ],
  [
    'lists of places of letters',
    svg('<text x="10 30 50 70" y="40 50 60 70" font-family="Open Sans" font-size="24">abcd</text>'),
  ],
  [
    'rotated letters',
    svg('<text x="10" y="60" rotate="10 20 30" font-family="Open Sans" font-size="24">abcd</text>'),
  ],
  ['`textLength`', svg(text('Hello', 'textLength="80"'))],
  ['`letter-spacing` and `word-spacing`', svg(text('Hello', 'letter-spacing="3" word-spacing="5"'))],
  ['`dominant-baseline="hanging"`', svg(text('Hello', 'dominant-baseline="hanging"'))],
  ['a Hebrew line', svg(text('שלום'))],
  ['an Arabic line', svg('<text x="10" y="60" font-family="Open Sans" font-size="24">مرحبا</text>')],
  [
    '`xml:space`',
    svg('<text x="10" y="60" xml:space="preserve" font-family="Open Sans" font-size="20">a   b</text>'),
  ],
  [
    'text with a gradient',
    svg(
      `<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>${text('Hello', 'fill="url(#g)"')}`,
    ),
  ],
  ['physical units', svg('<rect x="2mm" y="2mm" width="10mm" height="1cm" fill="red"/>')],
  [
    'percentages',
    svg('<rect x="10%" y="20%" width="50%" height="30%" fill="red"/><circle cx="50%" cy="50%" r="10%"/>'),
  ],
  ['`viewBox`', svg(RED).replace('0 0 100 100', '10 10 80 80')],
  [
    '`preserveAspectRatio`',
    svg(RED, ' preserveAspectRatio="xMidYMid slice"').replace('0 0 100 100', '0 0 200 100'),
  ],
  [
    'SMIL animations, which do not run',
    svg(`${BLOCK} fill="red"><animate attributeName="x" from="0" to="40" dur="2s"/></rect>`),
  ],
  [
    'scripts, which do not run',
    svg(`<script>document.querySelector('rect').setAttribute('fill','blue')</script>${BLOCK} fill="red"/>`),
  ],
  ['entities', `<!DOCTYPE svg [<!ENTITY c "orange">]>${svg(`${BLOCK} fill="&c;"/>`)}`],
  [
    'namespace prefixes',
    `<svg:svg xmlns:svg="http://www.w3.org/2000/svg" width="100" height="100"><svg:rect width="60" height="60" fill="red"/></svg:svg>`,
  ],
];
