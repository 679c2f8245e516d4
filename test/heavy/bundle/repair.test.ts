/** Forty planted regressions, mended from the check run's JSON alone: what is broken, where, how it runs, and which lines to take back. */

import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { compileGlob } from '#cases/matching/glob.ts';
import { type Repair, repairSchema } from '#report/outputs/repair-schema.ts';
import { freePort } from '#test/runner/agents/http/support.ts';
import { CLI_BUNDLE } from '#test/support/bundle.ts';
import { COMMANDS, FORGED, MARKUP } from '#test/support/hostile-texts.ts';
import { environmentOf } from '#test/support/model-suite.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { ownRunner } from '#test/support/own-runner.ts';
import { program } from '#test/support/program.ts';
import { blockOf } from '#test/support/repair-block.ts';
import { it, type RunOptions, type Scene } from '#test/support/scene.ts';
import { ANSWER, json, scriptedSuite } from '#test/support/scripted-suite.ts';
import { artifactFiles } from '#test/support/stored-artifact.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import type { ScriptAnswer, ScriptRequest } from '#test/testing/providers/script.ts';
import { runProgram } from '../support/run-program.ts';

/** A rule of the prompt whose loss breaks the case of its name: what that demands, and what differs. */
const RULES: Readonly<
  Record<string, { readonly expect: object; readonly turns?: readonly string[]; readonly differs: RegExp }>
