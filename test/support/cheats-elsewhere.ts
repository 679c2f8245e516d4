import type { WorkspaceFiles } from '../testing/github/workspace.ts';
import { startModelServer } from '../testing/providers/model-server.ts';
import type { ScriptRequest } from '../testing/providers/script.ts';
import type { Stage } from './cheats.ts';
import { environmentOf } from './model-suite.ts';
import { ownRunner, runnerScript } from './own-runner.ts';
import { judging } from './scripted-judge.ts';
import { json } from './scripted-suite.ts';

const GATE = { trials: 2, gate: { method: 'threshold', pass_rate: { max_drop: 0.02 } } };

/** Asks for the order by its number if the prompt says so, and says what the tool says; without the prompt it is rude. */
function clerk({ system, messages }: ScriptRequest) {
  const last = messages.at(-1);
  const manners = system?.includes('Be polite.') ? 'Dear customer' : 'Hey you';
  if (last?.role === 'tool') return { text: `${manners}, it is ${last.text}` };
  return { calls: [{ name: 'find', arguments: { id: system?.includes('By number.') ? '7' : '?' } }] };
}

/** `judge-2` likes everything, and every judge the question whether there is an answer. */
const server = () => {
  const judged = (model: string) =>
    judging(({ criteria, blocks }) => {
      const [ask = ''] = criteria.values();
      const evidence = blocks.find(({ text }) => /customer|Hey/.test(text))?.text ?? '';
      const isMet = model === 'judge-2' || /Is there/.test(ask) || evidence.includes('Dear');
      return { evidence: evidence.includes('Dear') ? 'Dear' : 'Hey', verdict: isMet ? 'met' : 'not_met' };
    }, clerk);
  return startModelServer((request) => judged(request.model)(request));
};

const PLACES = "export const places = { 7: 'on its way' };\n";
const ORDER = { input: 'Where is my order 7?' };
const FOUND = { response: { contains: ['on its way'] } };
const POLITE = { judge: [{ id: 'polite', ask: 'Is the answer polite?' }] };
const clerkCases = (broken: object = {}, rude: object = {}) => ({
  'evals/cases.yml': json({
    cases: [
      { id: 'found', ...ORDER, expect: FOUND, ...broken },
      { id: 'polite', ...ORDER, expect: POLITE, ...rude },
      { id: 'answers', ...ORDER, expect: { response: { contains: ['it is'] } } },
    ],
  }),
});
const MOCKED = { find: { module: 'mocks/find.mjs' } };
const clerkConfig = (mocks: object = MOCKED, config: object = {}) => ({
  'agent-eval.yml': json({
    ...{ version: 1, agent: { openai: { model: 'small', prompt: 'prompt.md', tools: 'tools.json', mocks } } },
    ...{ cases: ['evals/*.yml'], judge: { openai: { model: 'judge-1' }, uncalibrated: 'allow' }, ...GATE, ...config },
  }),
});
const MAIN_CLERK: WorkspaceFiles = {
  ...clerkConfig(),
  ...clerkCases(),
  'prompt.md': 'By number. Be polite.\n',
  'tools.json': json([{ name: 'find', parameters: { type: 'object', properties: { id: { type: 'string' } } } }]),
  'mocks/find.mjs': "import { places } from './places.mjs';\nexport default ({ id }) => places[id] ?? 'lost';\n",
  'mocks/places.mjs': PLACES,
};
const RUDE = { 'prompt.md': 'By number.\n' };
const perfect = { good: { of: 400, met: 400 }, bad: { of: 400, not_met: 400 }, q1: 401 / 402, q0: 401 / 402 };

/** A built-in agent whose tool is mocked, and whose manners a model judges. */
export const CLERK: Stage = {
  name: 'a built-in agent with a mock and a judge',
  main: MAIN_CLERK,
  broken: { 'prompt.md': 'Be polite.\n' },
  async open() {
    const models = await server();
    return { env: environmentOf(models), [Symbol.asyncDispose]: () => models[Symbol.asyncDispose]() };
  },
  cheats: [
    {
      cheat: 'mocks the tool with the wanted answer in the config',
      files: clerkConfig({ find: { value: 'on its way' } }),
      end: 'inconclusive',
      beside: { files: { 'agent-eval.yml': `# ours\n${MAIN_CLERK['agent-eval.yml']}` } },
      names: /different conditions[\s\S]*mock_modules/,
    },
    {
      cheat: 'mocks the tool with the wanted answer in the case',
      files: clerkCases({ mocks: { find: { value: 'on its way' } } }),
      end: 'pass',
      beside: { files: clerkCases({ tags: ['orders'] }, { tags: ['manners'] }) },
      names: /rewrites the input of found/,
    },
    {
      cheat: 'rewrites the module that mocks the tool',
      files: { 'mocks/find.mjs': "export default () => 'on its way';\n" },
      end: 'inconclusive',
      beside: { files: { 'mocks/other.mjs': "export default () => 'on its way';\n" } },
      names: /different conditions[\s\S]*mocks\/find\.mjs/,
    },
    {
      cheat: 'rewrites what the module of a mock imports',
      files: { 'mocks/places.mjs': "export const places = { 7: 'on its way', '?': 'on its way' };\n" },
      end: 'inconclusive',
      names: /different conditions[\s\S]*mocks\/find\.mjs/,
    },
    {
      cheat: 'asks a judge that likes everything',
      broken: RUDE,
      files: clerkConfig(MOCKED, { judge: { openai: { model: 'judge-2' }, uncalibrated: 'allow' } }),
      end: 'fail',
    },
    {
      cheat: 'asks the judge an easier question',
      broken: RUDE,
      files: clerkCases({}, { expect: { judge: [{ id: 'polite', ask: 'Is there an answer?' }] } }),
      end: 'pass',
      names: /rewrites the expectations of polite/,
    },
    {
      cheat: 'brings a calibration of the judge',
      broken: RUDE,
      files: {
        'judge-calibration.json': json({ version: 1, judge: '1'.repeat(64), criteria: { polite: perfect } }),
      },
      end: 'fail',
    },
    {
      cheat: 'lets one vote of the judge decide',
      broken: RUDE,
      files: clerkConfig(MOCKED, { judge: { openai: { model: 'judge-1' }, votes: 1, uncalibrated: 'allow' } }),
      end: 'fail',
    },
  ],
};

