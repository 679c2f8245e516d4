import type { WorkspaceFiles } from '../testing/github/workspace.ts';
import { CLERK, TESTED } from './cheats-elsewhere.ts';
import { agent, json, type ScriptedCase, scriptedSuite } from './scripted-suite.ts';

/** What is pushed. */
export interface Push {
  readonly files?: WorkspaceFiles;
  /** Links by their path, and what each leads to. */
  readonly links?: Readonly<Record<string, string>>;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly pull?: { readonly draft?: boolean; readonly labels?: readonly string[] };
}

/** A way to turn a red green without mending it. */
interface Cheat {
  /** As the table of test/attacks/README.md has it. */
  readonly cheat: string;
  /** What the first screen says of it; absent: it is red or open as it was. */
  readonly names?: RegExp;
  /** The case that it is about, if that is not `broken`. */
  readonly about?: string;
}

/** Cheats that are pushed at once, each on a case of its own, or none in the way of another; most are alone. */
interface Attempt extends Push {
  readonly cheats: readonly Cheat[];
  /** The verdict, `pass` if the job is green; `unseen`: a pass that names nothing, because the agent answers as its cases demand. */
  readonly end: 'fail' | 'inconclusive' | 'error' | 'pass' | 'unseen';
  /** Breaks the cases that they are about; absent: as its stage does. */
  readonly broken?: WorkspaceFiles;
  /** What who mends the agent may push in the same places; absent after a red: just what they push. */
  readonly honest?: Push;
  /** The same, pushed once with those of the stage's other cheats. */
  readonly beside?: Push;
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
  readonly cheats: readonly Lonely[];
}

/** A cheat that is pushed alone. */
type Lonely = Omit<Cheat, 'about'> & Omit<Attempt, 'cheats'>;

