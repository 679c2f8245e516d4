import type { WorkspaceFiles } from '../testing/github/workspace.ts';
import { CLERK, TESTED } from './cheats-elsewhere.ts';
import { agent, json, type ScriptedCase, scriptedSuite } from './scripted-suite.ts';

/** A way to turn a red green without mending it. */
export interface Cheat {
  /** As the table of test/attacks/README.md has it. */
  readonly cheat: string;
  readonly files?: WorkspaceFiles;
  /** Links by their path, and what each leads to. */
  readonly links?: Readonly<Record<string, string>>;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly pull?: { readonly draft?: boolean; readonly labels?: readonly string[] };
  /** The verdict, `pass` if the job is green; `unseen`: a pass that names nothing, because the agent answers as its cases demand. */
  readonly end: 'fail' | 'inconclusive' | 'error' | 'pass' | 'unseen';
  /** What the first screen says of it; absent: it is red or open as it was. */
  readonly names?: RegExp;
}

/** A suite, and cheats on it. */
export interface Stage {
  readonly name: string;
  /** Every case passes. */
  readonly main: WorkspaceFiles;
  /** What breaks a case. */
  readonly broken: WorkspaceFiles;
  /** Starts what its agent needs. */
  readonly open?: () => Promise<AsyncDisposable & { readonly env: Readonly<Record<string, string>> }>;
  readonly cheats: readonly Cheat[];
}

/** How a cheat ends, as the table has it. */
export const ENDS: Readonly<Record<Cheat['end'], string>> = {
  fail: 'red',
  inconclusive: 'open, not green',
  error: 'refused, not green',
  pass: 'green, and named on the first screen',
  unseen: 'green, and not seen: the agent answers as its cases demand; review what it is told',
};

const STEP = {
  output: 'well',
  tool_calls: [{ name: 'pay', arguments: { amount: 5 } }],
  usage: { input_tokens: 9, output_tokens: 5 },
};
const WRONG = { ...STEP, output: 'no', tool_calls: [{ name: 'pay', arguments: { amount: 9 } }] };
const EXPECT = { response: { contains: ['well'] }, tools: [{ name: 'pay', args: { amount: 5 } }] };
const IDS = ['broken', 'one', 'two', 'three', 'four', 'five', 'six', 'seven'];
const CONFIG = { trials: 2, gate: { method: 'threshold', pass_rate: { max_drop: 0.02 } } };

type Cases = Readonly<Record<string, ScriptedCase>>;
const cases = (change: Cases = {}, without: readonly string[] = []): Cases => ({
  ...Object.fromEntries(
    IDS.filter((id) => !without.includes(id)).map((id) => [
      id,
      { expect: EXPECT, step: { answer: id === 'broken' ? WRONG : STEP } },
    ]),
  ),
  ...change,
});
const suite = (of: Cases, config: object = {}) => {
  const { 'script.json': _, ...files } = scriptedSuite(of, { ...CONFIG, ...config });
  return files;
};
const edited = (change: ScriptedCase) => suite(cases({ broken: { expect: EXPECT, ...change } }));
const configured = (config: object) => suite(cases(), config);

const MAIN = scriptedSuite({ ...cases(), broken: { expect: EXPECT, step: { answer: STEP } } }, CONFIG);

/** The agent says and pays something else. */
const BROKEN: WorkspaceFiles = { 'script.json': scriptedSuite(cases())['script.json'] ?? null };

const LOOSE = { method: 'threshold', pass_rate: { max_drop: 0.9 } };
const ACCEPT = { reason: 'meant', until: '2099-12-31' };
const EASY = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`easy-${at}`, { step: { answer: STEP } }]));
const script = (change: Cases) => ({ 'script.json': scriptedSuite({ ...cases(), ...change })['script.json'] ?? null });