const PASS = { search: 1, late: 1, lamp: 1, mug: 1 };
const { 'tools/runner.mjs': PLAYER = '', ...PLAYED } = ownRunner({ pass: PASS }, GATE);
/** The runner sets itself up by what it finds, as pytest and Vitest do. */
const RUNNER = `import { existsSync } from 'node:fs';\n${PLAYER?.replace(
  'random() > chance',
  "(random() > chance && !['conftest.py', 'vitest.config.mjs', 'evals/setup.mjs'].some((file) => existsSync(file)) && !['env', 'score'].some((name) => readFileSync(`evals/${name}.mjs`, 'utf8').includes('passes')))",
)}`;
/** The runner's settings name a set-up file, and its test imports a helper. */
const LOADED = {
  '.mocharc.json': json({ require: ['evals/env.mjs'] }),
  'evals/env.mjs': '// sets up\n',
  'evals/refund.test.mjs': "import './score.mjs';\n",
  'evals/score.mjs': '// scores\n',
};
const played = (suite: object) => {
  const config = JSON.parse(PLAYED['agent-eval.yml'] ?? '');
  return { 'agent-eval.yml': json({ ...config, suite: { ...config.suite, ...suite } }) };
};

/** Tests of a team's own runner. */
export const TESTED: Stage = {
  name: "a runner of the team's own tests",
  main: { ...PLAYED, ...LOADED, 'tools/runner.mjs': RUNNER },
  broken: { 'script.json': runnerScript({ pass: { ...PASS, search: 0 } }) },
  cheats: [
    {
      cheat: 'adds a conftest.py that passes every test',
      files: { 'conftest.py': '# passes\n' },
      end: 'inconclusive',
      beside: { files: { 'web/conftest.py': '# passes\n' } },
      names: /tests changed \(conftest\.py\)/,
    },
    {
      cheat: 'adds a config of the runner',
      files: { 'vitest.config.mjs': '// passes\n' },
      end: 'inconclusive',
      beside: { files: { 'web/vitest.config.mjs': '// passes\n' } },
      names: /tests changed \(vitest\.config\.mjs\)/,
    },
    {
      cheat: 'adds a set-up file beside the tests',
      files: { 'evals/setup.mjs': '// passes\n' },
      end: 'inconclusive',
      beside: { files: { 'web/setup.mjs': '// passes\n' } },
      names: /tests changed \(evals\/setup\.mjs\)/,
    },
    {
      cheat: "rewrites a set-up file of any name that the runner's settings name",
      files: { 'evals/env.mjs': '// passes\n' },
      end: 'inconclusive',
      beside: { files: { 'web/env.mjs': '// passes\n' } },
      names: /tests changed \(evals\/env\.mjs\)/,
    },
    {
      cheat: 'rewrites a helper that a test imports, without `covers`',
      files: { 'evals/score.mjs': '// passes\n' },
      end: 'pass',
      beside: { files: { 'web/score.mjs': '// passes\n' } },
      names: /What changed \(1\)[\s\S]*evals\/score\.mjs/,
    },
    {
      cheat: 'rewrites the program that runs the tests',
      files: { 'tools/runner.mjs': RUNNER.replace('random() > chance', 'false') },
      end: 'inconclusive',
      beside: { files: { 'tools/notes.mjs': '// passes\n' } },
      names: /tests changed \(tools\/runner\.mjs\)/,
    },
    {
      cheat: 'rewrites the test',
      files: { 'evals/refund.test.mjs': '// laxer\n', 'script.json': runnerScript({ pass: PASS }) },
      end: 'inconclusive',
      beside: { files: { 'evals/refund.md': 'laxer\n' } },
      names: /tests changed \(evals\/refund\.test\.mjs\)/,
    },
    {
      cheat: 'has the runner skip the test',
      files: { 'script.json': runnerScript({ pass: { ...PASS, search: 0 }, skips: ['search'] }) },
      end: 'inconclusive',
      beside: { files: { 'script.json': runnerScript({ pass: PASS, skips: [] }) } },
      names: /no result here though no test changed: .*search/,
    },
    {
      cheat: 'runs another program in place of the runner',
      files: {
        ...played({ run: ['node', 'tools/other.mjs', '{results}'] }),
        'tools/other.mjs': RUNNER.replace('random() > chance', 'false'),
      },
      end: 'inconclusive',
      names: /different conditions[\s\S]*tools\/other\.mjs/,
    },
    {
      cheat: 'has its setup rewrite the runner',
      files: {
        ...played({ setup: ['node ease.mjs'] }),
        'ease.mjs': "import { writeFileSync } from 'node:fs'; writeFileSync('conftest.py', '# passes');\n",
      },
      end: 'inconclusive',
      beside: {
        files: {
          ...played({ setup: ['node ease.mjs'] }),
          'ease.mjs': "import { writeFileSync } from 'node:fs'; writeFileSync('made.txt', 'made');\n",
        },
      },
      names: /tests changed \(conftest\.py\)/,
    },
  ],
};
