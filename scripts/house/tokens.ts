import ts from 'typescript';

/** How many tokens of a file the TypeScript scanner finds, comments apart: no layout, and no length of a name, changes it. */
export function tokensOf(path: string, text: string): number {
  if (!/\.(?:tsx?|mts|mjs)$/.test(path)) return 0;
  const variant = path.endsWith('x') ? ts.LanguageVariant.JSX : ts.LanguageVariant.Standard;
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, variant, text);
  let tokens = 0;
  while (scanner.scan() !== ts.SyntaxKind.EndOfFileToken) tokens += 1;
  return tokens;
}
