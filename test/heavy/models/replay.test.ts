import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { readable } from '#test/support/markdown.ts';
import {
  BOTH_KINDS,
  BUILT_IN,
  endsOf,
  environmentOf,
  modelSuite,
  PROGRAM,
  REAL_KEY,
  runModels,
} from '#test/support/model-suite.ts';
import { it as withScene } from '#test/support/scene.ts';
import { storedResults } from '#test/support/stored-artifact.ts';
import { READ_ONLY } from '#test/testing/github/state.ts';
import { forkOf } from '#test/testing/github/state-builders.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { call, called, lastUser } from '#test/testing/providers/rules.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';

/** Answers differ from request to request, so that a repeated answer is a stored one. */
function numbered(): ModelScript {
  let count = 0;
  return (request) => {
    if (called(request, 'look_up') === 0) return { calls: [call('look_up', { what: lastUser(request) })] };
    count += 1;
    return { text: `all is well, says answer ${count}`, usage: { input: 100, output: 10 } };
  };
}

const CASES = ['one', 'two'];
const NOBODY = {
  base_urls: {
    openai: 'http://127.0.0.1:1/v1',
    anthropic: 'http://127.0.0.1:1',
    azure: 'http://127.0.0.1:1',
    openrouter: 'http://127.0.0.1:1',
    vercel: 'http://127.0.0.1:1',
    gemini: 'http://127.0.0.1:1',
    bedrock: 'http://127.0.0.1:1',
    ollama: 'http://127.0.0.1:1',
  },
};

