import { describe, expect } from 'vitest';
import {
  caseIds,
  driftingSuite,
  it,
  mainResults,
  newestResults,
  prompt,
  storeMain,
} from '#test/support/drifting-suite.ts';
import { comment } from '#test/support/scene.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';

const OWNERS = { '.github/CODEOWNERS': '* @acme/everyone\nagent-eval-accepts.yml @acme/agents @jo # who agrees\n' };
const SUITE = { ...driftingSuite(caseIds(6)), ...OWNERS };

/** A change that breaks a case, and says that it means to. */
function breaking(id: string, entry: string): WorkspaceFiles {
  return { ...prompt({ [id]: 0 }), 'agent-eval-accepts.yml': `- ${entry}\n` };
}

const MEANT = '{case: case-1, reason: "the old tool @jo made is gone", until: 2099-12-31}';

describe('a regression that a change means', () => {
  it('is accepted with its reason, listed first with its owners; main then holds it', async (openScene, provider) => {
    const scene = await openScene(SUITE);
    await storeMain(scene, await mainResults(SUITE), 3);
    const without = await scene.runPull(prompt({ 'case-1': 0 }), provider.reach());
    expect(without).toDecide('fail');

    const accepted = await scene.runPull(breaking('case-1', MEANT), provider.reach());
    expect(accepted.outputs, accepted.stdout).toMatchObject({ verdict: 'pass', passed: 'true' });
    const [headline = '', first = '', entry = ''] = comment(scene)
      .split('\n')
      .filter((line) => /^(###|\*\*|- )/.test(line));
    expect(headline).toContain('✅ Agent eval passed: nothing else got worse; accepted: the old tool');
    expect(first).toBe(
      '**Accepted (1)** · asked to look, as owners of <code>agent-eval-accepts.yml</code>: <code>@acme/agents</code>, <code>@jo</code>',
    );
    expect(entry).toMatch(/^- case case-1 passed 15\/15 on main and 0\/\d+ here; until 2099-12-31$/);
    expect(scene.fake.state.comments.at(-1)?.body).not.toMatch(/@(acme|jo)/);

    await scene.repository.branch('main');
    await scene.repository.commit('merged', breaking('case-1', MEANT));
    const pushed = await scene.pushMain(provider.reach());
    expect(pushed).toExit(0);
    expect(Object.keys(newestResults(scene).epoch?.cases ?? {})).toEqual(['case-1']);

    const later = await scene.runPull({ 'README.md': 'words' }, provider.reach());
    expect(later).toDecide('pass');
    expect(comment(scene)).toContain('the accept of case case-1 has no further effect: main already has what it names');
  });

  it("is red if main's policy allows no accepts, also if the change allows them, or puts the case in quarantine", async (openScene, provider) => {
    const strict = { ...driftingSuite(caseIds(6), { gate: { accepts: false } }), ...OWNERS };
    const scene = await openScene(strict);
    await storeMain(scene, await mainResults(strict), 3);
    const quarantine = [{ case: 'case-1', reason: 'flaky', until: '2099-12-31' }];
    const lax = driftingSuite(caseIds(6), { quarantine });
    const result = await scene.runPull({ ...lax, ...breaking('case-1', MEANT) }, provider.reach());
    expect(result).toDecide('fail');
    expect(comment(scene)).toContain("has no effect: main's policy allows no accepts (gate.accepts: false)");
  });
});
