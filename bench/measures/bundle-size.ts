import { chunkOf, importGraph, staticBytes } from '../../scripts/static-part.ts';
import { ACTION, DIST } from '../support/bundle.ts';
import { inKilobytes } from '../support/format.ts';
import type { Row } from '../support/table.ts';

const MOST = 700_000;

/** P10: what a start of the action reads, and what it has read when its agent starts. */
export async function bundleSize(): Promise<readonly Row[]> {
  const graph = await importGraph(DIST, [ACTION]);
  const start = staticBytes(graph, ['index.js']);
  const run = staticBytes(graph, ['index.js', chunkOf(graph, 'index.js', 'chunks/modes-')]);
  const work = 'P10 bundle, minified';
  const mark = `≤ ${inKilobytes(MOST)}`;
  return [
    { work, figure: 'static part of the action', measured: inKilobytes(start), beside: '', mark, met: start <= MOST },
    { work, figure: 'with all that mode run has', measured: inKilobytes(run), beside: '', mark: '', met: null },
  ];
}
