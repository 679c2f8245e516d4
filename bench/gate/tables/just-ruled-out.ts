import type { Table } from '../scenario.ts';
import { ADAPTIVE, CHANGES, FIFTY, SMALL_POOL } from './base.ts';

/** How empty a green verdict could be. */
export const JUST_RULED_OUT: Table = justRuledOut();

function justRuledOut(): Table {
  return {
    title:
      'Green, % of pull requests whose mean falls by exactly what a pass has to rule out: pool of 3 × 5, looks 3, 5, 10',
    measures: ['pass'],
    corner: 'suite',
    cells: [20, 50, 100].map((cases) => ({
      row: `mixed, ${cases} cases`,
      column: CHANGES['at-rule-out'],
      scenario: { ...FIFTY, cases, pool: SMALL_POOL, looks: ADAPTIVE, change: 'at-rule-out' },
      rule: 'gate',
      design: { pass: { value: 8.5, error: 1.5 } },
      draws: 1_000,
    })),
  };
}
