import { escapedJson } from '#common/json-text.ts';

/** Prints a value for programs. */
export function printJson(value: unknown): void {
  process.stdout.write(`${escapedJson(value, 2)}\n`);
}