/** How a cheat ends, as the table has it. */
export const ENDS: Readonly<Record<Attempt['end'], string>> = {
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
const CALLS = [{ name: 'pay', args: { amount: 5 } }];
const EXPECT = { response: { contains: ['well'] }, tools: CALLS };
/** What somebody may write instead who demands more. */
const STRICTER = { expect: { ...EXPECT, response: { contains: ['well', 'w'] } } };
const CONFIG = { trials: 2, gate: { method: 'threshold', pass_rate: { max_drop: 0.02 } } };
const LOOSE = { method: 'threshold', pass_rate: { max_drop: 0.9 } };
const ACCEPT = { reason: 'meant', until: '2099-12-31' };

type Cases = Readonly<Record<string, ScriptedCase>>;

/** A cheat on a case of its own. */
interface OwnCheat extends Cheat {
  readonly about: string;
  /** What becomes of the case, and beside it; `null`: it is gone. */
  readonly becomes: ScriptedCase | null;
  /** What who mends the agent may make of it; absent: the same. */
  readonly honest?: ScriptedCase;
}

const own = (
  about: string,
  cheat: string,
  becomes: OwnCheat['becomes'],
  names?: RegExp,
  honest?: ScriptedCase,
): OwnCheat => ({ about, cheat, becomes, ...(names && { names }), ...(honest && { honest }) });

const SAME_RED: readonly OwnCheat[] = [
  own('renamed', 'renames the case', null),
  own('guard', 'says that the case only guards', { bites: false }),
  own('tagged', 'tags the case otherwise', { tags: ['flaky'] }),
  own('once', 'runs the case once', { trials: 1 }),
  own('quarantined', 'puts the case in quarantine', {}),
];
const lessOf = (id: string) => new RegExp(`demands less of case ${id}\\b`);
const GREEN: readonly OwnCheat[] = [
  own(
    'wrong',
    'expects the wrong answer',
    { expect: { response: { contains: ['no'] } } },
    /demands less of case wrong: tools is no longer checked/,
    STRICTER,
  ),
  own(
    'loose',
    'loosens the matcher of an argument',
    { expect: { tools: [{ name: 'pay', args: { amount: { $any: true } } }] } },
    lessOf('loose'),
    STRICTER,
  ),
  own('bare', 'compares no arguments', { expect: { tools: [{ name: 'pay' }] } }, lessOf('bare'), STRICTER),
  own(
    'share',
    'lowers the share of calls that must match',
    { expect: { tools: { calls: CALLS, min_matched: 0 } } },
    lessOf('share'),
    STRICTER,
  ),
  own('easy', 'asks an easier question', { input: 'easy' }, /rewrites the input of easy/, { tags: ['orders'] }),
  own('accepted', 'accepts the case', {}, /accepted: meant[\s\S]*case accepted/),
];
const gone = (id: string) => new RegExp(`(?:removes|leaves out) \\d of main's \\d+ cases: [^.]*\\b${id}\\b`);
const missed = (id: string) =>
  new RegExp(`changed cases? [^;]*\\b${id}\\b[^;]* pass(?:es)? 0 of 4; what [^;]* on main; needs`);
const OPEN: readonly OwnCheat[] = [
  own('deleted', 'deletes the case', null, gone('deleted')),
  own('moved', 'moves the case to a file that the config does not name', null, gone('moved')),
  own('asked', 'renames the case, and asks something else', null, gone('asked')),
  own('narrowed', 'narrows the glob of the cases', {}, gone('narrowed')),
  own('skipped', 'skips the case in the config', {}, gone('skipped')),
  own(
    'callless',
    'deletes the expected call',
    { expect: { response: { contains: ['well'] } } },
    missed('callless'),
    STRICTER,
  ),
  own('idle', 'lets the case demand nothing', { expect: { completes: true } }, /demand nothing: idle/, STRICTER),
  own(
    'hinted',
    'puts an example into the history of the case',
    { history: [{ role: 'user', content: 'say well' }] },
    missed('hinted'),
    {},
  ),
];

const OWN = [...SAME_RED, ...GREEN, ...OPEN].map(({ about }) => about);
const BASE = ['broken', 'one', 'two', ...OWN.filter((id) => id !== 'narrowed')];
const all = (ids: readonly string[], change: Cases = {}): Cases => ({
  ...Object.fromEntries(ids.map((id) => [id, { expect: EXPECT, ...change[id] }])),
  ...change,
});
const cases = (change: Cases = {}, without: readonly string[] = []) =>
  all(
    BASE.filter((id) => !without.includes(id)),
    change,
  );
const suite = (of: Cases, config: object = {}): WorkspaceFiles => {
  const { 'script.json': _, ...files } = scriptedSuite(of, { ...CONFIG, ...config });
  return files;
};
const configured = (config: object) => suite(cases(), config);
const edited = (change: ScriptedCase) => suite(cases({ broken: { expect: EXPECT, ...change } }));
const FURTHER = { 'evals/further.yml': suite(all(['narrowed']))['evals/cases.yml'] ?? '' };

const EASY: Cases = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`easy-${at}`, { expect: EXPECT }]));

/** What the agent says: something else of these. */
const script = (wrong: readonly string[]): WorkspaceFiles => {
  const steps = [...BASE, 'narrowed', 'new-name', 'else', ...Object.keys(EASY)].map((id) => {
    const isWrong = wrong.includes(id === 'new-name' ? 'renamed' : id);
    return [id, { step: { answer: isWrong ? WRONG : STEP } }] as const;
  });
  return { 'script.json': scriptedSuite(Object.fromEntries(steps))['script.json'] ?? null };
};
const MAIN: WorkspaceFiles = { ...suite(cases()), ...FURTHER, ...script([]) };

/** The agent says and pays something else. */
const BROKEN = script(['broken']);

/** Cheats on cases of their own, in one push. */
function together(cheats: readonly OwnCheat[], end: Attempt['end'], rest: (isHonest: boolean) => Together): Attempt {
  const made = (isHonest: boolean) => {
    const { add = {}, config = {}, files = {} } = rest(isHonest);
    const become = cheats.flatMap(({ about, becomes, honest }) => {
      const change = isHonest && honest !== undefined ? honest : becomes;
      return change === null || about === 'narrowed' ? [] : [[about, { expect: EXPECT, ...change }] as const];
    });
    const without = cheats.flatMap(({ about, becomes }) => (becomes === null ? [about] : []));
    return { ...suite(cases({ ...Object.fromEntries(become), ...add }, without), config), ...files };
  };
  const wrong = cheats.flatMap(({ about }) => (about === 'easy' ? [] : [about]));
  return {
    cheats: cheats.map(({ cheat, about, names }) => ({
      ...{ cheat, about: about === 'renamed' ? 'new-name' : about },
      ...(names && { names }),
    })),
    ...{ end, broken: script(wrong), files: made(false), honest: { files: made(true) } },
  };
}

