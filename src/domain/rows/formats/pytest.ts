import * as z from 'zod';
import type { JsonObject } from '#domain/json.ts';
import { parseJson } from '#domain/messages/read-arguments.ts';
import { fromRoot } from '../paths.ts';
import type { Damage, Row } from '../row.ts';
import { firstMessage } from '../texts.ts';
import type { JsonFormat } from './json-format.ts';
import { object } from './parts.ts';
import { withoutRepeats } from './repeats.ts';

const phase = z.looseObject({
  outcome: z.string(),
  duration: z.number().nullish(),
  crash: z.looseObject({ message: z.string().nullish() }).nullish(),
});

const test = z.looseObject({
  nodeid: z.string(),
  outcome: z.string(),
  setup: phase.nullish(),
  call: phase.nullish(),
  teardown: phase.nullish(),
  user_properties: z.array(object).nullish(),
});

const schema = z.looseObject({
  exitcode: z.number(),
  root: z.string(),
  summary: z.looseObject({ collected: z.number().nullish(), deselected: z.number().nullish() }),
  tests: z.array(test),
});

type Test = z.infer<typeof test>;

/** The file of pytest-json-report. A test that is run again until it passes is one row, `rerun`. */
export const pytestFormat: JsonFormat<typeof schema> = {
  schema,
  twins: 'repeats',
  read({ tests, exitcode, summary, root: from }, { root }) {
    const names = withoutRepeats(tests.map(({ nodeid }) => nodeid));
    const rows: Row[] = [];
    for (const [at, each] of tests.entries()) {
      const path = `${from.replaceAll('\\', '/')}/${each.nodeid.split('::')[0]}`;
      const file = fromRoot(path, root);
      if (file === null) return { problem: { code: 'outside', path } };
      rows.push(rowOf(each, names[at] ?? each.nodeid, file));
    }
    const chosen = (summary.collected ?? tests.length) - (summary.deselected ?? 0);
    const damage: Damage[] = [];
    if (exitcode !== 0 && exitcode !== 1) damage.push({ code: 'exit_code', exit: exitcode });
    else if (chosen !== tests.length) damage.push({ code: 'stopped_early', ran: tests.length, of: chosen });
    return { rows, damage };
  },
};

function rowOf({ outcome, setup, call, teardown, user_properties: said }: Test, id: string, file: string): Row {
  const message = [setup, call, teardown].find((one) => one?.crash?.message)?.crash?.message ?? null;
  const noFixture = outcome === 'error' && setup?.outcome === 'failed';
  return {
    id,
    file,
    outcome: noFixture ? 'error' : outcomeOf(outcome === 'error' ? (call?.outcome ?? 'failed') : outcome),
    message: outcome === 'rerun' ? RERUN : message === null ? null : firstMessage(message),
    scores: [],
    latency_ms: call?.duration == null ? null : call.duration * 1000,
    turn: turnOf(said ?? []),
  };
}

const RERUN = 'passed only when it was tried again; the first attempt counts';

function outcomeOf(outcome: string): Row['outcome'] {
  if (outcome === 'passed' || outcome === 'xpassed') return 'passed';
  return outcome === 'skipped' ? 'skipped' : 'failed';
}

function turnOf(properties: readonly JsonObject[]): JsonObject {
  const [text] = properties.flatMap(({ agent_eval: own }) => (typeof own === 'string' ? [own] : []));
  return object.safeParse(text === undefined ? null : parseJson(text)).data ?? {};
}
