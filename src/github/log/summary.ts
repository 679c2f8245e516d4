import { oneLine } from '../api/one-line.ts';
import type { RunnerFiles } from './runner-files.ts';

/**
 * Appends Markdown to the job summary. GitHub drops a summary over 1 MiB as a whole, so then only a line is written that says
 * where the report is. Never throws; returns problems as warnings.
 */
export async function appendSummary(
  files: Pick<RunnerFiles, 'size' | 'append'>,
  markdown: string,
): Promise<readonly string[]> {
  const size = files.size('GITHUB_STEP_SUMMARY');
  if (size === null) return ['The job summary was not written: GITHUB_STEP_SUMMARY is not set.'];
  try {
    const room = MAX_SUMMARY_BYTES - size;
    const bytes = Buffer.byteLength(markdown) + 1;
    if (bytes <= room) {
      await files.append('GITHUB_STEP_SUMMARY', `${markdown}\n`);
      return [];
    }
    const instead = `The report of ${bytes} bytes is too large for a job summary; it is in the artifact.\n`;
    if (Buffer.byteLength(instead) <= room) await files.append('GITHUB_STEP_SUMMARY', instead);
    return [`The job summary holds no report: it has ${bytes} bytes and GitHub takes ${MAX_SUMMARY_BYTES} per step.`];
  } catch (error) {
    return [`The job summary was not written: ${oneLine(String(error), 300)}`];
  }
}

const MAX_SUMMARY_BYTES = 1024 * 1024;
