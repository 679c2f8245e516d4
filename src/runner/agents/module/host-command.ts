/**
 * The program that makes a worker of agent protocol 1 out of a function of a module. It is passed as text, because the bundle
 * has no files next to it; so it uses none of our code. What the module prints during a turn is a log line of that turn, and
 * goes to standard error at any other time: standard output belongs to the protocol. If a module can't be used, the program
 * ends at once, with the reason on its own line after {@link REASON_MARK}.
 */
const HOST = String.raw`
import { existsSync } from 'node:fs';
import nodeModule from 'node:module';
import { createInterface } from 'node:readline';
import { format } from 'node:util';
import { pathToFileURL } from 'node:url';

const [, file, shownFile, name] = process.argv;
const write = process.stdout.write.bind(process.stdout);
let turn = null;
let reset;

// Line readers end a line at these characters too.
const escape = (mark) => '\\u' + mark.charCodeAt(0).toString(16).padStart(4, '0');
const send = (text) => write(text.replace(/[\u0085\u2028\u2029]/g, escape) + '\n');
// Big integers are numbers in JSON; an older Node can write them only as texts.
const exact = (_, value) => (typeof value === 'bigint' ? (JSON.rawJSON?.(String(value)) ?? String(value)) : value);
const log = (id, message) => send(JSON.stringify({ type: 'log', id, message: message.slice(0, 65536) }));
const refuse = (reason, exitCode) => {
  console.error('agent-eval: ' + reason);
  process.exitCode = exitCode;
};

// TypeScript sources import './y.js', './y' or a folder and mean y.ts, because the compiler takes the one for the other.
const SOURCES = [[/\.([cm]?)js$/, '.$1ts'], [/$/, '.ts'], [/$/, '/index.ts']];
nodeModule.registerHooks?.({
  resolve(specifier, context, next) {
    try {
      return next(specifier, context);
    } catch (error) {
      if (!/^(\.{0,2}\/|file:)/.test(specifier)) throw error;
      for (const [end, source] of SOURCES.filter(([known]) => known.test(specifier))) {
        try {
          return next(specifier.replace(end, source), context);
        } catch {}
      }
      throw error;
    }
  },
});

let printed = '';
process.stdout.write = (chunk, encoding, done) => {
  printed += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
  const lines = printed.split('\n');
  printed = lines.pop().slice(-65536);
  for (const line of lines) {
    if (turn === null) process.stderr.write(line + '\n');
    else log(turn.id, line);
  }
  const callback = typeof encoding === 'function' ? encoding : done;
  if (typeof callback === 'function') process.nextTick(callback);
  return true;
};

async function load() {
  if (!existsSync(file)) return refuse(shownFile + ' does not exist', 66);
  let module;
  try {
    module = await import(pathToFileURL(file).href);
  } catch (error) {
    refuse(shownFile + " can't be loaded: " + String(error).split('\n')[0], 65);
    // Uncaught: Node prints the position in the file.
    throw error;
  }
  reset = module.reset ?? module.default?.reset;
  const found = name === 'default' ? (module.default?.default ?? module.default) : (module[name] ?? module.default?.[name]);
  if (typeof found === 'function') return found;
  const names = Object.keys(module).filter((key) => key !== 'module.exports');
  const others = names.length === 0 ? 'it exports nothing' : 'it exports ' + names.join(', ');
  refuse(shownFile + ' exports no function named "' + name + '" (' + others + '); export one, or name it in agent.module.export', 65);
}

function answerOf(id, result) {
  if (typeof result === 'string') return { type: 'result', id, output: result };
  if (typeof result !== 'object' || result === null || Array.isArray(result)) {
    const what = result === null ? 'null' : Array.isArray(result) ? 'a list' : typeof result;
    throw new Error('the function gave ' + what + ', expected a text or an object such as {output: "..."}');
  }
  return { ...result, type: result.type === 'error' ? 'error' : 'result', id };
}

async function play(agent, line) {
  const { id } = line;
  const controller = new AbortController();
  turn = { id, controller };
  let answer;
  try {
    const result = await agent(line, { signal: controller.signal, log: (...values) => log(id, format(...values)) });
    answer = JSON.stringify(answerOf(id, result), exact);
  } catch (error) {
    console.error(error);
    const message = error instanceof Error ? error.name + ': ' + error.message : String(error);
    answer = JSON.stringify({ type: 'error', id, kind: 'agent', message });
  }
  if (printed !== '') process.stdout.write('\n');
  turn = null;
  send(answer);
}

async function forget(id) {
  try {
    if (typeof reset !== 'function') throw new Error(shownFile + ' exports no function named "reset"');
    await reset();
    send(JSON.stringify({ type: 'reset', id }));
  } catch (error) {
    console.error(error);
    send(JSON.stringify({ type: 'error', id, message: error instanceof Error ? error.message : String(error) }));
  }
}

const agent = await load();
if (agent !== undefined) {
  send(JSON.stringify({ type: 'ready', protocol: 1, concurrency: 1, accepts: ['cancel', 'shutdown'] }));
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (text) => {
    const line = JSON.parse(text);
    if (line.type === 'turn') play(agent, line);
    else if (line.type === 'reset') forget(line.id);
    else if (line.type === 'cancel' && turn?.id === line.id) turn.controller.abort();
    else if (line.type === 'shutdown') process.exit(0);
  });
  lines.on('close', () => process.exit(0));
} else process.exit();
`;

/** Begins the line on standard error that says why a module can't be used. */
export const REASON_MARK = 'agent-eval: ';

/** The module and the function in it. */
export interface HostedModule {
  /** Absolute path. */
  readonly path: string;
  /** The path as the config has it, for messages. */
  readonly file: string;
  readonly export: string;
}

/** The command that runs a module's function as a worker, with this process's own Node. */
export function hostCommand(module: HostedModule): readonly string[] {
  const quiet = ['--disable-warning=ExperimentalWarning', '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'];
  const argv = [module.path, module.file, module.export];
  return [process.execPath, ...quiet, '--input-type=module', '--eval', HOST, '--', ...argv];
}
