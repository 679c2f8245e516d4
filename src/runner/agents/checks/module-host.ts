/** Judges one trial: a thread with its own modules, globals and environment, which ends with its answer. */
const THREAD = `
import { parentPort, workerData } from 'node:worker_threads';
process.stdout.write = process.stderr.write.bind(process.stderr);
const { default: check } = await import(workerData.url);
if (typeof check !== 'function') throw new Error('the module has no default export that is a function');
const said = (_, value) => (Number.isFinite(value) || typeof value !== 'number' ? value : String(value));
parentPort.postMessage(JSON.stringify(await check(JSON.parse(workerData.trial)), said) ?? '');
`;

/**
 * Gets a line \`{id, trial}\` for each trial, or \`{cancel}\` with such an id, and writes the result under that random id. Ends
 * with its standard input.
 */
const HOST = `
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
const url = pathToFileURL(resolve(process.argv[1])).href;
const code = new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(THREAD)}));
const threads = new Map();
// A thread may have written text without a line break to the same descriptor.
const say = (line) => process.stdout.write('\\n' + JSON.stringify(line) + '\\n');
function judge(id, trial) {
  const env = { ...process.env, PYTHONPYCACHEPREFIX: process.env.PYTHONPYCACHEPREFIX + id };
  const thread = new Worker(code, { workerData: { url, trial }, env, stdout: true, stderr: true });
  threads.set(id, thread);
  let output = '';
  let answer = null;
  let problem = null;
  for (const stream of [thread.stdout, thread.stderr]) stream.on('data', (chunk) => { output = (output + chunk).slice(-4096); });
  thread.on('message', (text) => { answer ??= String(text); thread.terminate(); });
  thread.on('error', (error) => { problem = error; });
  thread.on('exit', (exitCode) => {
    threads.delete(id);
    if (answer !== null) return say({ id, answer });
    const stack = problem === null ? [] : String(problem?.stack ?? problem).split('\\n');
    const frames = stack.filter((line) => !line.includes('data:text') && !line.includes('(node:')).slice(0, 5).join('\\n');
    const unsupported = problem?.code === 'ERR_WORKER_UNSUPPORTED_OPERATION';
    say({ id, code: problem === null ? exitCode : 1, message: output + frames, unsupported });
  });
}
const lines = createInterface({ input: process.stdin });
lines.on('line', (text) => {
  const { id, trial, cancel } = JSON.parse(text);
  if (cancel === undefined) judge(id, trial);
  else threads.get(cancel)?.terminate();
});
lines.on('close', () => process.exit(0));
`;

/** The command that judges many trials by a JavaScript module's default export, in one process. */
export function moduleHostCommand(module: string): readonly string[] {
  return [process.execPath, '--input-type=module', '--eval', HOST, '--', module];
}
