import type { Document, ErrorCode, YAMLError } from 'yaml';
import { cutEnd } from '#common/cut.ts';
import type { Position } from '../parsed-document.ts';
import { wrongIndentation } from './yaml-indentation.ts';
import type { YamlProblem } from './yaml-problem.ts';

/** One finding per line: further ones on the same line nearly always follow from the first, and all from a wrong indentation. */
export function syntaxFindings(
  source: Document,
  text: string,
  positionOf: (offset: number) => Position,
): readonly YamlProblem[] {
  const [first] = source.errors;
  // The parser may point at the end of the line above.
  const indentation = first === undefined ? null : wrongIndentation(text, positionOf(first.pos[0]).line + 1);
  if (indentation !== null) return [indentation];
  const perLine = new Map<number, YamlProblem>();
  for (const error of [...source.errors, ...source.warnings]) {
    const position = positionOf(error.pos[0]);
    if (!perLine.has(position.line)) perLine.set(position.line, { position, path: '', message: syntaxMessage(error) });
  }
  return [...perLine.values()];
}

/** Sentence for a syntax error of the YAML parser: its message, and the usual fix. */
function syntaxMessage(error: YAMLError): string {
  if (error.code === 'RESOURCE_EXHAUSTION') return 'nested too deeply to be read; flatten it';
  // The parser quotes whole texts.
  const message = cutEnd(`${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`, LONGEST_SAID);
  const remedy = REMEDIES[error.code];
  return `not valid YAML: ${message}${remedy === undefined ? '' : `; ${remedy}`}`;
}

const LONGEST_SAID = 300;

const REMEDIES: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: 'in YAML a * begins an alias: put a text or glob that begins with * in quotes, such as "*"',
  BAD_DQ_ESCAPE: 'write the text in single quotes, or the backslash twice',
  BAD_INDENT: 'start lines that belong together in the same column',
  BAD_SCALAR_START: 'put the text in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'put a text that holds ": " in quotes, or indent the lines below it',
  MISSING_CHAR: 'close what was opened',
  MULTILINE_IMPLICIT_KEY: 'end the key with ":" on its own line',
  TAB_AS_INDENT: 'indent with spaces',
  TAG_RESOLVE_FAILED: 'tags are not supported: remove it, and put the value in quotes if it is a text',
  UNEXPECTED_TOKEN: 'check the indentation of this line and the one above',
};
