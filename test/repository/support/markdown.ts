/** A fenced block of a Markdown file. */
export interface FencedBlock {
  readonly language: string;
  /** Without the indentation that it has as part of a list. */
  readonly text: string;
  /** Line of its first fence, from 1. */
  readonly line: number;
}

/** Every fenced block, in order. */
export function fencedBlocks(markdown: string): readonly FencedBlock[] {
  return [...markdown.matchAll(/^( *)(`{3,}|~{3,})([\w-]*)[^\n]*\n(.*?)^\1\2 *$/gms)].map((found) => {
    const [, indentation = '', , language = '', text = ''] = found;
    return {
      language,
      text: text.replaceAll(new RegExp(`^${indentation}`, 'gm'), ''),
      line: markdown.slice(0, found.index).split('\n').length,
    };
  });
}

/** What stands in single backticks outside fenced blocks. */
export function inlineCode(markdown: string): readonly string[] {
  return [...prose(markdown).matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, text = '']) => text);
}

/** Targets of links and images, also those of images inside links. */
export function linkTargets(markdown: string): readonly string[] {
  return [
    ...prose(markdown)
      .replaceAll(/(?<!`)`[^`\n]+`(?!`)/g, '')
      .matchAll(/\]\(([^()\s]+)\)/g),
  ].map(([, target = '']) => target);
}

/** Anchors of the headings, as GitHub makes them; a repeated one gets a number. */
export function headingAnchors(markdown: string): readonly string[] {
  const seen = new Map<string, number>();
  return [...prose(markdown).matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, title = '']) => {
    const anchor = title
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
}

function prose(markdown: string): string {
  return markdown.replaceAll(/^( *)(`{3,}|~{3,})[^\n]*\n.*?^\1\2 *$/gms, '');
}
