import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { answeringSuite, machine, twoJobs, worker } from '#test/support/base-side.ts';
import { readable } from '#test/support/markdown.ts';
import { it } from '#test/support/scene.ts';
import { json } from '#test/support/scripted-suite.ts';
import { sample } from '#test/support/tries.ts';

const PLAIN = worker('own()');
const SUITE = answeringSuite(PLAIN);

/** Waits for the files of main's commit, and has its agent say what the change says. */
const SPOILER = `
const { readdirSync, writeFileSync } = require('node:fs');
setInterval(() => {
  for (const name of readdirSync(process.argv[1]))
    if (name.startsWith('agent-eval-base-'))
      try { writeFileSync(process.argv[1] + '/' + name + '/repository/answer.txt', 'no idea'); } catch {}
}, 1);
`;

/** A check of every case that needs the right answer. */
const CHECKED = {
  'checks/check.mjs': "export default ({ output }) => ({ passed: String(output).includes('well') });\n",
  'evals/cases.yml': json({
    cases: Array.from({ length: 4 }, (_, index) => ({
      id: `case-${index}`,
      input: 'x',
      expect: { custom: [{ module: 'checks/check.mjs' }], response: { contains: ['well'] } },
    })),
  }),
};

const BUILD = `import { copyFileSync } from 'node:fs';\ncopyFileSync('answer.txt', 'built.txt');\n`;

/** Has whatever runs among main's files find the answer of the change. */
function shimOfNode(home: string): string {
  const script = `#!/bin/sh\\ncase "$PWD" in */agent-eval-base-*) printf "no idea" > answer.txt;; esac\\nexec ${process.execPath} "$@"\\n`;
  return `writeFileSync('${home}/bin/node', '${script}', { mode: 0o755 });`;
}

const PACKAGES = 'versions/3.12/lib/python3.12/site-packages';

/** A pyenv as it stands in a home: a shim on PATH starts the Python of the version that a file names; this Python builds what the agent reads. */
async function installPyenv(home: string): Promise<string> {
  const root = join(home, '.pyenv');
  const python = `for file in ${root}/${PACKAGES}/*.pth; do if [ -e "$file" ]; then . "$file"; fi; done; cp answer.txt built.txt`;
  const files = {
    version: '3.12',
    'shims/python3': `#!/bin/sh\nexec "${root}/versions/$(cat ${root}/version)/bin/python3" "$@"\n`,
    'versions/3.12/bin/python3': `#!/bin/sh\n${python}\n`,
    'versions/3.99/bin/python3': '#!/bin/sh\nprintf "no idea" > built.txt\n',
    [`${PACKAGES}/plain.pth`]: '',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text, { mode: 0o755 });
  }
  return root;
}

/** What the report of a red says where fresh trials of main made it so. */
const STILL_WELL =
  /In fresh trials of both, pass rate is 100 % on main|Of fresh trials of both, (\d+) of \1 passed on main/;

