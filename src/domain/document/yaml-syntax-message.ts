import type { ErrorCode, YAMLError } from 'yaml';

/** Sentence for a syntax error of the YAML reader: what it says, and how such an error is usually mended. */
export function yamlSyntaxMessage(error: YAMLError): string {
  if (error.code === 'RESOURCE_EXHAUSTION') return 'nested too deeply to be read; flatten it';
  const said = `${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`;
  const remedy = REMEDIES[error.code];
  return `not valid YAML: ${said}${remedy === undefined ? '' : `; ${remedy}`}`;
}

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
