import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { appendSummary } from '#adapters/github/log/summary.ts';
import { captureStep } from '../captured-step.ts';

const MIB = 1024 * 1024;

describe('appendSummary', () => {
  it('appends to what is there', async () => {
    const step = await captureStep(async ({ summary }) => {
      await writeFile(summary, 'before\n');
      expect(await appendSummary(summary, '# Report')).toEqual([]);
    });
    expect(step.files.summary).toBe('before\n# Report\n');
  });

  it('takes a report of exactly 1 MiB', async () => {
    const step = await captureStep(async ({ summary }) => {
      expect(await appendSummary(summary, `${'é'.repeat(MIB / 2 - 1)}x`)).toEqual([]);
      expect(await readFile(summary)).toHaveLength(MIB);
    });
    expect(step.commands.annotations).toEqual([]);
  });

  it('writes a line instead of a report that GitHub would drop, and warns', async () => {
    const step = await captureStep(async ({ summary }) => {
      const warnings = await appendSummary(summary, 'é'.repeat(MIB / 2));
      expect(warnings).toEqual([expect.stringContaining('1048577 bytes and GitHub takes 1048576')]);
    });
    expect(step.files.summary).toMatch(/too large for a job summary; it is in the artifact/);
    expect(step.commands.annotations).toEqual([]);
  });

  it('counts what other parts of the step wrote before', async () => {
    const step = await captureStep(async ({ summary }) => {
      await writeFile(summary, 'x'.repeat(MIB - 10));
      expect(await appendSummary(summary, 'a report of some length')).toHaveLength(1);
    });
    expect(step.files.summary).toHaveLength(MIB - 10);
  });

  it('warns when there is no summary to write to', async () => {
    expect(await appendSummary(undefined, '#')).toEqual([expect.stringContaining('GITHUB_STEP_SUMMARY is not set')]);
    expect(await appendSummary('', '#')).toHaveLength(1);
    expect(await appendSummary('/nonexistent/folder/file', '#')).toEqual([expect.stringContaining('ENOENT')]);
  });
});