interface Together {
  readonly add?: Cases;
  readonly config?: object;
  readonly files?: WorkspaceFiles;
}

/** Cheats of which none is in the way of another: no two change the same thing. */
const mixed = (cheats: readonly string[], push: Push): Attempt => ({
  ...{ cheats: cheats.map((cheat) => ({ cheat, about: 'broken' })), end: 'fail' },
  ...push,
});

const TOGETHER: readonly Attempt[] = [
  together(OPEN, 'inconclusive', (isHonest) =>
    isHonest
      ? {
          config: { cases: [{ file: 'evals/*.yml' }] },
          files: { 'evals/other.yml': suite(all(['deleted', 'moved', 'asked']))['evals/cases.yml'] ?? '' },
        }
      : {
          config: { cases: [{ file: 'evals/cases.yml', skip: ['skipped'] }] },
          add: { else: { expect: EXPECT } },
          files: { 'other/cases.yml': suite(all(['moved']))['evals/cases.yml'] ?? '' },
        },
  ),
  together(GREEN, 'pass', (isHonest) =>
    isHonest ? {} : { files: { 'agent-eval-accepts.yml': json([{ case: 'accepted', ...ACCEPT }]) } },
  ),
  together(SAME_RED, 'fail', () => ({
    add: { 'new-name': { input: 'input of renamed', expect: EXPECT } },
    config: { quarantine: [{ case: 'quarantined', ...ACCEPT }] },
  })),
  mixed(
    [
      'loosens the gate',
      'raises the time limit',
      'prices tokens at nothing',
      'commits results that are good',
      'makes the pull request a draft',
    ],
    {
      files: {
        ...configured({
          ...{ gate: LOOSE, limits: { trial_timeout: '30m' }, prices: { small: { input: 0, output: 0 } } },
        }),
        'agent-eval-results/results.json': '{"verdict":"pass"}',
        'agent-eval-results/verdict.json': '{"verdict":"pass"}',
      },
      pull: { draft: true },
    },
  ),
  mixed(
    [
      'takes the gate out',
      'runs one trial',
      'ignores the files of the agent',
      'has its setup rewrite the cases',
      'labels the pull request `eval: skip`',
    ],
    {
      files: {
        ...configured({
          ...{ gate: {}, trials: 1, ignores: ['**'], agent: agent({ setup: ['node setup.mjs'] }) },
        }),
        'setup.mjs': "import { writeFileSync } from 'node:fs'; writeFileSync('evals/cases.yml', 'cases: []');",
      },
      pull: { labels: ['eval: skip'] },
    },
  ),
  mixed(
    [
      'lets open verdicts pass',
      'covers only other files',
      'replays stored answers',
      'runs one trial by inputs',
      'commits a state of its own in dotfiles',
    ],
    {
      files: {
        ...configured({
          ...{ gate: { ...CONFIG.gate, on_inconclusive: 'warn' }, covers: { every_case: ['README.md'] } },
          replay: 'auto',
        }),
        ...{ 'agent-eval-cassettes/broken.json': '{}', '.agent-eval.json': '{"verdict":"pass"}' },
        ...{ '.env': 'AGENT_EVAL_SKIP=1', '.agent-eval-skip': '' },
      },
      inputs: { trials: '1' },
    },
  ),
];

