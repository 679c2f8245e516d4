/** `explain: lines` on a pull request: the line is named and annotated after the verdict, within every cap. */
import { describe, expect } from 'vitest';
import { newestResults } from '#test/support/drifting-suite.ts';
import { changedRules, NOISE, RULES, rulesSuite } from '#test/support/rules-suite.ts';
import { comment, it, type Scene } from '#test/support/scene.ts';
import { artifactFiles } from '#test/support/stored-artifact.ts';
import { forkOf } from '#test/testing/github/state-builders.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';

/** Main's prompt has every rule; a pull request loses one of them among eleven other changed lines. */
const suite = (explain: object) => rulesSuite(RULES, explain);
/** The comment in the config reaches no agent. */
const lost = (explain: object) => {
  const files = rulesSuite(changedRules(2), explain, 0, NOISE);
  return { ...files, 'agent-eval.yml': `${files['agent-eval.yml']}\n# as ever\n` };
};
const EXPLAIN = { explain: 'lines' };

async function pull(scene: Scene, explain: object, inputs: Readonly<Record<string, string>> = {}) {
  await scene.storeMain();
  const result = await scene.runPull(lost(explain), { inputs });
  const marks = result.commands.annotations.map(({ level, file, line, title }) => [level, file, line, title]);
  return { result, marks, comment: comment(scene), results: newestResults(scene) };
}

const headings = ({ comment: text }: { readonly comment: string }) => text.match(/^#+ .*$/gm);

const NAMED =
  'prompt.md:3: changing "mind the price" to "say nothing" broke rule-2: with the old line back 5 of 5 pass';

describe('explain: lines on a pull request', () => {
  it('annotates the line with the verdict, and names it in the comment and for a coding agent; the verdict is the one without the search, and the same content is not searched again', async (openScene) => {
    const scene = await openScene(suite(EXPLAIN));
    const named = await pull(scene, EXPLAIN);
    const fetches = scene.git.requests.filter(({ method }) => method === 'POST');
    expect(fetches.length, 'once for the trials of main, once for all versions').toBe(2);
    const plain = await pull(await openScene(suite({})), {});
    expect(named.comment).toContain(NAMED);
    const mark = ['warning', 'prompt.md', 3, 'Agent eval: broke rule-2'];
    expect(named.marks).toContainEqual(mark);
    expect(named.result.stdout).toMatch(
      /Which line\? 10 changed parts\. About 32 trials of rule-2, at most 60: \$0\.32/,
    );

    const { broken } = JSON.parse(artifactFiles(scene.fake.state)['repair.json'] ?? '');
    const culprit = { file: 'prompt.md', lines: [3, 3], rate_without: 1, rate_with: 0 };
    expect(broken).toMatchObject([{ case: 'rule-2', culprit: [culprit] }]);

    const others = plain.marks.map((own) => (own[3] === 'Agent eval' ? ['error', 'prompt.md', 3, 'Agent eval'] : own));
    expect(plain.marks).toContainEqual(['error', 'evals/cases.yml', expect.any(Number), 'Agent eval']);
    expect(named.marks.filter((own) => own[3] !== mark[3])).toEqual(others);
    expect(headings(named)).toEqual(headings(plain));
    expect(named.result.outputs['verdict']).toBe('fail');
    const trialsOf = ({ results }: typeof plain) => results.cases.map(({ id, trials }) => [id, trials.length]);
    expect(trialsOf(named)).toEqual(trialsOf(plain));
    expect(plain.results.explained).toBeUndefined();

    const again = await scene.runPull(lost(EXPLAIN));
    expect(again.stdout, 'the same content').not.toContain('Which line? ');
    expect(again.commands.annotations.map(({ title }) => title)).toContain('Agent eval: broke rule-2');
    expect(newestResults(scene).explained).toEqual(named.results.explained);

    const [before = [], here = []] = [suite(EXPLAIN), lost(EXPLAIN)].map((files: WorkspaceFiles) =>
      `${files[culprit.file]}`.split('\n'),
    );
    const mended = await scene.runPull({ [culprit.file]: here.with(2, before[2] ?? '').join('\n') });
    expect(mended.outputs['verdict'], 'what the block names, taken back').toBe('pass');
  });

  it('searches nothing where only the change asks for it: the config of main counts', async (openScene) => {
    const scene = await openScene(suite({}));
    const { result, results } = await pull(scene, EXPLAIN);
    expect(result).toDecide('fail');
    expect(result.stdout).not.toContain('Which line?');
    expect(results.explained).toBeUndefined();
  });

  it('runs no version of a fork, and says so', async (openScene) => {
    const scene = await openScene(suite(EXPLAIN));
    await scene.storeMain();
    const fork = { headRepository: forkOf(scene.fake.state.repository) };
    const { stdout } = await scene.runPull(lost(EXPLAIN), fork);
    expect(stdout).toMatch(/Which line\? Not searched: .*versions of a fork are not run/);
    expect(newestResults(scene).explained).toBeUndefined();
  });

  it('searches nothing where a cap leaves too little, and says so', async (openScene) => {
    const scene = await openScene(suite(EXPLAIN));
    const capped = await pull(scene, EXPLAIN, { 'max-tokens': '10999' });
    expect(capped.result).toDecide('fail');
    expect(capped.comment).toContain(
      'not searched for rule-2: max-tokens leaves room for 19 trials, and 20 are needed',
    );
    expect(capped.result.stdout).not.toContain('Which line? ');
  });
});
