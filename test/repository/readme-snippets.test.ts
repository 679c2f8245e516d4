import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { AS_WRITTEN } from '#cases/dialects/case-reading.ts';
import { parseCases } from '#cases/dialects/parse-cases.ts';
import { matchers } from '#cases/matching/matchers/registry.ts';
import { parseTools } from '#cases/tools/parse-tools.ts';
import { starterFiles, starterWorkflow } from '#commands/cli/starter/starter-files.ts';
import { parseSoundDocuments } from '#common/document/parsing/parse-documents.ts';
import { parseAccepts } from '#config/gate/parse-accepts.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import { VERDICT_PREDICATE } from '#gate/verdict/verdict-file.ts';
import { parseLabels } from '#judge/labels/parse-labels.ts';
import { readRecordedRow } from '#runner/agents/recorded/recorded-row.ts';
import { resultFieldsSchema } from '#runner/agents/result/result-fields.ts';
import { buildTurnLine, parseAgentLine } from '#runner/agents/turn/protocol.ts';
import { workflowProblems } from '#test/support/workflow-validator.ts';
import { parseMcpFile } from '#trials/mcp/parse-mcp-file.ts';
import { schemaFiles } from '../../scripts/json-schemas.ts';
import { DOCUMENTS, documentBlocks, type FoundBlock, kindOf, ofKind } from './support/documents.ts';
import { fencedBlocks, inlineCode } from './support/markdown.ts';
import { schemaKeys, writtenKeys } from './support/schema-keys.ts';

const root = join(import.meta.dirname, '../..');
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
const prose = [...DOCUMENTS.values()].join('\n');
const of = ofKind;

test('every fenced block is of a kind that is tested below', () => {
  const kinds = [
    'MCP servers',
    'accepts',
    'cases',
    'config',
    'deploying job',
    'jobs',
    'js',
    'label',
    'mermaid',
    'python',
    'result line',
    'sh',
    'starting workflow',
    'steps',
    'text',
    'tools',
    'turn line',
    'workflow',
  ];
  expect([...new Set(documentBlocks.map(kindOf))].sort()).toEqual(kinds);
});

