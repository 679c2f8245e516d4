import{a as l}from"./adapters-agents-command-worker.js";import"./adapters-agents-command-setup.js";import"./adapters-agents-turn-clock.js";import"./adapters-agents-attempt-end.js";import"./domain-traces-namings-ai-sdk.js";import"./adapters-models-wire-turn-fold-calls.js";import"./adapters-models-wire-bedrock-bedrock.js";import"./domain-traces-any-value.js";import"./domain-messages-gemini.js";import"./domain-messages-read-usage.js";import"./domain-trial-add-usage.js";import"./adapters-process-workspace-spec.js";import"./domain-config-program-files.js";import"./adapters-process-tail-buffer.js";import"./adapters-process-process-tree.js";import"./adapters-process-deferred.js";import"./domain-mcp-tool-hashes.js";import{a as n}from"./application-ports.js";import"./adapters-process-line-splitter.js";import"./domain-trial-exception-line.js";import"./domain-messages-read-arguments.js";import"./domain-cut.js";import"./domain-matching-glob.js";import"./re2js.js";import"./domain-sha256.js";import"./domain-json-text.js";import"./zod.js";import"./domain-words.js";import"./domain-json.js";import"./helpers.js";var h=String.raw`
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

// TypeScript sources import './y.js' and mean y.ts, because the compiler writes the one for the other.
nodeModule.registerHooks?.({
  resolve(specifier, context, next) {
    try {
      return next(specifier, context);
    } catch (error) {
      const source = specifier.replace(/\.([cm]?)js$/, '.$1ts');
      if (error.code !== 'ERR_MODULE_NOT_FOUND' || source === specifier) throw error;
      try {
        return next(source, context);
      } catch {
        throw error;
      }
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
`,s="agent-eval: ";function c(e){let r=["--disable-warning=ExperimentalWarning","--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"],t=[e.path,e.file,e.export];return[process.execPath,...r,"--input-type=module","--eval",h,"--",...t]}function b(e,r,t){let u={version:process.versions.node,typescript:process.features.typescript},i=x(e.file,u);if(i!==null)throw new n(i,"",null);let{kind:S,file:d,export:p,...f}=e,m=c({path:t.path,file:d,export:p}),a=l({...f,kind:"command",mode:"worker",command:m},r,{...t,hosted:!0});return{...a,async attempt(g,y){try{return await a.attempt(g,y)}catch(o){throw o instanceof n?w(o):o}}}}function w(e){let r=e.stderr.split(`
`).find(t=>t.startsWith(s));return r===void 0?e:new n(`agent.module: ${r.slice(s.length)}`,e.stderr,e.exit_code)}function x(e,{version:r,typescript:t}){return!/\.[cm]?ts$/.test(e)||t==="strip"||t==="transform"?null:`agent.module: ${e} is TypeScript, which Node ${r} does not run; use Node 22.18, 23.6 or newer, or compile it to JavaScript first`}export{b as createModuleAgent,x as typeScriptProblem};
