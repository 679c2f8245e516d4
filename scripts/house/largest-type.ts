import ts from 'typescript';

/** The exported interface or object type with the most fields of its own in a file; `null` where it has none. */
export function largestType(path: string, text: string): { readonly name: string; readonly fields: number } | null {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const types = source.statements.flatMap((statement) => {
    if (ts.isInterfaceDeclaration(statement)) return [{ name: statement.name.text, fields: statement.members.length }];
    if (ts.isTypeAliasDeclaration(statement) && ts.isTypeLiteralNode(statement.type))
      return [{ name: statement.name.text, fields: statement.type.members.length }];
    return [];
  });
  return types.reduce<(typeof types)[number] | null>(
    (most, type) => (type.fields > (most?.fields ?? 0) ? type : most),
    null,
  );
}
