import ts from 'typescript';

/** How many lines of a file hold more than a comment. */
export function linesOfCode(path: string, text: string): number {
  if (path.endsWith('.py')) return text.match(/^\s*[^\s#].*$/gm)?.length ?? 0;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const lines = new Set<number>();
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    const [first, last] = [lineOf(node.getStart(source)), lineOf(node.end)];
    lines.add(first).add(last);
    // Of texts all lines count; between the first and the last line of anything else stand its parts, and comments.
    const isText = node.kind >= ts.SyntaxKind.FirstLiteralToken && node.kind <= ts.SyntaxKind.LastTemplateToken;
    if (isText) for (let line = first; line < last; line += 1) lines.add(line);
    ts.forEachChild(node, visit);
  };
  source.statements.forEach(visit);
  return lines.size;
}