describe('a change that breaks the agent', () => {
  it('is red though it leaves a process behind that spoils main, with its environment cleared and a session of its own', async (openScene) => {
    const scene = await openScene(SUITE);
    await scene.storeMain();
    const { options } = await machine();
    const leave = `spawn(process.execPath, ['-e', ${JSON.stringify(SPOILER)}, '${options.env?.['RUNNER_TEMP']}'], { env: {}, detached: true, stdio: 'ignore' }).unref();`;
    const result = await scene.runPull({ 'answer.txt': 'no idea', 'agent.mjs': worker('own()', leave) }, options);
    expect(result).toDecide('fail');
    expect(readable(result.summary)).toMatch(STILL_WELL);
    const left =
      /stopped programs that the agent had left running: node\S* \(process \d+\), whose program is in the job's temporary folder/;
    expect(readable(result.summary)).toMatch(left);
    expect(result.survivors).toEqual([]);
  });

  it("is red by main's stored trials, with the reason, though it puts a git of its own before the one that fetches main's commit", async (openScene) => {
    const scene = await openScene(SUITE);
    await scene.storeMain();
    const { home, options } = await machine();
    const shim = `writeFileSync('${home}/bin/git', '#!/bin/sh\\nenv > ${home}/stolen; exit 1\\n', { mode: 0o755 });`;
    const change = { 'answer.txt': 'no idea', 'agent.mjs': worker('own()', shim) };
    const result = await scene.runPull(change, options);
    expect(result).toDecide('fail');
    expect(readable(result.summary)).toMatch(
      /Main was not tried again: git can't be trusted to fetch it: "git" \(\S+\) was put on PATH or changed\./,
    );
    expect(existsSync(`${home}/stolen`), 'nobody was handed the token').toBe(false);
  });

  it("is red by fresh trials of main, though it puts a node of its own before the one that runs main's agent", async (openScene) => {
    const scene = await openScene(SUITE);
    await scene.storeMain();
    const { home, options } = await machine();
    const change = { 'answer.txt': 'no idea', 'agent.mjs': worker('own()', shimOfNode(home)) };
    const result = await scene.runPull(change, options);
    expect(result).toDecide('fail');
    expect(readable(result.summary)).toMatch(STILL_WELL);
    expect(readable(result.summary), "nobody writes to main's files").not.toContain('made anew');
  });

  it("is red by main's stored trials, with the reason, though the programs that main's setup starts by name are others now", async (openScene) => {
    const setup = { agent: { command: ['node', 'agent.mjs'], setup: ['node setup.mjs'] } };
    const suite = { ...answeringSuite(worker("readFileSync('built.txt', 'utf8')"), setup), 'setup.mjs': BUILD };
    const scene = await openScene(suite);
    await scene.pushMain();
    const { home, options } = await machine();
    const change = {
      'answer.txt': 'no idea',
      'agent.mjs': worker("readFileSync('built.txt', 'utf8')", shimOfNode(home)),
    };
    const result = await scene.runPull(change, options);
    expect(result).toDecide('fail');
    expect(readable(result.summary)).toMatch(
      /Main was tried again, which settled nothing: main's side could not be kept apart: "node" \(\S+\) was put on PATH or changed\./,
    );
    expect(readable(result.summary)).toMatch(/^\| pass rate \|.*❌/m);
    expect(readable(result.summary)).not.toContain('looked worse, but not when');
  });
});

