import * as z from 'zod';
import { type FoundTest, outcomeOf, repeatsOf, retriedWords } from '../found-test.ts';
import { fromRoot } from '../paths.ts';
import type { Damage } from '../row.ts';
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
export const pytestFormat = jsonFormat(schema, ({ tests, exitcode, summary, root: from }, { root }) => {
  const names = repeatsOf(tests.map(({ nodeid }) => nodeid));
  const found = tests.map((each, at): FoundTest => {
    const file = fromRoot(`${from.replaceAll('\\', '/')}/${each.nodeid.split('::')[0]}`, root);
    const { name = each.nodeid, repeat = null } = names[at] ?? {};
    return { ...testOf(each), id: name, file, repeat };
  });
  const total = (summary.collected ?? tests.length) - (summary.deselected ?? 0);
  const damage: Damage[] = [];
  if (exitcode !== 0 && exitcode !== 1) damage.push({ code: 'exit_code', exit: exitcode });
  else if (total > tests.length) damage.push({ code: 'stopped_early', ran: tests.length, of: total });
  return { tests: found, damage };
});

function testOf({ outcome, setup, call, teardown, user_properties: properties }: Test): Omit<FoundTest, 'id'> {
  const [turn] = properties.flatMap(({ agent_eval: own }) => (typeof own === 'string' ? [own] : []));
  const isRetried = outcome === 'rerun';
  const hasFailed = call?.outcome === 'failed';
  return {
    outcome: isRetried ? 'passed' : outcome === 'error' && hasFailed ? 'failed' : outcomeOf(outcome),
    retried: isRetried ? retriedWords(null) : null,
    message: [setup, call, teardown].find((phase) => phase?.crash?.message)?.crash?.message,
    seconds: call?.duration,
    turn: turnFromText(turn),
    remark: hasFailed && teardown?.outcome === 'failed' ? 'teardown_failed' : null,
  };
}
