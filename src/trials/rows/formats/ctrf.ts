import * as z from 'zod';
import { firstMessage, retriedWords, rowFrom } from '../found-test.ts';
import { fromRoot } from '../paths.ts';
import type { Damage, Row } from '../row.ts';
import { countDamage, jsonFormat, maybeNumber, maybeText, object } from './json-format.ts';

const test = z.looseObject({
  name: z.string(),
  status: z.string(),
  rawStatus: maybeText,
  duration: maybeNumber,
  suite: z.union([z.string(), z.array(z.string())]).nullish(),
  filePath: maybeText,
  message: maybeText,
  retries: maybeNumber,
  flaky: z.boolean().nullish(),
  extra: z.looseObject({ agent_eval: object.nullish() }).nullish(),
});

const schema = z.looseObject({
  results: z.looseObject({
    tool: z.looseObject({ name: z.string() }),
    summary: z.looseObject({ tests: z.number() }),
    tests: z.array(test),
  }),
});

type Test = z.infer<typeof test>;

/** The Common Test Report Format. It can't show that a runner stopped at the first failure. */
export const ctrfFormat = jsonFormat(schema, 'numbered', ({ results: { tests, summary } }, { root }) => {
  const damage: Damage[] = [...countDamage(summary.tests, tests)];
  for (const { name, message, rawStatus } of tests)
    if (rawStatus === 'collect_failed' || rawStatus === 'collection_failed')
      damage.push({ code: 'not_loaded', file: name, problem: firstMessage(message ?? '') });
  const pending = tests.filter(({ status }) => status === 'pending').map(({ name }) => name);
  if (pending.length > 0) damage.push({ code: 'pending', tests: pending });
  return { rows: tests.map((each) => rowOf(each, root)), damage };
});

function rowOf(entry: Test, root: string): Row {
  const { name, duration, message, retries, flaky, extra, suite } = entry;
  const outcome = outcomeOf(entry);
  const retried = outcome === 'passed' && ((retries ?? 0) > 0 || flaky === true);
  const file = entry.filePath == null ? null : fromRoot(entry.filePath, root);
  const path = file !== null && name.startsWith(file) ? [] : [file, ...[suite ?? []].flat()];
  return rowFrom({
    id: [...path.filter((step, at) => step !== null && (at === 0 || step !== file)), name].join(' > '),
    file,
    outcome,
    retried: retried ? retriedWords(null) : null,
    message,
    latency_ms: duration,
    turn: extra?.agent_eval ?? {},
  });
}

function outcomeOf({ status, rawStatus }: Test): Row['outcome'] {
  if (rawStatus === 'setup_failed' || rawStatus === 'teardown_failed' || status === 'other') return 'error';
  return status === 'passed' || status === 'failed' ? status : 'skipped';
}