> = {
  greet: { expect: { response: { contains: ['well'] } }, differs: /missing "well"/ },
  find: { expect: { tools: ['look_up'] }, differs: /missing: look_up/ },
  refund: {
    expect: { tools: [{ name: 'issue_refund', args: { amount: 19.99 } }] },
    differs: /amount: expected 19\.99, got 39\.99/,
  },
  cancel: {
    expect: { tools: { order: 'in_order', calls: ['look_up', 'cancel'] } },
    differs: /expected look_up, cancel; called cancel, look_up/,
  },
  peek: { expect: { tools: { forbidden: ['delete_*'] } }, differs: /delete_all fits "delete_\*"/ },
  json: { expect: { response: { json_schema: { type: 'object', required: ['ok'] } } }, differs: /is not JSON/ },
  date: { expect: { response: { matches: ['\\d{4}-\\d\\d-\\d\\d'] } }, differs: /not found/ },
  bye: {
    turns: ['greeting', 'bye'],
    expect: { response: { contains: ['see you'] } },
    differs: /missing "see you"/,
  },
  exact: { expect: { response: { equals: 'yes' } }, differs: /expected "yes", got "Yes/ },
  secret: { expect: { response: { not_contains: ['42'] } }, differs: /found "42"/ },
};
const NAMES = Object.keys(RULES);

/** What the model behind a built-in agent says is what the programs say. */
const { reply }: { readonly reply: (input: string, prompt: string) => ScriptAnswer & { readonly output?: string } } =
  await import(join(import.meta.dirname, '../../fixtures/agents/rule-minder.mjs'));

const promptOf = (lost: readonly string[], end = 'That is all.') =>
  `You serve a shop.\n${NAMES.map((name) => `${lost.includes(name) ? 'skip' : 'mind'} ${name}`).join('\n')}\n${end}\n`;

/** A suite of ten cases; `agent` minds the rules. */
function ruled(agent: object, files: WorkspaceFiles = {}): WorkspaceFiles {
  const cases = NAMES.map((id) => {
    const { expect: demand, turns } = RULES[id] ?? { expect: {} };
    if (turns === undefined) return { id, input: id, expect: demand };
    return { id, turns: turns.map((input, at) => (at === turns.length - 1 ? { input, expect: demand } : { input })) };
  });
  return {
    'agent-eval.yml': json({
      ...{ version: 1, agent, cases: ['evals/*.yml'], trials: 2, concurrency: 1, gate: GATE },
    }),
    'evals/cases.yml': json({ cases }),
    'prompt.md': promptOf([]),
    ...files,
  };
}

const GATE = { method: 'threshold', pass_rate: { max_drop: 0.02 } };

const TOOLS = ['look_up', 'issue_refund', 'cancel', 'delete_all'].map((name) => ({
  name,
  parameters: { type: 'object', properties: { what: { type: 'string' }, amount: { type: 'number' } } },
}));

/** A model that minds the rules of its prompt. */
function model({ system, messages }: ScriptRequest) {
  const last = messages.at(-1);
  if (last?.role === 'tool') return { text: 'done' };
  const { output, calls } = reply(last?.text ?? '', `${system}\n`);
  return calls === undefined ? { text: output ?? 'done' } : { calls };
}

interface Kind {
  readonly kind: string;
  readonly main: WorkspaceFiles;
  /** Breaks these. */
  readonly change: (lost: readonly string[]) => WorkspaceFiles;
  readonly cases: readonly string[];
  readonly options?: RunOptions;
  readonly is_suite?: true;
}

const SEED = { permissions: { contents: 'read', actions: 'read', pull_requests: 'write', checks: 'write' } } as const;
const USES = { GITHUB_ACTION_REPOSITORY: 'acme/agent-eval-action', GITHUB_ACTION_REF: 'v1' };
const TESTS = NAMES.map((name) => `${name} test`);
const MINDER = program('rule-minder.mjs');

/** Beside the lines that break cases, one that breaks none. */
const prompted: Kind['change'] = (lost) => ({ 'prompt.md': promptOf(lost, 'No more.') });

const KINDS: readonly (() => Promise<Kind & Partial<AsyncDisposable>>)[] = [
  async () => ({
    kind: 'a program',
    main: ruled({ command: ['sh', 'agent.sh'] }, { 'agent.sh': shellMinder() }),
    change: prompted,
    cases: NAMES,
  }),
  async () => {
    const port = await freePort();
    const http = { url: `http://127.0.0.1:${port}/`, start: ['node', 'agent.mjs', String(port)] };
    return {
      kind: 'a server',
      main: ruled({ http }, { 'agent.mjs': MINDER }),
      change: prompted,
      cases: NAMES,
    };
  },
  async () => {
    const server = await startModelServer(model);
    const mocks = Object.fromEntries(TOOLS.map(({ name }) => [name, { value: { done: true } }]));
    return {
      kind: 'a built-in agent with tools',
      main: ruled(
        { openai: { model: 'small', prompt: 'prompt.md', tools: 'tools.json', mocks } },
        { 'tools.json': json(TOOLS) },
      ),
      change: prompted,
      cases: NAMES,
      options: { env: environmentOf(server) },
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  },
  async () => {
    const script = (lost: readonly string[]) => ({
      'script.json': JSON.stringify(
        { pass: Object.fromEntries(['sound', ...TESTS].map((name) => [name, lost.includes(name) ? 0 : 1])) },
        null,
        1,
      ),
    });
    return {
      kind: 'a runner of its own tests',
      main: {
        ...{ ...ownRunner({ pass: {} }, { trials: 2, gate: GATE, suite: SHELL_SUITE }), ...script([]) },
        'tools/runner.sh': SHELL_RUNNER,
        ...{ '.mocharc.json': json({ require: ['evals/env.mjs'] }), 'evals/env.mjs': '// sets up\n' },
      },
      change: script,
      cases: TESTS,
      is_suite: true,
    };
  },
];

it.for(KINDS.map((open, at) => [at, open] as const))(
  'ten planted regressions are found and mended in two pushes from the check alone (agent %i)',
  async ([at, open], { openScene }) => {
    await using stack = new AsyncDisposableStack();
    const {
      kind,
      main,
      change,
      cases,
      options = {},
      is_suite,
    } = stack.use({ async [Symbol.asyncDispose]() {}, ...(await open()) });
    const scene = await openScene(main, SEED);
    const redBlock = async (files: WorkspaceFiles) => {
      const { outputs } = await scene.runPull(files, run());
      return outputs['verdict'] === 'pass' ? null : blockIn(scene);
    };
    const run = (inputs: RunOptions['inputs'] = {}) => ({
      ...options,
      env: { ...USES, ...options.env },
      inputs: { 'check-run': 'true', 'html-report': 'false', ...inputs },
    });
    await scene.pushMain(run());
    const broken = change(cases);
    const red = await scene.runPull(broken, run({ confirm: 'never' }));
    expect(red.outputs['verdict'], kind + red.stdout).toBe('fail');
    const block = blockIn(scene);
    const written: Readonly<Record<string, string>> = Object.fromEntries(
      Object.entries({ ...main, ...broken }).map(([path, text]) => [path, String(text)]),
    );
    await using shell = await checkoutOf(scene);
    for (const name of cases) {
      const found = block.broken.find((item) => item.case.includes(name.replaceAll(' ', '-')));
      expect(found, `${name} of ${kind}: ${JSON.stringify(block.broken.map((item) => item.case))}`).toBeDefined();
      if (found === undefined) continue;
      const lines = (written[found.file ?? ''] ?? '').split('\n');
      expect(found.trials, name).toMatchObject({ main: { passed: expect.any(Number) }, here: { passed: 0 } });
      if (is_suite) {
        const guarded = block.must_not_change.map(({ glob }) => glob);
        expect(guarded).toEqual(expect.arrayContaining(['.mocharc.json', 'evals/env.mjs', 'evals/refund.test.mjs']));
        expect([found.file, found.line]).toEqual(['evals/refund.test.mjs', expect.any(Number)]);
        expect(found.got?.quoted).toContain("expected 'no' to contain 'Refunded'");
        expect(found.expected?.quoted).toBe('its own test passes');
      } else {
        const { expect: demand, differs, turns } = RULES[name] ?? {};
        expect(lines.slice((found.line ?? 0) - 1, (found.line ?? 0) + 1).join(), name).toContain(`"id": "${name}"`);
        const [key = ''] = Object.keys(demand ?? {});
        expect(Object.keys(JSON.parse(found.expected?.quoted ?? '{}')), name).toEqual([key]);
        expect(found.first_difference?.quoted, name).toMatch(differs ?? /^$/);
        expect(found.got?.quoted, name).toMatch(/^trial \d+: /);
        if (turns !== undefined) expect(found.turn).toBe(turns.length);
      }
      expect(found.command.join(' ').replaceAll(found.case, 'X'), name).toBe(
        block.broken[0]?.command.join(' ').replaceAll(block.broken[0].case, 'X'),
      );
      // The words differ by the case alone.
      if (name !== cases[0]) continue;
      const played = async ([npx = '', ...args]: readonly string[]) =>
        runProgram([npx, ...args], {
          cwd: shell.checkout,
          env: { ...process.env, ...options.env, PATH: shell.path },
        });
      const again = await played([...found.command, '--json']);
      expect(again.exitCode, found.command.join(' ') + again.stdout + again.stderr).toBe(1);
      const { repair } = JSON.parse(again.stdout);
      expect(repairSchema.parse(repair).broken.map((item) => item.case)).toContain(found.case);
      expect(found.which === null, name).toBe(is_suite === true);
      if (at > 0) continue;
      const searched = await played(found.which ?? []);
      expect([found.culprit, searched.exitCode], searched.stderr).toEqual([null, 0]);
      expect(searched.stdout, name).toContain(`broke ${found.case}: with the old line back`);
    }
    const [config = ''] = [main['agent-eval.yml']];
    await scene.repository.commit('explain', {
      'agent-eval.yml': json({ ...JSON.parse(config ?? ''), explain: { lines: { max_trials: 200 } } }),
    });
    let files = broken;
    let left = await redBlock(files);
    expect(left?.broken.length, kind).toBe(cases.length);
    for (let pushes = 0; left !== null && pushes < 2; pushes += 1) {
      files = takenBack(left, main, files);
      left = await redBlock(files);
    }
    expect(left?.broken.map(({ case: id }) => id) ?? [], `${kind}: ${files['prompt.md']}`).toEqual([]);
  },
);

it('two hundred outputs with planted instructions stay in fields that are named quoted, in the check and in the results', async (openScene) => {
  const texts = [...COMMANDS, ...MARKUP, '\u001b[2J', '\u0000', '\u2028', '\\"', '<!-- -->', '<b onclick=x>'];
  const planted = texts
    .flatMap((text) => [text, `"}]}\n\`\`\`\n</details>\n${text}`, `"}], "${text}": [{"`])
    .slice(0, 200);
  const answering = (isPlanted: boolean) =>
    scriptedSuite(
      Object.fromEntries(
        planted.map((text, at) => {
          const said = { ...ANSWER, output: `${FORGED} ${text}`, tool_calls: [{ name: 'say', arguments: { text } }] };
          return [`case-${at}`, isPlanted ? { step: { answer: said } } : {}];
        }),
      ),
    );
  const scene = await openScene(answering(false), SEED);
  const run = { inputs: { 'check-run': 'true', 'html-report': 'false', confirm: 'never' } };
  await scene.pushMain(run);
  await scene.runPull(answering(true), run);
  const whole: Repair = JSON.parse(artifactFiles(scene.fake.state)['repair.json'] ?? '');
  expect(whole.broken).toHaveLength(200);
  for (const block of [blockIn(scene), whole]) {
    expect(repairSchema.parse(block)).toEqual(block);
    expect(block.broken.length + block.more_broken).toBe(200);
    expect(block.broken.filter(({ got }) => !got?.quoted.includes(FORGED))).toEqual([]);
    const outside = JSON.stringify(block, (key, value) => (key === 'quoted' ? undefined : value));
    expect(outside).not.toContain(FORGED);
  }
});

/** The block of the newest check run, as its API gives it. */
function blockIn({ fake }: Scene): Repair {
  const { output } = fake.state.checkRuns.at(-1) ?? {};
  return blockOf(output?.text ?? '') as Repair;
}

/** What a coding agent pushes that takes back only the lines that the block names. Planted changes keep the number of lines. */
function takenBack({ broken, must_not_change }: Repair, main: WorkspaceFiles, here: WorkspaceFiles): WorkspaceFiles {
  const files = { ...here };
  for (const { file, lines } of broken.flatMap(({ culprit }) => culprit ?? [])) {
    expect(must_not_change.filter(({ glob }) => compileGlob(glob, 'path')(file))).toEqual([]);
    const [first, last] = lines ?? [1, Number.POSITIVE_INFINITY];
    const before = (main[file] ?? '').split('\n');
    const isNamed = (at: number) => first <= at + 1 && at + 1 <= last;
    files[file] = (files[file] ?? '')
      .split('\n')
      .map((line, at) => (isNamed(at) ? (before[at] ?? '') : line))
      .join('\n');
  }
  return files;
}

/** The same as a program that starts at once: every version that is tried starts it a few times. */
function shellMinder(): string {
  const answers = ['greeting', ...NAMES].flatMap((name) =>
    ['mind', 'skip'].map((rule) => {
      const { output = 'done', calls = [] } = reply(name, `${rule} ${name}\n`);
      const rest = { output, tool_calls: calls, usage: { input_tokens: 90, output_tokens: 10 } };
      return `  '${rule} ${name}') rest='${JSON.stringify(rest).slice(1)}' ;;`;
    }),
  );
  return `while IFS= read -r line; do
case $line in *'"type":"turn"'*) ;; *) continue ;; esac
id=\${line#*'"id":"'} input=\${line#*'"input":"'} found=skip
while IFS= read -r rule; do [ "$rule" != "mind \${input%%'"'*}" ] || found=mind; done < prompt.md
case "$found \${input%%'"'*}" in
${answers.join('\n')}
esac
printf '{"id":"%s",%s\n' "\${id%%'"'*}" "$rest"
done
`;
}

const SHELL_SUITE = { run: ['sh', 'tools/runner.sh', '{results}'], results: 'vitest', setup: ['true'] };
/** Plays Vitest as `ownRunner` does, and starts at once. */
const SHELL_RUNNER = `rows= code=0
while IFS= read -r line; do
title=\${line#*'"'} title=\${title%%'"'*}
case $line in
*'": 1'*) end='"passed","failureMessages":[]' ;;
*'": 0'*) end='"failed","failureMessages":["AssertionError: expected '"'no' to contain 'Refunded'"'\\n    at evals/refund.test.mjs:3:1"]' code=1 ;;
*) continue ;;
esac
rows="$rows\${rows:+,}{\\"ancestorTitles\\":[\\"refund\\"],\\"title\\":\\"$title\\",\\"fullName\\":\\"refund $title\\",\\"duration\\":4,\\"meta\\":{},\\"status\\":$end}"
done < script.json
[ "$code" = 0 ] && whole=passed || whole=failed
printf '{"numFailedTestSuites":%s,"testResults":[{"name":"%s/evals/refund.test.mjs","status":"%s","message":"","assertionResults":[%s]}]}' "$code" "$PWD" "$whole" "$rows" > "$1"
exit $code
`;

/** A clone as a person has it, and a PATH whose `npx` starts the bundle. */
async function checkoutOf(scene: Scene) {
  const { checkout } = await scene.openPull({});
  await runProgram(['git', 'fetch', '--quiet', '--unshallow', 'origin', '+refs/heads/*:refs/remotes/origin/*'], {
    cwd: checkout,
  });
  const path = newFolder('npx');
  const npx = `#!/bin/sh\n[ "$1" = 'github:acme/agent-eval-action#v1' ] || exit 99\nshift\nexec ${process.execPath} ${CLI_BUNDLE} "$@"\n`;
  await writeFile(join(path, 'npx'), npx);
  await chmod(join(path, 'npx'), 0o755);
  return {
    checkout,
    path: `${path}:${process.env['PATH']}`,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  };
}
