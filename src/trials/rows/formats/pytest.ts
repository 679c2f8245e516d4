import * as z from 'zod';
import { retriedWords, rowFrom, withoutRepeats } from '../found-test.ts';
import { fromRoot } from '../paths.ts';
import type { Damage, Row } from '../row.ts';
import { jsonFormat, maybeList, maybeNumber, maybeText, object, turnFromText } from './json-format.ts';

const crash = z.looseObject({ message: maybeText }).nullish();

const phase = z.looseObject({ outcome: z.string(), duration: maybeNumber, crash });

const test = z.looseObject({
  nodeid: z.string(),
  outcome: z.string(),
  setup: phase.nullish(),
  call: phase.nullish(),
  teardown: phase.nullish(),
  user_properties: maybeList(object),
});

const schema = z.looseObject({
  exitcode: z.number(),
  root: z.string(),
  summary: z.looseObject({ collected: maybeNumber, deselected: maybeNumber }),
  tests: z.array(test),
});

type Test = z.infer<typeof test>;

/** The file of pytest-json-report. A test that is run again until it passes is one row, `rerun`. */
export const pytestFormat = jsonFormat(schema, 'repeats', ({ tests, exitcode, summary, root: from }, { root }) => {
  const names = withoutRepeats(tests.map(({ nodeid }) => nodeid));
  const rows = tests.map((each, at) => {
    const file = fromRoot(`${from.replaceAll('\\', '/')}/${each.nodeid.split('::')[0]}`, root);
    return rowOf(each, names[at] ?? each.nodeid, file);
  });
  const total = (summary.collected ?? tests.length) - (summary.deselected ?? 0);
  const damage: Damage[] = [];
  if (exitcode !== 0 && exitcode !== 1) damage.push({ code: 'exit_code', exit: exitcode });
  else if (total !== tests.length) damage.push({ code: 'stopped_early', ran: tests.length, of: total });
  return { rows, damage };
});

function rowOf({ outcome, setup, call, teardown, user_properties: properties }: Test, id: string, file: string): Row {
  const noFixture = outcome === 'error' && setup?.outcome === 'failed';
  const [turn] = properties.flatMap(({ agent_eval: own }) => (typeof own === 'string' ? [own] : []));
  return rowFrom({
    id,
    file,
    outcome: noFixture ? 'error' : outcomeOf(outcome === 'error' ? (call?.outcome ?? 'failed') : outcome),
    retried: outcome === 'rerun' ? retriedWords(null) : null,
    message: [setup, call, teardown].find((phase) => phase?.crash?.message)?.crash?.message,
    seconds: call?.duration,
    turn: turnFromText(turn),
    remark: teardown?.outcome === 'failed' ? 'teardown_failed' : null,
  });
}

function outcomeOf(outcome: string): Row['outcome'] {
  if (outcome === 'passed' || outcome === 'xpassed') return 'passed';
  return outcome === 'skipped' ? 'skipped' : 'failed';
}
