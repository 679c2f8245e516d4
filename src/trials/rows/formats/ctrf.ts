import * as z from 'zod';
import { type FoundTest, firstMessage, outcomeOf, retriedWords } from '../found-test.ts';
import { fromRoot } from '../paths.ts';
import type { Damage } from '../row.ts';
import { jsonFormat, maybeNumber, maybeText, object } from './json-format.ts';

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
  browser: maybeText,
  device: maybeText,
  extra: z.looseObject({ agent_eval: object.nullish() }).nullish(),
});

const schema = z.looseObject({
  results: z.looseObject({
    tool: z.looseObject({ name: z.string() }),
    summary: z.looseObject({ tests: z.number(), failed: maybeNumber }),
    tests: z.array(test),
  }),
});

type Test = z.infer<typeof test>;

/** The Common Test Report Format. It can't show that a runner stopped at the first failure. */
export const ctrfFormat = jsonFormat(schema, ({ results: { tests, summary } }, { root }) => {
  const damage = tests.flatMap(({ name, message, rawStatus }): readonly Damage[] => {
    if (rawStatus === 'collect_failed' || rawStatus === 'collection_failed')
      return [{ code: 'not_loaded', file: name, problem: firstMessage(message ?? '') }];
    return isMochaHook(name) ? [{ code: 'hook_failed', file: name, left_out: 0 }] : [];
  });
  const bad = tests.filter(({ status }) => status !== 'passed').length;
  const sum = { counted: summary.tests, tests: tests.length, bad: summary.failed ?? 0, bad_tests: bad };
  return { tests: tests.map((each) => testOf(each, root)), sums: [sum], damage };
});

function testOf(entry: Test, root: string): FoundTest {
  const { name, duration, message, retries, flaky, extra, suite } = entry;
  const outcome = outcomeOfTest(entry);
  const retried = outcome === 'passed' && ((retries ?? 0) > 0 || flaky === true);
  const file = entry.filePath == null ? null : fromRoot(entry.filePath, root);
  const path = file !== null && name.startsWith(file) ? [] : [file, ...[suite ?? []].flat()];
  return {
    id: [...path.filter((step, at) => step !== null && (at === 0 || step !== file)), name].join(' > '),
    file,
    apart: [suite, entry.browser, entry.device],
    outcome,
    retried: retried ? retriedWords(null) : null,
    message,
    latency_ms: duration,
    turn: extra?.agent_eval ?? {},
  };
}

/** `other` is whatever the format has no word for: the runner's own word says more. */
function outcomeOfTest({ status, rawStatus }: Test): FoundTest['outcome'] {
  if (rawStatus === 'setup_failed' || rawStatus === 'teardown_failed') return 'error';
  return outcomeOf(status === 'other' ? (rawStatus ?? status) : status);
}

/** What Mocha calls a hook that failed, in the place of the tests that it leaves out. */
export function isMochaHook(name: string): boolean {
  return /"(?:before|after) (?:all|each)" hook(?: |:|$)/.test(name);
}
