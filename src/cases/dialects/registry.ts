import type { Dialect } from './conversion/dialect.ts';
import { agentSkills } from './formats/agent-skills.ts';
import { canonical } from './formats/canonical.ts';
import { finalState } from './formats/final-state.ts';
import { rows } from './formats/rows.ts';
import { supportSuite } from './formats/support-suite.ts';
import { threeDimensions } from './formats/three-dimensions.ts';
import { trajectoryList } from './formats/trajectory-list.ts';

/** Every case format that a run reads. To add one: its file, a line here, its distinctive fields in row-formats.ts. */
export const dialects: readonly Dialect[] = [
  canonical,
  trajectoryList,
  supportSuite,
  finalState,
  threeDimensions,
  agentSkills,
  rows,
];
