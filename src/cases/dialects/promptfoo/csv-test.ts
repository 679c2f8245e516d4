import type { DocumentPath } from '#common/document/located-document.ts';
import type { Json, JsonObject } from '#common/json.ts';
import { isType, type WrittenTest } from './assertions.ts';

/** A test that is a mapping, or a row of columns: those that begin with `__` say what is expected, any other is a variable. */
export function writtenTest(row: JsonObject, origin: DocumentPath): WrittenTest {
  if (!isColumns(row)) {
    const list: readonly Json[] = Array.isArray(row['assert']) ? row['assert'] : [];
    const assertions = list.map((raw, index) => ({ raw, origin: [...origin, 'assert', index] }));
    return { test: row, origin, assertions };
  }
  const cells = Object.entries(row).filter(([, value]) => String(value).trim() !== '');
  const valuesUnder = (prefix: string) =>
    Object.fromEntries(
      cells.flatMap(([key, value]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [])),
    );
  const { description, threshold, ...options } = valuesUnder('__');
  const expected = cells.filter(([key]) => key.startsWith('__expected'));
  return {
    test: {
      vars: Object.fromEntries(Object.entries(row).filter(([key]) => !key.startsWith('__'))),
      metadata: valuesUnder('__metadata:'),
      options,
      ...(description !== undefined && { description }),
      ...(threshold !== undefined && { threshold }),
    },
    origin,
    assertions: expected.map(([key, value]) => ({
      raw: expectedText(String(value).trim()),
      origin: [...origin, key],
    })),
  };
}

/** It has a column that begins with `__`, or only texts and none of the fields of a test. */
function isColumns(row: JsonObject): boolean {
  if (Object.keys(row).some((key) => key.startsWith('__'))) return true;
  return !('vars' in row || 'assert' in row) && Object.values(row).every((value) => typeof value === 'string');
}

/** An assertion as text: `type: value`, or a text that the answer must equal. */
function expectedText(text: string): JsonObject {
  if (/^file:\/\//.test(text)) return { type: 'javascript', value: text };
  const [, not = '', word = '', value = ''] = ASSERTION.exec(text) ?? [];
  const type = String(SHORT[word] ?? word);
  if (!isType(type)) return { type: 'equals', value: text };
  return { type: `${not}${type}`, ...(value.trim() !== '' && { value: value.trim() }) };
}

const ASSERTION = /^(not-)?((?:trajectory:)?[a-z][a-z0-9-]*)(?:\(\d+(?:\.\d+)?\))?(?::([\s\S]*))?$/;

const SHORT: JsonObject = { fn: 'javascript', eval: 'javascript', grade: 'llm-rubric' };