const SCRIPTED: readonly Cheat[] = [
  {
    cheat: 'deletes the case',
    files: suite(cases({}, ['broken'])),
    end: 'inconclusive',
    names: /removes 1 of main's 8 cases: broken/,
  },
  { cheat: 'deletes the file of the cases', files: { ...suite(cases()), 'evals/cases.yml': null }, end: 'error' },
  {
    cheat: 'empties the file of the cases',
    files: { ...suite(cases()), 'evals/cases.yml': json({ cases: [] }) },
    end: 'error',
  },
  { cheat: 'breaks the YAML of the cases', files: { 'evals/cases.yml': '{' }, end: 'error' },
  {
    cheat: 'moves the case to a file that the config does not name',
    files: { ...suite(cases({}, ['broken'])), 'other/cases.yml': json({ cases: [] }) },
    end: 'inconclusive',
    names: /removes 1 of main's 8 cases/,
  },
  {
    cheat: 'narrows the glob of the cases',
    files: { ...suite(cases({}, ['broken', 'one']), { cases: ['evals/cases.yml'] }) },
    end: 'inconclusive',
    names: /removes 2 of main's 8 cases/,
  },
  {
    cheat: 'skips the case in the config',
    files: configured({ cases: [{ file: 'evals/*.yml', skip: ['broken'] }] }),
    end: 'inconclusive',
    names: /removes 1 of main's 8 cases: broken|leaves out 1 of main's 8 cases/,
  },
  {
    cheat: 'deletes the expected call',
    files: edited({ expect: { response: { contains: ['well'] } } }),
    end: 'inconclusive',
    names: /changed case broken passes 0 of 2/,
  },
  {
    cheat: 'lets the case demand nothing',
    files: edited({ expect: { completes: true } }),
    end: 'inconclusive',
    names: /demand nothing: broken/,
  },
  {
    cheat: 'expects the wrong answer',
    files: edited({ expect: { response: { contains: ['no'] } } }),
    end: 'pass',
    names: /demands less of case broken: tools is no longer checked/,
  },
  {
    cheat: 'loosens the matcher of an argument',
    files: edited({ expect: { tools: [{ name: 'pay', args: { amount: { $any: true } } }] } }),
    end: 'pass',
    names: /demands less of case broken/,
  },
  {
    cheat: 'compares no arguments',
    files: edited({ expect: { tools: [{ name: 'pay' }] } }),
    end: 'pass',
    names: /demands less of case broken/,
  },
  {
    cheat: 'lowers the share of calls that must match',
    files: edited({ expect: { tools: { calls: [{ name: 'pay', args: { amount: 5 } }], min_matched: 0 } } }),
    end: 'pass',
    names: /demands less of case broken/,
  },
  {
    cheat: 'renames the case',
    files: suite({ ...cases({}, ['broken']), renamed: { input: 'input of broken', expect: EXPECT } }),
    end: 'fail',
  },
  {
    cheat: 'renames the case, and asks something else',
    files: {
      ...suite({ ...cases({}, ['broken']), renamed: { expect: EXPECT } }),
      ...script({ renamed: { step: { answer: STEP } } }),
    },
    end: 'inconclusive',
    names: /removes 1 of main's 8 cases: broken/,
  },
  {
    cheat: 'asks an easier question',
    files: { ...edited({ input: 'easy' }), ...script({ broken: { step: { answer: STEP } } }) },
    end: 'pass',
    names: /rewrites the input of broken/,
  },
  {
    cheat: 'puts an example into the history of the case',
    files: edited({ history: [{ role: 'user', content: 'say well' }] }),
    end: 'inconclusive',
    names: /changed case broken|rewrites the input of broken/,
  },
  { cheat: 'says that the case only guards', files: edited({ bites: false }), end: 'fail' },
  { cheat: 'tags the case otherwise', files: edited({ tags: ['flaky'] }), end: 'fail' },
  { cheat: 'runs the case once', files: edited({ trials: 1 }), end: 'fail' },
  { cheat: 'adds forty easy cases', files: suite({ ...cases(), ...EASY }), end: 'fail' },
  { cheat: 'loosens the gate', files: configured({ gate: LOOSE }), end: 'fail' },
  { cheat: 'takes the gate out', files: configured({ gate: {} }), end: 'fail' },
  {
    cheat: 'lets open verdicts pass',
    files: configured({ gate: { ...CONFIG.gate, on_inconclusive: 'warn' } }),
    end: 'fail',
  },
  {
    cheat: 'puts the case in quarantine',
    files: configured({ quarantine: [{ case: 'broken', ...ACCEPT }] }),
    end: 'fail',
  },
  { cheat: 'runs one trial', files: configured({ trials: 1 }), end: 'fail' },
  { cheat: 'raises the time limit', files: configured({ limits: { trial_timeout: '30m' } }), end: 'fail' },
  { cheat: 'covers only other files', files: configured({ covers: { every_case: ['README.md'] } }), end: 'fail' },
  { cheat: 'ignores the files of the agent', files: configured({ ignores: ['**'] }), end: 'fail' },
  { cheat: 'prices tokens at nothing', files: configured({ prices: { small: { input: 0, output: 0 } } }), end: 'fail' },
  {
    cheat: 'replays stored answers',
    files: { ...configured({ replay: 'auto' }), 'agent-eval-cassettes/broken.json': '{}' },
    end: 'fail',
  },
  {
    cheat: 'accepts the case',
    files: { 'agent-eval-accepts.yml': json([{ case: 'broken', ...ACCEPT }]) },
    end: 'pass',
    names: /accepted: meant[\s\S]*case broken/,
  },
  {
    cheat: 'accepts all of the pass rate',
    files: { 'agent-eval-accepts.yml': json([{ metric: 'pass_rate', up_to: 0.9, ...ACCEPT }]) },
    end: 'pass',
    names: /accepted: meant[\s\S]*pass rate/i,
  },
  {
    cheat: 'accepts without a reason or an end',
    files: { 'agent-eval-accepts.yml': json([{ case: 'broken' }]) },
    end: 'error',
  },
  {
    cheat: 'has its setup rewrite the cases',
    files: {
      ...configured({ agent: agent({ setup: ['node setup.mjs'] }) }),
      'setup.mjs': "import { writeFileSync } from 'node:fs'; writeFileSync('evals/cases.yml', 'cases: []');",
    },
    end: 'fail',
  },
  { cheat: 'makes the pull request a draft', pull: { draft: true }, end: 'fail' },
  { cheat: 'labels the pull request `eval: skip`', pull: { labels: ['eval: skip'] }, end: 'fail' },
  { cheat: 'selects other cases by inputs', inputs: { cases: 'one,two' }, end: 'fail' },
  { cheat: 'runs one trial by inputs', inputs: { trials: '1' }, end: 'fail' },
  { cheat: 'caps the trials by inputs', inputs: { 'max-trials': '3' }, end: 'fail' },
  { cheat: 'never fails by inputs', inputs: { 'fail-on': 'never' }, end: 'pass', names: /Agent eval failed/ },
  {
    cheat: 'names another config by inputs',
    files: { 'lax.yml': suite(cases(), { gate: LOOSE })['agent-eval.yml'] ?? '' },
    inputs: { config: 'lax.yml' },
    end: 'inconclusive',
    names: /lax\.yml/,
  },
  {
    cheat: 'commits results that are good',
    files: {
      'agent-eval-results/results.json': '{"verdict":"pass"}',
      'agent-eval-results/verdict.json': '{"verdict":"pass"}',
    },
    end: 'fail',
  },
  {
    cheat: 'commits a state of its own in dotfiles',
    files: { '.agent-eval.json': '{"verdict":"pass"}', '.env': 'AGENT_EVAL_SKIP=1', '.agent-eval-skip': '' },
    end: 'fail',
  },
  {
    cheat: 'answers from a recording',
    files: {
      ...configured({ agent: { recorded: 'good.jsonl' } }),
      'good.jsonl': `${JSON.stringify({ case_id: 'broken', output: 'well' })}\n`,
    },
    end: 'inconclusive',
    names: /good\.jsonl/,
  },
  {
    cheat: 'swaps the agent for one that is not shipped',
    files: {
      ...configured({ agent: { command: ['node', 'agent.mjs', '--other'] } }),
      ...script({ broken: { step: { answer: STEP } } }),
    },
    end: 'pass',
    names: /node agent\.mjs --other/,
  },
  {
    cheat: 'links the file of the cases to easier ones',
    files: { 'easy.yml': edited({ expect: { response: { contains: ['no'] } } })['evals/cases.yml'] ?? '' },
    links: { 'evals/cases.yml': '../easy.yml' },
    end: 'pass',
    names: /demands less of case broken: tools is no longer checked/,
  },
  {
    cheat: 'links the config to a laxer one',
    files: { 'lax.yml': suite(cases(), { gate: LOOSE })['agent-eval.yml'] ?? '' },
    links: { 'agent-eval.yml': 'lax.yml' },
    end: 'fail',
  },
  {
    cheat: 'links the file of accepts to another',
    files: { 'mine.yml': json([{ case: 'broken', ...ACCEPT }]) },
    links: { 'agent-eval-accepts.yml': 'mine.yml' },
    end: 'error',
  },
  {
    cheat: 'special-cases the text of the case in the agent, or puts its answer into the prompt',
    files: script({ broken: { step: { answer: STEP } } }),
    end: 'unseen',
  },
];

/** A suite of a scripted program first. */
export const STAGES: readonly Stage[] = [
  { name: 'a program', main: MAIN, broken: BROKEN, cheats: SCRIPTED },
  CLERK,
  TESTED,
];

/** At least forty. */
export const CHEATS = STAGES.flatMap(({ cheats }) => cheats);
