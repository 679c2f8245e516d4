import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openRunnerFiles } from '#github/log/runner-files.ts';
import { appendSummary } from '#github/log/summary.ts';
import { captureStep } from '../captured-step.ts';

const MIB = 1024 * 1024;

/** The files of a step whose summary has text of others from the start. */
async function startWith(summary: string, text: string): ReturnType<typeof openRunnerFiles> {
  await writeFile(summary, text);
  return openRunnerFiles({ GITHUB_STEP_SUMMARY: summary });
}

describe('appendSummary', () => {
  it('appends to what is there', async () => {
    const step = await captureStep(async ({ summary }) => {
      expect(await appendSummary(await startWith(summary, 'before\n'), '# Report')).toEqual([]);
    });
    expect(step.files.summary).toBe('before\n# Report\n');
  });

  it('writes a line instead of a report that GitHub would drop, and warns', async () => {
    const step = await captureStep(async (_, runner) => {
      const warnings = await appendSummary(runner, 'é'.repeat(MIB / 2));
      expect(warnings).toEqual([expect.stringContaining('1048577 bytes and GitHub takes 1048576')]);
    });
    expect(step.files.summary).toMatch(/too large for a job summary; it is in the artifact/);
    expect(step.commands.annotations).toEqual([]);
  });

  it('counts what other parts of the step wrote before', async () => {
    const step = await captureStep(async ({ summary }) => {
      const runner = await startWith(summary, 'x'.repeat(MIB - 10));
      expect(await appendSummary(runner, 'a report of some length')).toHaveLength(1);
    });
    expect(step.files.summary).toHaveLength(MIB - 10);
  });

  it.each([
    [undefined, 'GITHUB_STEP_SUMMARY is not set'],
    ['', 'GITHUB_STEP_SUMMARY is not set'],
    ['/nonexistent/folder/file', 'ENOENT'],
  ])('warns when there is no summary to write to (%s)', async (path, words) => {
    const runner = await openRunnerFiles({ GITHUB_STEP_SUMMARY: path });
    expect(await appendSummary(runner, '#')).toEqual([expect.stringContaining(words)]);
  });
});