const SOLO: readonly Lonely[] = [
  {
    cheat: 'deletes the file of the cases',
    files: { 'evals/cases.yml': null, 'evals/further.yml': null },
    end: 'error',
    beside: { files: { 'evals/further.yml': null, 'evals/moved.yml': FURTHER['evals/further.yml'] } },
  },
  {
    cheat: 'empties the file of the cases',
    files: { 'evals/cases.yml': json({ cases: [] }) },
    end: 'error',
    beside: { files: { 'evals/more.yml': suite(all(['easy-0']))['evals/cases.yml'] ?? '' } },
  },
  {
    cheat: 'breaks the YAML of the cases',
    files: { 'evals/cases.yml': '{' },
    end: 'error',
    beside: { files: { 'evals/cases.yml': `# ours\n${MAIN['evals/cases.yml']}` } },
  },
  { cheat: 'adds forty easy cases', files: suite({ ...cases(), ...EASY }), end: 'fail' },
  {
    cheat: 'accepts all of the pass rate',
    files: { 'agent-eval-accepts.yml': json([{ metric: 'pass_rate', up_to: 0.9, ...ACCEPT }]) },
    end: 'pass',
    beside: { files: { 'agent-eval-accepts.yml': json([{ case: 'broken', ...ACCEPT }]) } },
    names: /accepted: meant[\s\S]*pass rate/i,
  },
  {
    cheat: 'accepts without a reason or an end',
    files: { 'agent-eval-accepts.yml': json([{ case: 'broken' }]) },
    end: 'error',
  },
  {
    cheat: 'selects other cases by inputs',
    inputs: { cases: 'one,two' },
    end: 'inconclusive',
    beside: { inputs: { cases: '*' } },
    names: /leaves out 20 of main's 22 cases/,
  },
  { cheat: 'caps the trials by inputs', inputs: { 'max-trials': '3' }, end: 'fail' },
  {
    cheat: 'never fails by inputs',
    inputs: { 'fail-on': 'never' },
    end: 'pass',
    beside: { inputs: { 'fail-on': 'fail' } },
    names: /Agent eval failed/,
  },
  {
    cheat: 'names another config by inputs',
    files: { 'lax.yml': configured({ gate: LOOSE })['agent-eval.yml'] ?? '' },
    inputs: { config: 'lax.yml' },
    end: 'inconclusive',
    beside: { inputs: { config: './agent-eval.yml' } },
    names: /lax\.yml/,
  },
  {
    cheat: 'answers from a recording',
    files: {
      ...configured({ agent: { recorded: 'good.jsonl' } }),
      'good.jsonl': `${JSON.stringify({ case_id: 'broken', output: 'well' })}\n`,
    },
    end: 'inconclusive',
    beside: { files: { 'good.jsonl': '{}\n' } },
    names: /good\.jsonl/,
  },
  {
    cheat: 'swaps the agent for one that is not shipped',
    files: { ...configured({ agent: { command: ['node', 'agent.mjs', '--other'] } }), ...script([]) },
    end: 'pass',
    beside: { files: { 'agent.mjs': `${MAIN['agent.mjs']}// --other\n` } },
    names: /node agent\.mjs --other/,
  },
  {
    cheat: 'links the file of the cases to easier ones',
    files: { 'easy.yml': edited({ expect: { response: { contains: ['no'] } } })['evals/cases.yml'] ?? '' },
    links: { 'evals/cases.yml': '../easy.yml' },
    end: 'pass',
    beside: {
      files: { 'linked.yml': suite(all(['easy-1']))['evals/cases.yml'] ?? '' },
      links: { 'evals/linked.yml': '../linked.yml' },
    },
    names: /demands less of case broken: tools is no longer checked/,
  },
  {
    cheat: 'links the config to a laxer one',
    files: { 'lax.yml': configured({ gate: LOOSE })['agent-eval.yml'] ?? '' },
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
    files: script([]),
    end: 'unseen',
  },
];

/** Suites with every attempt on them, that of a scripted program first. */
export const STAGES = [{ name: 'a program', main: MAIN, broken: BROKEN, cheats: SOLO }, CLERK, TESTED].map(
  ({ cheats, ...stage }: Stage, at) => ({
    ...stage,
    attempts: [
      ...(at === 0 ? TOGETHER : []),
      ...cheats.map(
        ({ cheat, names, ...push }): Attempt => ({ ...push, cheats: [{ cheat, ...(names && { names }) }] }),
      ),
    ],
  }),
);

/** At least forty. */
export const CHEATS = STAGES.flatMap(({ attempts }) =>
  attempts.flatMap(({ cheats, end }) => cheats.map(({ cheat }) => ({ cheat, end }))),
);
