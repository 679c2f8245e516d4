import { posix } from 'node:path';
import ts from 'typescript';

/** Files with fewer lines are to be part of their only user. */
const SMALL = 25;

/** Text of TypeScript files by their path from `src/`. */
export type Sources = ReadonlyMap<string, string>;

/**
 * Small files that could be part of the one file that imports them: it lies in the same folder, or nobody else outside imports from theirs.
 * A row of a table stays a file: what imports it imports a sibling as well, which exports something of the same type. So does what is loaded on use.
 */
export function foldable(sources: Sources): readonly string[] {
  const imports = new Map([...sources].map(([file, text]) => [file, importsOf(file, text)]));
  const types = new Map<string, readonly string[]>();
  const typesIn = (file: string) => {
    const found = types.get(file) ?? typesOf(sources.get(file) ?? '');
    types.set(file, found);
    return found;
  };
  const importersOf = (file: string) => [...imports].filter(([, names]) => names.has(file));
  return [...sources.keys()].filter((file) => {
    const text = sources.get(file) ?? '';
    if (text.split('\n').length - 1 >= SMALL) return false;
    const [importer, another] = importersOf(file);
    if (importer === undefined || another !== undefined) return false;
    const [user, names] = importer;
    if (names.get(file) === 'on use' || !isNear(file, user, imports)) return false;
    const own = typesIn(file);
    const beside = [...names.keys()].filter((name) => name !== file && sources.has(name));
    return !beside.some((name) => typesIn(name).some((type) => own.includes(type)));
  });
}

type Imports = ReadonlyMap<string, 'at once' | 'on use'>;

function importsOf(file: string, text: string): Imports {
  const found = [...text.matchAll(/(?:\bfrom|\bimport|(\bimport\())\s*'([#.][^']+)'/g)];
  return new Map(
    found.map(([, lazy, name = '']) => [
      name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(file), name),
      lazy === undefined ? 'at once' : 'on use',
    ]),
  );
}

function isNear(file: string, user: string, imports: ReadonlyMap<string, Imports>): boolean {
  const folder = posix.dirname(file);
  const isInside = (name: string) => posix.dirname(name) === folder;
  if (isInside(user)) return true;
  return [...imports].every(([name, names]) => name === user || isInside(name) || ![...names.keys()].some(isInside));
}

/** The types of the values that a file exports, without what a generic type is of: `Check<true>` is a `Check`. */
function typesOf(text: string): readonly string[] {
  return ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true).statements.flatMap((statement) => {
    if (!ts.canHaveModifiers(statement)) return [];
    if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isFunctionDeclaration(statement)) {
      const takes = statement.parameters.map(({ type }) => type?.getText());
      return [`(${takes.join(', ')}) => ${statement.type?.getText()}`];
    }
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ type }) => type?.getText().replace(/<.*/s, '') ?? []);
  });
}
