import { importGraph, staticBytes } from '../../scripts/static-part.ts';
import { ACTION, DIST } from '../support/bundle.ts';
import { inKilobytes } from '../support/format.ts';
import type { Row } from '../support/table.ts';

const MOST = 700_000;

/** P10: what a start of the action reads. */
export async function bundleSize(): Promise<readonly Row[]> {
  const bytes = staticBytes(await importGraph(DIST, [ACTION]), 'index.js');
  const measured = inKilobytes(bytes);
  return [
    {
      work: 'P10 bundle',
      figure: 'static part of the action',
      measured,
      beside: '',
      mark: `≤ ${inKilobytes(MOST)}`,
      met: bytes <= MOST,
    },
  ];
}
