import * as z from 'zod';
import { fromRoot } from '../paths.ts';
import type { Damage, Row } from '../row.ts';
import { firstMessage } from '../texts.ts';
import type { JsonFormat } from './json-format.ts';
import { object } from './parts.ts';

const test = z.looseObject({
  name: z.string(),
  status: z.string(),
  rawStatus: z.string().nullish(),
  duration: z.number().nullish(),
  suite: z.union([z.string(), z.array(z.string())]).nullish(),
  filePath: z.string().nullish(),
  message: z.string().nullish(),
  retries: z.number().nullish(),
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
export const ctrfFormat: JsonFormat<typeof schema> = {
  schema,
  twins: 'numbered',
  read({ results: { tests, summary } }, { root }) {
    const rows: Row[] = [];
    for (const each of tests) {
      const file = each.filePath == null ? null : fromRoot(each.filePath, root);
      if (each.filePath != null && file === null) return { problem: { code: 'outside', path: each.filePath } };
      rows.push(rowOf(each, file));
    }
    const pending = tests.filter(({ status }) => status === 'pending').map(({ name }) => name);
    const unloaded = tests.filter(
      ({ rawStatus }) => rawStatus === 'collect_failed' || rawStatus === 'collection_failed',
    );
    return {
      rows,
      damage: [
        ...unloaded.map(
          ({ name, message }): Damage => ({ code: 'not_loaded', file: name, problem: firstMessage(message ?? '') }),
        ),
        ...(pending.length > 0 ? [{ code: 'pending', tests: pending } as const] : []),
        ...(summary.tests === tests.length
          ? []
          : [{ code: 'count', counted: summary.tests, found: tests.length } as const]),
      ],
    };
  },
};

function rowOf(each: Test, file: string | null): Row {
  const { name, duration, message, retries, flaky, extra, suite } = each;
  const outcome = outcomeOf(each);
  const retried = outcome === 'passed' && ((retries ?? 0) > 0 || flaky === true);
  const path = file !== null && name.startsWith(file) ? [] : [file, ...[suite ?? []].flat()];
  return {
    id: [...path.filter((step, at) => step !== null && (at === 0 || step !== file)), name].join(' > '),
    file,
    outcome: retried ? 'failed' : outcome,
    message: retried ? RETRIED : message == null ? null : firstMessage(message),
    scores: [],
    latency_ms: duration ?? null,
    turn: extra?.agent_eval ?? {},
  };
}

const RETRIED = 'passed only when it was tried again; the first attempt counts';

function outcomeOf({ status, rawStatus }: Test): Row['outcome'] {
  if (rawStatus === 'setup_failed' || rawStatus === 'teardown_failed' || status === 'other') return 'error';
  return status === 'passed' || status === 'failed' ? status : 'skipped';
}
