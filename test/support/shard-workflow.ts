import { adoptWorkspace } from '../testing/github/adopt-workspace.ts';
import { pushEvent } from '../testing/github/payloads.ts';
import type { ActionResult } from '../testing/github/runner.ts';
import type { OpenPull, RunOptions, Scene } from './scene.ts';
import { type ScriptedCase, scriptedSuite } from './scripted-suite.ts';

/** What happened, and where it is checked out. */
export type Happening = Pick<OpenPull, 'event'> & { readonly checkout?: string };

const NO = { answer: { output: 'no', tool_calls: [], usage: { input_tokens: 9, output_tokens: 5 } } };

/** A suite whose agent answers as it should, but for some cases. */
export function suiteOf(
  ids: readonly string[],
  config: Readonly<Record<string, unknown>> = {},
  failing: readonly string[] = [],
) {
  const cases = ids.map((id): [string, ScriptedCase] => [id, failing.includes(id) ? { step: NO } : {}]);
  return scriptedSuite(Object.fromEntries(cases), config);
}

/** The push of main's newest commit. */
export async function mainEvent(scene: Scene): Promise<Happening> {
  await adoptWorkspace(scene.fake.state, scene.repository);
  return { event: pushEvent(scene.fake.state, { after: scene.repository.main() }) };
}

/** A matrix of shards and the job that merges them, of one run. */
export async function workflow(scene: Scene, happening: Happening, options: RunOptions = {}, of = 4) {
  const all = Array.from({ length: of }, (_, position) => position + 1);
  const { results, runId } = await runShards(scene, happening, all, options, of);
  return { shards: results, merge: await merge(scene, happening, runId, 1, options) };
}

/** Jobs of a matrix. The first begins the run, unless it has begun already. */
export async function runShards(
  scene: Scene,
  { event, checkout }: Happening,
  indices: readonly number[],
  options: RunOptions = {},
  of = 4,
): Promise<{ readonly results: readonly ActionResult[]; readonly runId: number }> {
  const place = checkout === undefined ? {} : { workspace: checkout };
  const runOne = (index: number, more: RunOptions) =>
    scene.run(event, { ...place, ...options, ...more, inputs: { ...options.inputs, shard: `${index}/${of}` } });
  const [first = 1, ...others] = indices;
  const begun = await runOne(first, {});
  const github = options.github ?? { runId: begun.run.id, runAttempt: 1 };
  const results = [begun];
  for (const index of others) results.push(await runOne(index, { github }));
  return { results, runId: begun.run.id };
}

/** The job that merges what the run has stored so far. */
export function merge(
  scene: Scene,
  { event, checkout }: Happening,
  runId: number,
  runAttempt: number,
  options: RunOptions = {},
): Promise<ActionResult> {
  const place = checkout === undefined ? {} : { workspace: checkout };
  const inputs = { ...options.inputs, mode: 'merge' };
  return scene.run(event, { ...place, ...options, inputs, github: { runId, runAttempt } });
}
