import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';

test('a run never reads a baseline that it would overwrite: compared with itself, it would be green when typed again', async () => {
  const main = JSON.stringify(resultsFile([caseRecord('one', { trials: outcomes(2) })]));
  const suite = scriptedSuite({ one: { step: { answer: { output: 'no' } } } });
  await using folder = await folderWith({ ...suite, 'agent-eval-results/results.json': main });
  await symlink('agent-eval-results', join(folder.path, 'linked'));
  for (const baseline of ['agent-eval-results', 'agent-eval-results/results.json', 'linked/results.json']) {
    const result = await folder.cli(['run', '--baseline', baseline]);
    expect([result.exitCode, result.stdout]).toEqual([2, '']);
    expect(result.stderr).toContain(
      `--baseline: ${baseline.replace(/results$/, 'results/results.json')} is in the output folder`,
    );
    expect(result.stderr).toContain('Write this run elsewhere with --output, or rename the folder of that one');
  }
  expect(await folder.read('agent-eval-results/results.json')).toBe(main);
});