describe("main's side is its own: what looks worse is not closed for a change that", () => {
  it('hides a daemon that uses no folder of the job and rewrites what main reads', async (openScene) => {
    const scene = await openScene(SUITE);
    await scene.storeMain();
    const { options } = await machine();
    const job = Buffer.from(options.env?.['RUNNER_TEMP'] ?? '').toString('base64');
    const daemon = SPOILER.replaceAll('process.argv[1]', `Buffer.from('${job}', 'base64')`);
    const leave = `spawn(process.execPath, ['-e', ${JSON.stringify(daemon)}], { env: {}, cwd: '/', detached: true, stdio: 'ignore' }).unref();`;
    const result = await scene.runPull({ 'answer.txt': 'no idea', 'agent.mjs': worker('own()', leave) }, options);
    expect(result).toDecide('fail');
    expect(readable(result.summary)).toMatch(STILL_WELL);
    expect(readable(result.summary)).toMatch(
      /stopped programs .*node\S* \(process \d+\), which a program of this run started/,
    );
    const anew =
      "somebody wrote to main's files between its turns, which were made anew, so 5 rounds of each side ran in 3 blocks";
    expect(readable(result.summary)).toContain(anew);
    expect(result.survivors).toEqual([]);
  });

  it('edits the check of its cases, which would judge main and could rewrite it', async (openScene) => {
    const scene = await openScene({ ...SUITE, ...CHECKED });
    await scene.pushMain({ inputs: { trajectories: 'all' } });
    const { options } = await machine();
    const edited = `${CHECKED['checks/check.mjs']}// edited\n`;
    const result = await scene.runPull({ 'answer.txt': 'no idea', 'checks/check.mjs': edited }, options);
    expect(result).toDecide('fail');
    const words = /main's side could not be kept apart: the change edits the checks of case-\d/;
    expect(readable(result.summary)).toMatch(words);
  });

  it.for(
    sample(
      [
        ['edits agent.setup', { setup: ['true'] }, 'the change edits agent.setup', 'fail'],
        ['edits agent.env', { env: { MODE: 'x' } }, 'the change edits agent.env', 'fail'],
        [
          'lets a file of main be written to',
          {},
          `"other.json" of main's commit was written while its trials ran`,
          'fail',
        ],
        [
          'does nothing of that: an outage, or a break of what both sides use',
          {},
          "so that an outage can't be told from a change that breaks what both sides use",
          'inconclusive',
        ],
      ] as const,
      3,
    ),
  )('%s, though main does as badly today', async ([how, agent, words, verdict], { openScene }) => {
    const { home, options } = await machine();
    const broken = join(home, 'broken');
    const isMain = how.includes('file of main') ? "process.cwd().includes('agent-eval-base-')" : 'false';
    const code = `const today = () => {
  if (${isMain}) writeFileSync('other.json', '{ }');
  return existsSync('${broken}') ? 'no idea' : 'all is well';
};`;
    const command = { command: ['node', 'agent.mjs'] };
    const scene = await openScene(answeringSuite(worker('today()', code), { agent: command }));
    await scene.pushMain(options);
    await writeFile(broken, '');
    const change = answeringSuite(worker('today()', code), { agent: { ...command, ...agent } });
    const result = await scene.runPull({ ...change, 'note.txt': '' }, options);
    expect(readable(result.summary)).toContain(words);
    expect(result).toDecide(verdict);
  });
});

describe('a change that breaks the agent is red, whatever it writes for the tools of main:', () => {
  it.for(
    sample(
      [
        ['of the user', '.npmrc'],
        ['of all users', 'etc/npmrc'],
      ] as const,
      2,
    ),
  )(
    "by fresh trials of main, though npm's settings %s name a shell that spoils what main builds",
    async ([, file], { openScene }) => {
      const answer = "readFileSync('built.txt', 'utf8')";
      const setup = { agent: { command: ['node', 'agent.mjs'], setup: ['npm run build'] } };
      const suite = {
        ...answeringSuite(worker(answer), setup),
        'setup.mjs': BUILD,
        'package.json': '{"scripts": {"build": "node setup.mjs"}}',
      };
      const scene = await openScene(suite);
      await scene.pushMain();
      const { home, options } = await machine();
      const env = { ...options.env, PREFIX: home };
      await mkdir(join(home, 'etc'));
      const shell = `#!/bin/sh\\nprintf "no idea" > answer.txt\\nexec /bin/sh "$@"\\n`;
      const npmrc = `writeFileSync('${home}/shell', '${shell}', { mode: 0o755 }); writeFileSync('${home}/${file}', 'script-shell=${home}/shell\\n');`;
      const change = { 'answer.txt': 'no idea', 'agent.mjs': worker(answer, npmrc) };
      const result = await scene.runPull(change, { ...options, env });
      expect(result).toDecide('fail');
      expect(readable(result.summary)).toMatch(STILL_WELL);
      expect(existsSync(join(home, file)), 'the change has the home of the job').toBe(true);
    },
  );

  it.for(
    sample(
      [
        ['the version that pyenv starts', 'version', '3.99'],
        ['the Python of that version', 'versions/3.12/bin/python3', '#!/bin/sh\nprintf "no idea" > built.txt\n'],
        ['what that Python loads at its start', `${PACKAGES}/spoil.pth`, 'printf "no idea" > answer.txt'],
      ] as const,
      3,
    ),
  )("by main's stored trials, with the reason, where it writes %s", async ([, file, text], { openScene }) => {
    const answer = "readFileSync('built.txt', 'utf8')";
    const setup = { agent: { command: ['node', 'agent.mjs'], setup: ['python3 build.py'] } };
    const scene = await openScene(answeringSuite(worker(answer), setup));
    const { home, options } = await machine();
    const root = await installPyenv(home);
    const env = { ...options.env, PATH: `${join(root, 'shims')}:${options.env?.['PATH']}` };
    await scene.pushMain({ ...options, env });
    const write = `writeFileSync('${join(root, file)}', ${JSON.stringify(text)});`;
    const change = { 'answer.txt': 'no idea', 'agent.mjs': worker(answer, write) };
    const result = await scene.runPull(change, { ...options, env });
    expect(result).toDecide('fail');
    expect(readable(result.summary)).toContain(
      `Main was tried again, which settled nothing: main's side could not be kept apart: ${join(root, file)}, which programs read when they start, was changed`,
    );
  });
});

