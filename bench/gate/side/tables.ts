import { accepted } from './accepted.ts';
import { behaviour } from './behaviour.ts';
import { dependence } from './dependence.ts';
import type { SideTable } from './side-table.ts';
import { uncompared } from './uncompared.ts';
import { upgrade } from './upgrade.ts';

/** Rules that open a verdict by themselves, beside the tests. */
export function sideTables(): readonly SideTable[] {
  return [uncompared(), dependence(), accepted(), behaviour(), upgrade()];
}
