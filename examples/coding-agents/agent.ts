// A small coding agent: it starts in its copy of the project, reads the skills that lie there, and lets a model read and write files.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';

const MODEL = process.env.MODEL ?? 'gpt-5.4-mini';
const MOST_STEPS = 12;

/** The recorder says in OPENAI_BASE_URL where the model is. */
const URL = `${process.env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1'}/chat/completions`;

const path = { type: 'string', description: 'From the root of the project' };
const TOOLS = [
  tool('list_files', 'Paths of all files', {}),
  tool('read_file', 'The text of a file', { path }),
  tool('write_file', 'Writes a whole file', { path, text: { type: 'string' } }),
];

interface Call {
  id: string;
  function: { name: string; arguments: string };
}

console.log(await solve(process.argv[2] ?? ''));

async function solve(task: string): Promise<string> {
  const messages: object[] = [
    { role: 'system', content: [...rules(), ...skills()].join('\n\n') },
    { role: 'user', content: task },
  ];
  for (let step = 0; step < MOST_STEPS; step++) {
    const message = await ask(messages);
    messages.push(message);
    const calls: Call[] = message.tool_calls ?? [];
    if (calls.length === 0) return message.content;
    for (const call of calls) messages.push({ role: 'tool', tool_call_id: call.id, content: use(call) });
  }
  throw new Error(`no answer after ${MOST_STEPS} steps`);
}

function rules(): string[] {
  return ['You repair the project in this folder. Change as little as you can, and leave its tests alone.'];
}

/** What the project or its owner teaches every agent: a folder each, as Claude Code has them. */
function skills(): string[] {
  return globSync('.claude/skills/*/SKILL.md')
    .sort()
    .map((file) => readFileSync(file, 'utf8'));
}

async function ask(messages: object[]) {
  const response = await fetch(URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${process.env.OPENAI_API_KEY}` },
    body: JSON.stringify({ model: MODEL, messages, tools: TOOLS }),
  });
  if (!response.ok) throw new Error(`the model answered ${response.status}: ${await response.text()}`);
  return (await response.json()).choices[0].message;
}

/** What a tool gives. The model hears of a mistake, and can correct it. */
function use({ function: { name, arguments: text } }: Call): string {
  try {
    const given = JSON.parse(text);
    if (name === 'list_files') return globSync('**/*.mjs').sort().join('\n');
    const file = inside(given.path);
    if (name === 'read_file') return existsSync(file) ? readFileSync(file, 'utf8') : `there is no ${given.path}`;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, given.text);
    return 'written';
  } catch (error) {
    return `error: ${error instanceof Error ? error.message : error}`;
  }
}

function inside(name: string): string {
  const file = resolve(name);
  if (!file.startsWith(process.cwd() + sep)) throw new Error(`${name} is outside of the project`);
  return file;
}

function tool(name: string, description: string, properties: object) {
  const parameters = { type: 'object', properties, required: Object.keys(properties) };
  return { type: 'function', function: { name, description, parameters } };
}