it("is red by main's stored trials, with the reason, where main's agent misses a package that a step has put into the home of the job", async (openScene) => {
  const needing = worker('own()', "readFileSync(join(homedir(), 'package.txt'));");
  const scene = await openScene(answeringSuite(needing));
  const { home, options } = await machine();
  await writeFile(join(home, 'package.txt'), '');
  const pushed = await scene.pushMain(options);
  expect(pushed.exitCode, 'honest runs have the home of the job').toBe(0);
  const result = await scene.runPull({ 'answer.txt': 'no idea' }, options);
  expect(result).toDecide('fail');
  expect(readable(result.summary)).toMatch(
    /Main was not tried again: its agent can't be run: .*; it runs in an empty home folder, without what earlier steps left in the job's home\./,
  );
});

describe('with confirm: job', () => {
  it('a change that does no worse than main does today is open, as both do worse than before', async (openScene) => {
    const { home } = await machine();
    const provider = join(home, 'provider.txt');
    await writeFile(provider, '');
    const drifting = worker(`readFileSync('${provider}', 'utf8') === '' ? own() : 'no idea'`);
    const scene = await openScene(answeringSuite(drifting));
    await scene.pushMain();
    await writeFile(provider, 'drifted');
    const { merged } = await twoJobs(scene, await scene.openPull({ 'answer.txt': 'all is still well' }));
    expect(merged).toDecide('inconclusive');
    expect(readable(merged.summary)).toContain('in 20 of 20 rounds nothing passed on either side');
  });

  it("a fixed path that main's agent reads is not the one that the change has written", async (openScene) => {
    const { home } = await machine();
    const fixed = join(home, 'cache.txt');
    const scene = await openScene(answeringSuite(worker(`existsSync('${fixed}') ? 'no idea' : own()`)));
    await scene.pushMain();
    const spoiling = worker("'no idea'", `writeFileSync('${fixed}', 'x');`);
    const { event, checkout } = await scene.openPull({ 'agent.mjs': spoiling });
    const { merged } = await twoJobs(scene, { event, checkout }, () => rm(fixed));
    expect(merged).toDecide('fail');
  });

  it('checks that are the same on both sides judge main, from its own files', async (openScene) => {
    const check = (passed: boolean) =>
      `process.stdin.resume().on('end', () => console.log(JSON.stringify({ passed: ${passed}, score: 1 })));\n`;
    const suite = answeringSuite(worker('own()'));
    const cases = JSON.parse(String(suite['evals/cases.yml'])).cases.map((evalCase: object) => ({
      ...evalCase,
      expect: { response: { contains: ['well'] }, custom: [{ command: ['node', 'check.mjs'] }] },
    }));
    const scene = await openScene({ ...suite, 'evals/cases.yml': JSON.stringify({ cases }), 'check.mjs': check(true) });
    await scene.pushMain();
    const same = await twoJobs(scene, await scene.openPull({ 'answer.txt': 'no idea' }));
    expect(same.merged).toDecide('fail');
    expect(readable(same.merged.summary)).toMatch(STILL_WELL);
  });
});