describe.each(BOTH_KINDS)('%s', (_, agent) => {
  const suite = modelSuite(agent, { one: {}, two: {} }, { trials: 2 });

  it('gives in a strict replay the answers that were recorded, trial by trial; it costs nothing and proves nothing', async () => {
    await using server = await startModelServer(numbered());
    await using folder = await folderWith(suite);
    const recorded = await runModels(folder, server, ['--replay', 'record']);
    expect(endsOf(recorded), recorded.stderr).toEqual(Array(4).fill('passed'));
    expect(recorded.trials.map(({ source }) => source)).toEqual(Array(4).fill('live'));
    expect(new Set(hashesOf(recorded)).size).toBe(4);
    await rename(join(folder.path, 'agent-eval-results', 'results.json'), join(folder.path, 'main.json'));
    const before = server.requests.length;
    const args = ['--baseline', 'main.json', '--replay', 'strict', '--max-tokens', '10'];
    const replayed = await runModels(folder, server, args);
    expect(server.requests.length).toBe(before);
    expect(hashesOf(replayed), replayed.stderr).toEqual(hashesOf(recorded));
    expect(replayed.trials.map(({ source, steps }) => [source, steps])).toEqual(Array(4).fill(['replayed', 2]));
    expect(replayed.results?.complete).toBe(true);
    expect(replayed.verdict).toBe('inconclusive');
    expect(replayed.stderr).toMatch(/^INCONCLUSIVE {2}can't tell \(would block\): 4 of 4 judged trials replayed/m);
    // Nobody is there at all, and there is no key either.
    const alone = await runModels(folder, NOBODY, ['--replay', 'strict'], { OPENAI_API_KEY: '' });
    expect(hashesOf(alone), alone.stderr).toEqual(hashesOf(recorded));
  });
});

/** The same change of the prompt for both kinds. */
const CHANGES: readonly (readonly [string, (prompt: string) => WorkspaceFiles])[] = [
  [
    'a built-in agent',
    (prompt) => ({
      ...modelSuite({ openai: { ...BUILT_IN.openai, prompt: 'prompt.md' } }, CASES),
      'prompt.md': prompt,
    }),
  ],
  ['a recorded program', (prompt) => modelSuite({ ...PROGRAM, env: { SYSTEM_PROMPT: prompt } }, CASES)],
];

it.each(CHANGES)(
  'a changed prompt of %s is an unseen request: in a strict replay an error that says what differs, in the mode auto asked anew and kept beside the rest',
  async (_, suite) => {
    await using server = await startModelServer(numbered());
    await using folder = await recordedFolder(suite('Be brief.'), server);
    await folder.write(suite('Be very brief.'));
    const before = server.requests.length;
    const run = await runModels(folder, server, ['--replay', 'strict']);
    expect(endsOf(run), run.stderr).toEqual(['error: replay_miss', 'error: replay_miss']);
    expect(run.trials.map(({ tries }) => tries)).toEqual([1, 1]);
    expect(server.requests.length).toBe(before);
    for (const { error } of run.trials) {
      expect(error?.message).toMatch(/differs from the nearest one stored for trial 1 of case .* at messages\[0\]/);
      expect(error?.message).toMatch(/very brief/);
    }
    expect(run.verdict).not.toBe('pass');
    const changed = await runModels(folder, server, ['--replay', 'auto']);
    expect(
      changed.trials.map(({ source }) => source),
      changed.stderr,
    ).toEqual(['live', 'live']);
    expect(server.requests.length).toBe(before + 4);
    await folder.write(suite('Be brief.'));
    const again = await runModels(folder, server, ['--replay', 'auto']);
    expect(again.trials.map(({ source }) => source)).toEqual(['replayed', 'replayed']);
    expect(server.requests.length).toBe(before + 4);
  },
);

it('cassettes hold no key, one readable file per case, and are the same when nothing changed', async () => {
  await using server = await startModelServer('all is well', { seed: 1 });
  await using folder = await recordedFolder(modelSuite(PROGRAM, ['one', 'two']), server);
  const folderPath = join(folder.path, 'agent-eval-cassettes');
  const names = (await readdir(folderPath)).filter((name) => name.endsWith('.json'));
  expect(names.toSorted()).toEqual(['one.json', 'two.json']);
  const first = await Promise.all(names.map((name) => readFile(join(folderPath, name), 'utf8')));
  expect(first.join()).toContain('all is well');
  expect(first.join()).not.toContain(REAL_KEY);
  expect(first.join()).not.toMatch(/127\.0\.0\.1/);
  await runModels(folder, server, ['--replay', 'auto']);
  expect(await Promise.all(names.map((name) => readFile(join(folderPath, name), 'utf8')))).toEqual(first);
});

describe('a pull request from a fork, which gets no keys', () => {
  const suite = modelSuite({ ...PROGRAM, needs: ['OPENAI_API_KEY'] }, ['one', 'two'], { trials: 2 });
  const builtIn = modelSuite(BUILT_IN, ['one', 'two'], { trials: 2 });
  withScene('runs on the cassettes that are committed, asks nobody, and is inconclusive', async (openScene) => {
    await using server = await startModelServer(numbered());
    const anywhere = modelSuite({ ...BUILT_IN, needs: ['OPENAI_API_KEY'] }, ['one', 'two'], { trials: 2 });
    for (const [files, env] of [
      [suite, keyless(environmentOf(server))],
      [anywhere, keyless(environmentOf(server))],
      // At its own host a provider wants a key, so that nothing has to be said under needs.
      [builtIn, { OPENAI_API_KEY: '' }],
    ] as const) {
      await using folder = await recordedFolder(files, server);
      const before = server.requests.length;
      const scene = await openScene({ ...files, ...(await cassettesOf(folder)) }, { permissions: READ_ONLY });
      const headRepository = forkOf(scene.fake.state.repository);
      const { event, checkout } = await scene.openPull({}, { headRepository });
      const result = await scene.run(event, { workspace: checkout, env });
      expect(result).toExit(0);
      expect(server.requests.length).toBe(before);
      expect(result.outputs).toMatchObject({ verdict: 'inconclusive', trials: '4', 'pass-rate': '1' });
      expect(readable(result.summary)).toMatch(/replayed/);
      const { cases } = storedResults(scene.fake.state);
      for (const { trials } of cases)
        expect(trials).toEqual(Array(2).fill(expect.objectContaining({ source: 'replayed' })));
      if (files !== suite) continue;
      const rude = { ...PROGRAM, needs: ['OPENAI_API_KEY'], env: { SYSTEM_PROMPT: 'Be rude.' } };
      const changed = await scene.openPull(modelSuite(rude, CASES, { trials: 2 }), { headRepository });
      const unseen = await scene.run(changed.event, { workspace: changed.checkout, env });
      expect(unseen).toDecide('inconclusive');
      expect(readable(unseen.summary)).toMatch(
        /OPENAI_API_KEY is empty or missing, and no stored answer fits the requests of this change/,
      );
    }
  });
});

async function recordedFolder(files: WorkspaceFiles, server: Parameters<typeof runModels>[1]): Promise<Folder> {
  const folder = await folderWith(files);
  const run = await runModels(folder, server, ['--replay', 'record']);
  expect(
    run.trials.every(({ source, error }) => source === 'live' && error === null),
    run.stderr,
  ).toBe(true);
  return folder;
}

async function cassettesOf({ path }: Folder): Promise<WorkspaceFiles> {
  const folder = join(path, 'agent-eval-cassettes');
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder);
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [`agent-eval-cassettes/${name}`, await readFile(join(folder, name), 'utf8')] as const),
    ),
  );
}

function keyless(environment: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { ...environment, OPENAI_API_KEY: '' };
}

function hashesOf({ trials }: { readonly trials: readonly { readonly output_hash: string | null }[] }) {
  return trials.map(({ output_hash }) => output_hash);
}
