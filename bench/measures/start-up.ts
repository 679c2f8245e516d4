import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { adoptWorkspace } from '#test/testing/github/adopt-workspace.ts';
import { startFakeGitHub } from '#test/testing/github/fake-github.ts';
import { pushEvent } from '#test/testing/github/payloads.ts';
import { runAction } from '#test/testing/github/runner.ts';
import { createRepository } from '#test/testing/github/workspace.ts';
import { chunkOf, importGraph } from '../../scripts/static-part.ts';
import { ACTION, CLI, DIST } from '../support/bundle.ts';
import { inTurn, medianRatio, medians, type Round } from '../support/in-turn.ts';
import { type NotedCost, notedCost, notesCost } from '../support/noted-cost.ts';
import { repeats } from '../support/repeats.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import type { Row } from '../support/table.ts';
import { succeeded, watch } from '../support/watch.ts';

const ROUNDS = repeats(9);
const MOST = 6;
const COMPILES = { NODE_DISABLE_COMPILE_CACHE: '1' };

/** P4: `validate` on one case, and the action until its agent is asked, against a bare start of Node. */
export async function startUp(): Promise<readonly Row[]> {
  await using folder = await scratchFolder();
  const node = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    succeeded(await watch(process.execPath, args, { cwd: folder.path, env })).wall_ms;
  const bare = () => node(['-e', '0']);
  await node([CLI, 'init', '--language', 'node']);
  const validate = () => node([CLI, 'validate']);
  // The first start of an installation keeps what the later ones use.
  await validate();
  const validated = await inTurn(ROUNDS, bare, validate);
  const validatedFirst = await inTurn(ROUNDS, bare, () => node([CLI, 'validate'], COMPILES));
  await using action = await startedAction();
  const started = await inTurn(ROUNDS, bare, async () => (await action.once(DIST)).to_first_trial_ms);
  const graph = await importGraph(DIST, [ACTION, CLI]);
  const load = (chunk: string) => () =>
    node(['--input-type=module', '--eval', `import ${JSON.stringify(pathToFileURL(join(DIST, chunk)).href)}`]);
  const validates = load(chunkOf(graph, chunkOf(graph, 'cli.js', 'chunks/program-'), 'chunks/validate-'));
  const runs = load(chunkOf(graph, 'index.js', 'chunks/modes-'));
  return [
    row('validate one case, wall', validated, MOST),
    row('the first of an installation, which compiles', validatedFirst, null),
    row('of it, loading its code', await inTurn(ROUNDS, bare, validates), null),
    row('action to its first trial', started, null),
    row('of it, loading the code of mode run', await inTurn(ROUNDS, bare, runs), null),
  ];
}

function row(figure: string, rounds: readonly Round<number>[], most: number | null): Row {
  const [bare, ours] = medians(rounds);
  const ratio = medianRatio(rounds);
  return {
    work: 'P4 start',
    figure,
    measured: `${ours.toFixed(0)} ms`,
    beside: `${ratio.toFixed(1)} × bare node (${bare.toFixed(0)} ms)`,
    mark: most === null ? '' : `≤ ${most} × bare node`,
    met: most === null ? null : ratio <= most,
  };
}

/** What the action costs until it ends, and how long it takes until its agent is asked. */
type Started = NotedCost & { readonly to_first_trial_ms: number };

/** The action on the first push to main, against a GitHub on loopback that has no earlier run; its agent is a server that notes when it is asked. */
export async function startedAction(): Promise<
  AsyncDisposable & { readonly once: (dist: string) => Promise<Started> }
> {
  let asked = Number.NaN;
  const agent = createServer((request, response) => {
    asked = performance.now();
    request.resume();
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ output: 'the answer' }));
  });
  await new Promise<void>((listening) => agent.listen(0, '127.0.0.1', listening));
  const { port } = agent.address() as AddressInfo;
  const repository = await createRepository({
    'agent-eval.yml': JSON.stringify({
      version: 1,
      agent: { http: { url: `http://127.0.0.1:${port}/turn` } },
      cases: ['cases.json'],
      trials: 1,
    }),
    'cases.json': JSON.stringify({
      cases: [{ id: 'one', input: 'go', expect: { response: { contains: ['answer'] } } }],
    }),
  });
  const after = await repository.head();
  const scratch = await scratchFolder();
  const costFile = join(scratch.path, 'cost.json');
  return {
    async once(dist) {
      await using fake = await startFakeGitHub();
      await adoptWorkspace(fake.state, repository);
      const begun = performance.now();
      const { exitCode, stdout } = await runAction({
        bundle: join(dist, 'index.js'),
        actionFile: join(dist, '..', 'action.yml'),
        workspace: repository.path,
        fake,
        event: pushEvent(fake.state, { after }),
        // A runner begins without compiled code.
        env: { ...COMPILES, ...notesCost(costFile) },
      });
      if (exitCode !== 0) throw new Error(`the action ended with ${exitCode}: ${stdout}`);
      return { ...(await notedCost(costFile)), to_first_trial_ms: asked - begun };
    },
    async [Symbol.asyncDispose]() {
      agent.close();
      await repository[Symbol.asyncDispose]();
      await scratch[Symbol.asyncDispose]();
    },
  };
}
