import{a as s}from"./adapters-agents-command-worker-and-others.js";import"./adapters-agents-command-setup.js";import"./adapters-agents-attempt-end-and-others.js";import"./domain-traces-namings-ai-sdk-and-others.js";import"./adapters-process-workspace-spec.js";import"./domain-mcp-tool-hashes.js";import"./adapters-models-wire-turn-fold-calls-and-others.js";import"./adapters-models-wire-bedrock-bedrock-and-others.js";import"./adapters-process-tail-buffer.js";import{d as h}from"./undici.js";import"./entry-cli-error-code.js";import"./entry-cli-print-json.js";import"./commander.js";import"./domain-messages-gemini-and-others.js";import"./domain-messages-read-usage.js";import"./domain-messages-read-arguments.js";import{L as i,Xb as w}from"./cfworker-json-schema-and-others.js";import"./noble-hashes-and-others.js";import"./domain-statistics-counts-min-p-and-others.js";import"./domain-gate-policy-schema-and-others.js";import"./domain-trial-stored-trajectory-and-others.js";import"./domain-baseline-results-trajectories-file.js";import"./domain-baseline-results-results-schema-and-others.js";import"./zod-2.js";import"./entry-compose-checkout-place-and-others.js";import"./adapters-workspace-files-workspace-files-and-others.js";import"./adapters-process-heap-growth.js";import"./domain-document-format-issue.js";import"./domain-dialects-formats-adk-evalset-and-others.js";import"./yaml.js";import"./domain-suite-schemas-workspace-schema-and-others.js";import"./domain-json-text.js";import"./re2js.js";import"./zod.js";import"./helpers.js";var x=String.raw`
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
`,m="agent-eval: ";function a(t){let o=["--disable-warning=ExperimentalWarning","--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"],r=[t.path,t.file,t.export];return[process.execPath,...o,"--input-type=module","--eval",x,"--",...r]}w();h();function E(t,o,r){let l={version:process.versions.node,typescript:process.features.typescript},e=O(t.file,l);if(e!==null)throw new i(e,"",null);let{kind:A,file:c,export:u,...d}=t,f=a({path:r.path,file:c,export:u}),n=s({...d,kind:"command",mode:"worker",command:f},o,{...r,hosted:!0});return{...n,async attempt(g,y){try{return await n.attempt(g,y)}catch(p){throw p instanceof i?S(p):p}}}}function S(t){let o=t.stderr.split(`
`).find(r=>r.startsWith(m));return o===void 0?t:new i(`agent.module: ${o.slice(m.length)}`,t.stderr,t.exit_code)}function O(t,{version:o,typescript:r}){return!/\.[cm]?ts$/.test(t)||r==="strip"||r==="transform"?null:`agent.module: ${t} is TypeScript, which Node ${o} does not run; use Node 22.18, 23.6 or newer, or compile it to JavaScript first`}export{E as createModuleAgent,O as typeScriptProblem};
