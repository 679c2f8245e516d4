/**
 * Loads the module given as the last argument and answers calls with its default export: one line of JSON in per call, one line
 * out per answer, in any order. What the module prints goes to standard error.
 */
const LOADER = `
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
const say = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
// Big integers are numbers in JSON; an older Node can write them only as texts.
const exact = (_, value) => (typeof value === 'bigint' ? (JSON.rawJSON?.(String(value)) ?? String(value)) : value);
const tell = (line) => say(JSON.stringify(line, exact) + '\\n');
const { default: tool } = await import(pathToFileURL(resolve(process.argv[1])).href);
if (typeof tool !== 'function') throw new Error('the module has no default export that is a function');
tell({ ready: true });
const answer = async ({ id, args, call }) => {
  try {
    tell({ id, value: (await tool(args, call)) ?? null });
  } catch (error) {
    tell({ id, error: error instanceof Error ? error.message : String(error) });
  }
};
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) answer(JSON.parse(line));
`;

/** The command that runs a JavaScript module as a tool, in a process of its own. */
export function moduleToolCommand(file: string): readonly string[] {
  return [process.execPath, '--input-type=module', '--eval', LOADER, '--', file];
}
