import type { Markup, SvgTag } from '#domain/report/html/markup/markup.ts';

const SVG: ReadonlySet<string> = new Set<SvgTag>(['svg', 'g', 'rect', 'line', 'circle', 'path', 'text', 'title']);
const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

/** Builds markup as nodes of this page: every text becomes a text node, whatever it holds. */
export function build(markup: Markup): DocumentFragment {
  const fragment = document.createDocumentFragment();
  append(fragment, markup);
  return fragment;
}

function append(parent: Node, markup: Markup): void {
  if (markup === null) return;
  if (typeof markup === 'string') parent.appendChild(document.createTextNode(markup));
  else if ('tag' in markup) {
    const { tag, attributes, children } = markup;
    const element = SVG.has(tag) ? document.createElementNS(SVG_NAMESPACE, tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    for (const child of children) append(element, child);
    parent.appendChild(element);
  } else for (const child of markup) append(parent, child);
}
