/**
 * Prints every text of src/ that a user can meet: literals and templates of three words or more, with their places.
 * Made for reading them aloud. Run with: npm run messages [-- FOLDER]
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A text and its place, `src/entry/cli/exit.ts:12`. Holes of a template are `…`. */
export interface Message {
  readonly place: string;
  readonly text: string;
}

/** The messages of one source file, in order. */
export function messagesIn(path: string, source: string): readonly Message[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: Message[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== null && isProse(text)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push({ place: `${path}:${line + 1}`, text: text.replaceAll(/\s+/g, ' ').trim() });
    }
    if (!ts.isImportDeclaration(node)) ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

function isProse(text: string): boolean {
  return (text.match(/[A-Za-z’']{2,}(?=[\s,.:;?!)]|$)/g) ?? []).length >= 3;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const [folder = 'src'] = process.argv.slice(2);
  for (const path of globSync(`${folder}/**/*.ts`, { cwd: root }).sort())
    for (const { place, text } of messagesIn(path, readFileSync(join(root, path), 'utf8')))
      console.log(`${place}\t${text}`);
}
