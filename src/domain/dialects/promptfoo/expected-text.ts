import type { JsonObject } from '#domain/json.ts';
import { isBaseType } from './assertions.ts';

/**
 * An assertion as it is written in a column `__expected…` of a CSV file: `type: value`, `type(threshold): value`, a program, or a text that
 * the answer must equal. Without a threshold it is another one there than in YAML.
 */
export function expectedText(written: string): JsonObject {
  const text = written.trim();
  const program = PROGRAM.exec(text);
  if (program !== null) return { type: program[1] === undefined ? 'javascript' : 'python', value: text };
  const [, not = '', word = '', threshold, value = ''] = ASSERTION.exec(text) ?? [];
  const type = SHORT[word] ?? word;
  if (!isBaseType(type)) return { type: 'equals', value: text };
  const least = threshold ?? DEFAULT_THRESHOLD[type];
  return {
    type: `${not}${type}`,
    ...(value.trim() === '' ? {} : { value: value.trim() }),
    ...(least === undefined ? {} : { threshold: Number(least) }),
  };
}

const PROGRAM = /^file:\/\/.*\.(?:[cm]?[jt]sx?|(py)(?::.*)?)$/;

const ASSERTION = /^(not-)?((?:trajectory:)?[a-z][a-z0-9-]*)(?:\((\d+(?:\.\d+)?)\))?(?::([\s\S]*))?$/;

const SHORT: Readonly<Record<string, string | undefined>> = {
  fn: 'javascript',
  eval: 'javascript',
  grade: 'llm-rubric',
};

const DEFAULT_THRESHOLD: Readonly<Record<string, string | undefined>> = {
  similar: '0.8',
  latency: '0.75',
  cost: '0.75',
};
