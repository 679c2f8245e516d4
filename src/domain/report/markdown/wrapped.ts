/**
 * Text with every line broken to at most `width` characters, after a space or a comma where there is one in its second half.
 *
 * @param indent put before what continues a line; shorter than half the width
 */
export function wrapped(text: string, width: number, indent = ''): string {
  return text
    .split('\n')
    .map((line) => brokenLine(line, width, indent))
    .join('\n');
}

function brokenLine(line: string, width: number, indent: string): string {
  const pieces: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const head = rest.slice(0, width).replace(/[\uD800-\uDBFF]$/, '');
    const place = Math.max(head.lastIndexOf(' '), head.lastIndexOf(',')) + 1;
    const length = place > width / 2 ? place : head.length;
    pieces.push(rest.slice(0, length).trimEnd());
    rest = indent + rest.slice(length);
  }
  return [...pieces, rest].join('\n');
}