describe('workflows', () => {
  test.each(of('workflow'))('GitHub accepts the one at $place', async ({ text }) => {
    expect(await workflowProblems(text)).toEqual([]);
  });

  test.each(of('steps'))('GitHub accepts the steps at $place', async ({ text }) => {
    const job = 'on: pull_request\njobs:\n  job:\n    runs-on: ubuntu-latest\n    steps:\n';
    expect(await workflowProblems(job + text.replaceAll(/^/gm, '      '))).toEqual([]);
  });

  test.each(of('jobs'))('GitHub accepts the jobs at $place', async ({ text }) => {
    expect(await workflowProblems(`on: pull_request\n${text}`)).toEqual([]);
  });

  const all = [...of('workflow'), ...of('starting workflow'), ...of('jobs'), ...of('steps')];

  test.each(all)('$place sets only inputs that the action has', ({ text }) => {
    const own = stepsOf(text).filter(({ uses }) => uses === 'org/agent-eval-action@v1');
    expect(own.length).toBeGreaterThan(0);
    const set = own.flatMap((step) => Object.keys(step.with ?? {}));
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(set));
  });

  test.each(all)('$place leaves no credentials in a checkout', ({ text }) => {
    const checkouts = stepsOf(text).filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    for (const checkout of checkouts) expect(checkout).toMatchObject({ with: { 'persist-credentials': false } });
  });

  test('the job that merges runs whatever became of the shards: a job that is skipped counts as passed', () => {
    const shards = readFileSync(join(root, 'examples/shards/workflow.yml'), 'utf8');
    const merging = [...of('jobs').map(({ text }) => text), shards].flatMap((text) =>
      Object.values<Job>(parse(text).jobs).filter(({ steps }) =>
        steps.some((step) => JSON.stringify(step.with ?? {}).includes('"mode":"merge"')),
      ),
    );
    expect(merging.map(({ needs }) => needs)).toEqual(['trials', 'shard']);
    for (const job of merging) expect(job).toMatchObject({ if: '${{ always() }}' });
  });

  test('GitHub accepts the job that deploys after the one that signs, which no pull request and no code of one reaches', async () => {
    const [deploying, ...more] = of('deploying job');
    const place = { branch: 'main', folder: '', signed: true };
    const workflow = starterFiles('python', place).find(({ path }) => path.startsWith('.github/'))?.text ?? '';
    const jobs = deploying?.text.replace(/^jobs:\n/, '') ?? '';
    expect(jobs.trim().split('\n').length).toBeLessThanOrEqual(10);
    expect(more).toEqual([]);
    expect(await workflowProblems(`${workflow}\n${jobs}`)).toEqual([]);
    const { sign } = parse(workflow).jobs;
    expect(sign).toMatchObject({ if: "github.event_name != 'pull_request'", needs: 'agent-eval' });
    const uses = sign.steps.flatMap(({ uses: action = [] }) => action);
    expect(uses, 'nothing is checked out').toEqual(['actions/attest@v4']);
    expect(sign.steps.at(-1)).toMatchObject({ with: { 'predicate-type': VERDICT_PREDICATE } });
  });

  test('run when, and with the rights with which, the workflow that init writes runs', () => {
    const ids = { OPENAI_IDENTITY_PROVIDER_ID: 'idp_x', OPENAI_SERVICE_ACCOUNT_ID: 'user-x' };
    const workflow = starterWorkflow({ branch: 'main', folder: '' }, { key: 'OPENAI_API_KEY', asks: true, ids }).text;
    const frame = ({ on, permissions, concurrency }: Frame) => ({ on, permissions, concurrency });
    const [reporting, evaluating, ...more] = of('workflow').map(({ text }) => frame(parse(text)));
    expect(evaluating).toEqual(frame(parse(workflow)));
    expect(more).toEqual([]);
    expect(Object.keys(reporting?.on ?? {})).toEqual(['workflow_run']);
    expect(reporting?.permissions).toEqual({});
  });
});

describe('a workflow that only starts another', () => {
  const [recipe, ...more] = of('starting workflow').map(({ text }) => ({ text, workflow: parse(text) }));
  const job: StartingJob = recipe?.workflow.jobs.start;

  test('is one, and GitHub accepts it', async () => {
    expect(more).toEqual([]);
    expect(await workflowProblems(recipe?.text ?? '')).toEqual([]);
  });

  test('runs no code but the action: it checks nothing out, and has no script', () => {
    expect(job.steps).toEqual([{ uses: 'org/agent-eval-action@v1', with: { mode: 'command' } }]);
  });

  test('has no secret, and the least rights: to start a workflow, and to answer on a pull request', () => {
    expect(recipe?.text).not.toContain('secrets.');
    expect(recipe?.workflow.permissions).toEqual({});
    expect(job.permissions).toEqual({ actions: 'write', 'pull-requests': 'write' });
    expect(Object.keys(recipe?.workflow.on)).toEqual(['issue_comment']);
    expect(job.if).toContain('github.event.issue.pull_request &&');
  });
});

