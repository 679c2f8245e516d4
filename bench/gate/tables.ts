import type { Table } from './scenario.ts';
import { BILL } from './tables/bill.ts';
import { BY_FAILURES } from './tables/by-failures.ts';
import { COVER } from './tables/cover.ts';
import { FEW_ROUNDS } from './tables/few-rounds.ts';
import { FRONTIER } from './tables/frontier.ts';
import { GREENS } from './tables/greens.ts';
import { IN_PLACE } from './tables/in-place.ts';
import { INCIDENTS } from './tables/incidents.ts';
import { JUDGED_TABLES } from './tables/judged.ts';
import { JUST_RULED_OUT } from './tables/just-ruled-out.ts';
import { KEPT_ANSWERS } from './tables/kept-answers.ts';
import { LITTLE } from './tables/little.ts';
import { MINUTES } from './tables/minutes.ts';
import { OTHER_SUITES } from './tables/other-suites.ts';
import { PLAIN_RULES } from './tables/plain-rules.ts';
import { PLANS } from './tables/plans.ts';
import { PRAISE } from './tables/praise.ts';
import { ROUNDS } from './tables/rounds.ts';
import { SENTENCES, SURE_SENTENCES } from './tables/sentences.ts';
import { SESSIONS } from './tables/sessions.ts';
import { SPENDING } from './tables/spending.ts';
import { TOTALS } from './tables/totals.ts';
import { UNCONFIRMED } from './tables/unconfirmed.ts';
import { WHOLE_GATE } from './tables/whole-gate.ts';

/** Every table of the simulation, in the order in which it is printed. Seeds follow the position of a cell. */
export const TABLES: readonly Table[] = [
  PLAIN_RULES,
  PLANS,
  WHOLE_GATE,
  OTHER_SUITES,
  GREENS,
  JUST_RULED_OUT,
  ...LITTLE,
  UNCONFIRMED,
  IN_PLACE,
  FRONTIER,
  ...JUDGED_TABLES,
  SPENDING,
  BY_FAILURES,
  ...TOTALS,
  INCIDENTS,
  ROUNDS,
  ...SENTENCES,
  BILL,
  ...MINUTES,
  FEW_ROUNDS,
  SESSIONS,
  PRAISE,
  COVER,
  SURE_SENTENCES,
  KEPT_ANSWERS,
];
