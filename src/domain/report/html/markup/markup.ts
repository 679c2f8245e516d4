/**
 * A piece of a page as data: written into the file as HTML (`htmlText`), and built in the browser from the same functions. Text
 * is text on both ways, whatever it holds: there is no way to put markup into it.
 */
export type Markup = string | MarkupElement | null | readonly Markup[];

/** An element of ours. */
export interface MarkupElement {
  readonly tag: Tag;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Markup[];
}

/** All elements that the report has: none that loads, runs or sends anything. */
type Tag =
  | (
      | 'a'
      | 'abbr'
      | 'b'
      | 'bdi'
      | 'button'
      | 'caption'
      | 'code'
      | 'dd'
      | 'del'
      | 'details'
      | 'div'
      | 'dl'
      | 'dt'
      | 'footer'
    )
  | (
      | 'h1'
      | 'h2'
      | 'h3'
      | 'header'
      | 'input'
      | 'ins'
      | 'kbd'
      | 'label'
      | 'li'
      | 'main'
      | 'mark'
      | 'nav'
      | 'ol'
      | 'option'
    )
  | (
      | 'p'
      | 'pre'
      | 'section'
      | 'select'
      | 'small'
      | 'span'
      | 'strong'
      | 'summary'
      | 'table'
      | 'tbody'
      | 'td'
      | 'th'
      | 'thead'
    )
  | ('tr' | 'ul' | 'dialog' | SvgTag);

/** Elements of inline pictures. */
export type SvgTag = 'svg' | 'g' | 'rect' | 'line' | 'circle' | 'path' | 'text' | 'title';

type Attribute =
  | (
      | 'class'
      | 'id'
      | 'href'
      | 'title'
      | 'type'
      | 'value'
      | 'for'
      | 'name'
      | 'placeholder'
      | 'role'
      | 'scope'
      | 'tabindex'
    )
  | ('colspan' | 'open' | 'hidden' | 'disabled' | 'selected' | 'lang' | 'dir' | 'autocomplete' | 'spellcheck')
  | (
      | 'viewBox'
      | 'width'
      | 'height'
      | 'x'
      | 'y'
      | 'x1'
      | 'x2'
      | 'y1'
      | 'y2'
      | 'cx'
      | 'cy'
      | 'r'
      | 'rx'
      | 'd'
      | 'text-anchor'
    )
  | ('preserveAspectRatio' | `aria-${string}` | `data-${string}`);

type Attributes = { readonly [Name in Attribute]?: string | number | boolean | null };

/** An element; attributes that are `null` or `false` are left out, as is a link that leads elsewhere than to a page or a place in this one. */
export function el(tag: Tag, attributes: Attributes = {}, ...children: readonly Markup[]): MarkupElement {
  const set = Object.entries(attributes).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null || value === false) return [];
    if (name === 'href' && !/^(?:#|https?:\/\/)/.test(String(value))) return [];
    return [[name, value === true ? '' : String(value)]];
  });
  return { tag, attributes: Object.fromEntries(set), children };
}

/**
 * Untrusted text as a reader should see it: what is invisible, or would turn the direction of the text, is named instead, since
 * hidden text may be what misled an agent.
 */
export function shown(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(HIDDEN, (found) => `⟨U+${code(found)}⟩`);
}

/** Control, bidirectional, private and unassigned characters, and those without a shape, except what joins emoji. */
const HIDDEN = /[^\P{C}\n\t\u200d]|(?![\ufe0f\u200d])\p{Default_Ignorable_Code_Point}/gu;

function code(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
