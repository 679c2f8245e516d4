/** Loads the check given as the last argument, hands it the trial, prints its answer. */
const LOADER = `
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
const { default: check } = await import(pathToFileURL(resolve(process.argv[1])).href);
if (typeof check !== 'function') throw new Error('the module has no default export that is a function');
let text = '';
for await (const chunk of process.stdin) text += chunk;
const say = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
const answer = await check(JSON.parse(text));
say(JSON.stringify(answer));
`;

/** The command that runs a JavaScript module's default export as a check, in a process of its own. */
export function moduleCommand(module: string): readonly string[] {
  return [process.execPath, '--input-type=module', '--eval', LOADER, '--', module];
}
