import { Document, isMap, visit } from 'yaml';
import type { Case } from '#cases/suite/case.ts';
import { writeCase } from '#cases/suite/writing/write-case.ts';
import { escapeTerminal } from '#commands/terminal/escape-terminal.ts';
import type { JsonObject } from '#common/json.ts';
import { escapeCharacter } from '#common/json-text.ts';

/**
 * Cases as a case file of our own format, each below the place where it is written. Its text may contain what a terminal or a
 * workflow runner obeys: no text begins a line, and such characters are escaped in double quotes.
 *
 * @param remark adds comments, each of one line, whose texts are JSON
 */
export function casesYaml(
  cases: readonly Case[],
  remark: (document: Document) => void = () => {},
  write: (evalCase: Case) => JsonObject = writeCase,
): string {
  const document = new Document({ cases: cases.map(write) }, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, scalar) {
      if (typeof scalar.value === 'string' && ACTED_ON.test(scalar.value)) scalar.type = 'QUOTE_DOUBLE';
    },
  });
  for (const [index, { source }] of cases.entries()) {
    const entry = document.getIn(['cases', index]);
    if (isMap(entry)) entry.commentBefore = ` ${escapeTerminal(source.file)}:${source.line}`;
  }
  remark(document);
  const text = document.toString({
    lineWidth: 0,
    blockQuote: false,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  });
  return text.replace(/[^\P{C}\n]/gu, escapeCharacter).replaceAll('##[', '#\\u0023[');
}

/** A plain `<<` would merge what follows it. */
const ACTED_ON = /\p{C}|::|##\[|^<<$/u;
