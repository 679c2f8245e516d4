import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { Case } from '#cases/suite/case.ts';
import { errorMessage } from '#common/error-message.ts';
import { TRAJECTORIES_FILE } from '#gate/baseline/results/trajectories-file.ts';
import type { BaselineStore } from '#ports/ports.ts';
import { openFresh } from '#process/foreign-files.ts';
import type { HtmlRequest } from '#runner/html/html-report.ts';
import { htmlReport } from '#runner/html/html-report.ts';
import type { Evaluation } from '#runner/request/evaluation.ts';
import { fileStored } from '#runner/workspace/baselines/file-baselines.ts';
import { exists } from '#runner/workspace/files/exists.ts';

/** A run whose report is to be written. */
export interface HtmlOf {
  /** Redacted. */
  readonly evaluation: Pick<Evaluation, 'report' | 'comparison' | 'baseline' | 'results'>;
  readonly cases: readonly Case[];
  readonly redact: (text: string) => string;
  /** Where main's trajectories come from. */
  readonly baselines: Pick<BaselineStore, 'stored'>;
  /** Lines of its own trajectories and of what models were shown in them; see {@link storedIn}. */
  readonly here: AsyncIterable<string>;
}

/** Name of the report in the folder of the results. */
export const HTML_FILE = 'report.html';

/**
 * Writes the HTML report of a run, whole or not at all. A run that has none leaves none of an earlier one. Never throws:
 * `problem`, a sentence, is a warning.
 */
export async function writeHtml(
  path: string,
  { evaluation, cases, redact, baselines, here }: HtmlOf,
): Promise<{ readonly problem: string | null }> {
  const request: HtmlRequest = { ...evaluation, cases, redact, baselines, here, pack };
  try {
    const made = await htmlReport(request);
    if ('problem' in made) {
      await rm(path, { force: true });
      return { problem: `The HTML report ${made.problem}.` };
    }
    const part = await openFresh(`${path}.part`);
    await part.writeFile(made.html).finally(() => part.close());
    await rename(`${path}.part`, path);
    return { problem: null };
  } catch (error) {
    await rm(path, { force: true }).catch(() => {});
    return { problem: `The HTML report could not be made: ${errorMessage(error)}.` };
  }
}

/** The lines of the trajectories in a folder of results, and of what models were shown in them; none if it has none. */
export async function* storedIn(folder: string, results: Evaluation['results']): AsyncGenerator<string, void, void> {
  const place = join(folder, TRAJECTORIES_FILE);
  if (await exists(place)) yield* fileStored({ results, sha: null, url: null, place });
}

/**
 * The best compression makes the file one or two percent smaller, and the whole report a fifth slower. Most texts are of one case, and
 * the space for what becomes of them stays taken until garbage is collected.
 */
function pack(text: string): string {
  return deflateRawSync(text, { chunkSize: 1024 }).toString('base64');
}