describe('configs', () => {
  test.each(of('config'))('the one at $place is read without a problem or a warning', ({ text }) => {
    expect(parseConfig(text, 'agent-eval.yml')).toMatchObject({ warnings: [], config: { version: 1 } });
  });

  test('the two public workflows are ones of at most fifteen lines each', () => {
    const [, workflows = ''] = (DOCUMENTS.get('examples/README.md') ?? '').split(/^## (?:Two|Main) .*$/m);
    const lengths = fencedBlocks(workflows).map(({ text }) => text.trim().split('\n').length);
    expect(lengths).toHaveLength(2);
    for (const count of lengths) expect(count).toBeLessThanOrEqual(15);
  });

  test('say how each runner is run in a row that is read without a problem or a warning', () => {
    const table = DOCUMENTS.get('docs/your-runner.md') ?? '';
    const runners = RUNNERS.map(([runner, suite]) => {
      const [, run = ''] =
        new RegExp(`^\\| ${runner}.* \\| .*?\`(\\[.*?\\])\`(?:[ ,;.]|:| \\|)`, 'm').exec(table) ?? [];
      const text = JSON.stringify({ version: 1, suite: { run: parse(run), ...suite } });
      return [runner, parseConfig(text, 'agent-eval.yml')] as const;
    });
    for (const [runner, parsed] of runners) expect([runner, parsed]).toMatchObject([runner, { warnings: [] }]);
  });

  test('name every key there is', () => {
    // A model of Ollama has the keys of one behind OpenAI's API, and every figure those of the first.
    const missing = undocumented('schema/agent-eval.schema.json', [...of('config'), ...of('cases')]);
    const alike = /(?:judge|audit|agent)\.ollama(?:\.|$)|^gate\.metrics\.\w+\.min_mode$/;
    expect(missing.filter((key) => !alike.test(key))).toEqual([]);
  });
});

describe('cases', () => {
  test.each(of('cases'))('those at $place are read without a problem', ({ text }) => {
    const { cases, issues } = readCases(text);
    expect(issues).toEqual([]);
    expect(cases.length).toBeGreaterThan(0);
  });

  test('name every key there is', () => {
    expect(undocumented('schema/cases.schema.json', [...of('cases'), ...of('config')])).toEqual([]);
  });

  test('every matcher is named in the text', () => {
    const named = inlineCode(prose).flatMap((text) => text.match(/\$\w+/g) ?? []);
    expect([...matchers.keys()].filter((key) => !named.includes(key))).toEqual([]);
  });
});

test.each(of('text'))('what is printed at $place is printed in a test', ({ text }) => {
  const goldens = ['report/model-comparison/comparison.txt', 'gate/bite/golden/first-cases.txt'];
  const printed = goldens.map((file) => readFileSync(join(root, 'test', file), 'utf8'));
  expect(printed.join('\n')).toContain(text.trim());
});

test.each(of('tools'))('the tools at $place are read without a problem or a warning', ({ text }) => {
  expect(parseTools(text, 'tools.yml')).toMatchObject({
    warnings: [],
    tools: parse(text).map(({ name }: { name: string }) => ({ name })),
  });
});

test.each(of('accepts'))(
  'the accepts at $place are read without a problem, and name every key there is',
  ({ text }) => {
    expect(parseAccepts(text, 'agent-eval-accepts.yml')).toMatchObject({ entries: parse(text) });
    expect(undocumented('schema/agent-eval-accepts.schema.json', of('accepts'))).toEqual([]);
  },
);

test.each(of('MCP servers'))('the MCP servers at $place are read without a problem', ({ text }) => {
  const parsed = parseMcpFile(text, '.mcp.json');
  expect('mcp' in parsed ? parsed.mcp.servers.map(({ kind }) => kind) : parsed).toEqual(['stdio', 'http']);
});

test.each(of('label'))('the label at $place is read without a problem', ({ text }) => {
  const whole = text.replace('<sha256>', 'a'.repeat(64));
  expect(parseLabels([{ file: 'labels/ann.jsonl', text: whole }])).toMatchObject({
    labels: [{ label: JSON.parse(whole) }],
    issues: [],
  });
});

describe('every kind of agent', () => {
  const KINDS = ['anthropic', 'command', 'http', 'module', 'openai', 'recorded'];
  const kindsOf = (texts: readonly string[]) =>
    [...new Set(texts.map((text) => parseConfig(text, 'agent-eval.yml')))].map((parsed) =>
      'config' in parsed && parsed.warnings.length === 0 ? parsed.config.agent.kind : JSON.stringify(parsed),
    );

  test('has its example', () => {
    expect([...new Set(kindsOf(of('config').map(({ text }) => text)))].sort()).toEqual([...KINDS, 'suite']);
  });

  test('has its row in the table of those who begin, and each row is of agents that are read without a problem', () => {
    const page = DOCUMENTS.get('docs/your-agent.md') ?? '';
    const rows = [...page.matchAll(/^\| .* \| `(\{.*\})` \|$/gm)].flatMap(([, agents = '']) => agents.split('`, `'));
    const kinds = kindsOf(rows.map((agent) => `version: 1\nagent: ${agent}\ncases: [evals/*.yml]\n`));
    expect([...new Set(kinds)].sort()).toEqual(KINDS);
  });
});

describe('programs', () => {
  // One interpreter for all of them: to start it takes longer than to read them.
  test('Python can read each', () => {
    const program =
      "import ast, json, sys\nfor block in json.load(sys.stdin): ast.parse(block['text'], block['place'])";
    const read = spawnSync('python3', ['-c', program], { input: JSON.stringify(of('python')) });
    expect(read.stderr.toString()).toBe('');
  });

  test.each(of('js'))('Node can read the one at $place', ({ text }) => {
    const read = spawnSync(process.execPath, ['--input-type=module', '--check', '-'], { input: text });
    expect(read.stderr.toString()).toBe('');
  });
});

test('the config that init writes is read without a warning, also with everything that it has in comments', () => {
  for (const language of ['python', 'node'] as const) {
    const text = starterFiles(language).find(({ path }) => path === 'agent-eval.yml')?.text ?? '';
    const whole = text.replace(/^( *)# (?=(record|needs|setup|prices|never_fail):)/gm, '$1');
    expect(parse(whole)).toMatchObject({ agent: { record: true, needs: [expect.any(String)] } });
    for (const config of [text, whole])
      expect(parseConfig(config, 'agent-eval.yml')).toMatchObject({ warnings: [], config: { version: 1 } });
  }
});

describe('the agent protocol', () => {
  test('the line that an agent gets has the fields that it gets', () => {
    const [line] = of('turn line').map(({ text }) => JSON.parse(text));
    const { id, trial, session, deadline_ms, messages } = line;
    const [refund] = readCases(`cases: [{id: refund, input: "${line.input}", expect: {completes: true}}]`).cases;
    if (refund === undefined) throw new Error('no case');
    const state = { messages: messages.slice(0, -1), session, deadline_ms };
    expect(line).toEqual(buildTurnLine({ case: refund, index: trial, seed: line.seed }, line.turn, state));
    expect(of('result line').map(({ text }) => JSON.parse(text).id)).toEqual([id]);
  });

  test('the line that an agent answers with is read, and names every field that is', () => {
    const [text = ''] = of('result line').map((block) => block.text);
    expect(parseAgentLine(text, () => true)).toMatchObject({ kind: 'result' });
    // `messages` stand for the calls and the usage, `steps` for those that can't be told from them.
    const { id: _, ...fields } = JSON.parse(text);
    expect([...Object.keys(fields), 'messages', 'steps'].sort()).toEqual(Object.keys(resultFieldsSchema.shape).sort());
  });

  test('the other lines that the text shows are read', () => {
    const snippets = inlineCode(prose).filter((text) => /^\{"(id|type)"/.test(text));
    expect(snippets.map((text) => parseAgentLine(text, () => true))).toEqual([
      { kind: 'ready', concurrency: 1, accepts: new Set() },
      { kind: 'error', id: '…', fault: 'agent', message: '…' },
      { kind: 'ready', concurrency: 4, accepts: new Set(['cancel', 'end', 'shutdown']) },
      { kind: 'ready', concurrency: 1, accepts: new Set() },
      { kind: 'reset', id: 'refund#2.reset' },
      { kind: 'reset', id: 'refund#2.reset' },
    ]);
    expect(prose).toContain('`"kind":"infra"`');
    expect(parseAgentLine('{"id":"1","type":"error","kind":"infra"}', () => true)).toMatchObject({ fault: 'infra' });
  });

  test('the recorded lines that the text shows are read', () => {
    const snippets = inlineCode(prose).filter((text) => text.startsWith('{"case_id"'));
    const turns = [expect.objectContaining({ fields: expect.objectContaining({ output: '…' }) })];
    expect(snippets.map(readRecordedRow)).toEqual([
      { kind: 'read', row: expect.objectContaining({ case_id: 'refund', trial: 1, turns }) },
      { kind: 'read', row: expect.objectContaining({ case_id: 'refund', trial: null, turns }) },
    ]);
  });
});

/** The rows of docs/your-runner.md: how each begins, and what the config says beside `run`. */
const RUNNERS: readonly (readonly [row: string, suite: object])[] = [
  ['Vitest', { results: 'vitest' }],
  ['pytest', { results: 'pytest' }],
  ['promptfoo', { results: 'promptfoo', tests: ['promptfooconfig.yaml'] }],
  ['evalite', { results: 'evalite', min_score: 0.8 }],
  ['Inspect', { results: 'inspect' }],
  ['ADK', { results: 'adk', file: 'my_agent/.adk/eval_history', tests: ['**/*.evalset.json'] }],
  ['others with CTRF', { results: 'ctrf' }],
  ['others with JUnit', { results: 'junit', tests: ['evals/**'] }],
  ['a script of yours', { results: 'jsonl' }],
];

type Frame = { readonly on?: unknown; readonly permissions?: unknown; readonly concurrency?: unknown };
type Step = { readonly uses?: string; readonly with?: object };
interface StartingJob {
  readonly if: string;
  readonly permissions: object;
  readonly steps: readonly object[];
}

type Job = { readonly needs?: string; readonly steps: readonly Step[] };

function stepsOf(text: string): readonly Step[] {
  const value = parse(text);
  return Array.isArray(value) ? value : Object.values<Job>(value.jobs).flatMap(({ steps }) => steps);
}

function readCases(text: string) {
  const parsed = parseSoundDocuments(text, 'evals/readme.yml');
  return 'issues' in parsed ? { cases: [], issues: parsed.issues } : parseCases(parsed, AS_WRITTEN);
}

/** Keys of a schema that none of the blocks writes. Where one language is used in several places, one place is enough. */
function undocumented(file: string, blocks: readonly FoundBlock[]): readonly string[] {
  const schema = schemaFiles().find((schemaFile) => schemaFile.file === file)?.text ?? 'null';
  const named = new Set(blocks.flatMap(({ text }) => [...writtenKeys(parse(text))].map(canonical)));
  const keys = [...schemaKeys(JSON.parse(schema))].filter((key) => key !== '$schema' && !key.endsWith('*'));
  expect(keys.length).toBeGreaterThan(5);
  return [...new Set(keys.map(canonical))].filter((key) => !named.has(key));
}

function canonical(path: string): string {
  return path
    .replace(/^gate\.tags\.[^.]+\./, 'gate.')
    .replace(/^prices\..+\.(?=\w+$)/, 'prices.')
    .replace(/^agents\.[^.]+\./, 'agent.')
    .replace(/^judge\.audit\.(openai|anthropic)\b/, 'judge.$1')
    .replace(/^(agent|simulated_user|judge)\.anthropic\./, '$1.openai.')
    .replace(/^.*\bmocks\.[^.]+\.(table\.)?/, 'mocks.')
    .replace(/^.*\bexpect\./, 'expect.')
    .replace(/^expect\.plan\./, 'expect.tools.')
    .replace(/^expect\.(?:files\..+|commands\.stdout)\.(?!exists)(\w+)$/, 'expect.response.$1')
    .replace(/^expect\.files\..+\.exists$/, 'expect.files.exists')
    .replace(/\.parallel\./, '.')
    .replace(/^expect\.tools\.(name|args|args_match|status|parallel)\b/, 'expect.tools.calls.$1');
}
