import { RESPONSE_ROWS } from '#cases/suite/response/rows.ts';
import { asksForCalls } from '#cases/suite/schemas/asks-for-calls.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { keysOf } from '#common/keyed.ts';
import { deeply, keyByKey, type Merge, unite } from '../merge-values.ts';

/** `defaults:` of a config as written, already validated: keys of a case. */
export type CaseDefaults = JsonObject;

/**
 * A case with the defaults of its suite, both as written: the defaults fill in missing values, one by one; lists of demands and
 * tags are joined. Nothing is validated here: the schema of a case reads the result. Expectations of single turns take no
 * defaults.
 */
export function mergeDefaults(own: Json, defaults: CaseDefaults): Json {
  if (!isJsonObject(own)) return own;
  // The case decides whether a user is simulated; the defaults only say how.
  const { simulated_user: _, ...others } = defaults;
  return mergeCase(own, 'simulated_user' in own ? defaults : others);
}

const mergeCalls = keyByKey({ before: unite, forbidden: unite });

const mergeTools: Merge = (own, base) => mergeCalls(writtenOut(own), writtenOut(base));

const mergeEach = keyByKey({
  tools: mergeTools,
  plan: mergeTools,
  response: keyByKey(Object.fromEntries(keysOf(RESPONSE_ROWS).map((name) => [name, RESPONSE_ROWS[name].merge]))),
  metadata: keyByKey(),
  state: keyByKey(),
  retrieved: keyByKey(),
  limits: keyByKey(),
  files: keyByKey(),
  commands: unite,
  diff: keyByKey(),
  custom: unite,
  judge: unite,
});

const mergeExpectations: Merge = (own, base) => {
  if (!isJsonObject(own) || !isJsonObject(base)) return own;
  const { tools, no_tools, ...others } = base;
  const isContrary = own['no_tools'] === true && asksForCalls(tools);
  return mergeEach(own, {
    ...others,
    ...(tools === undefined || isContrary ? {} : { tools }),
    ...(no_tools === undefined || asksForCalls(own['tools']) ? {} : { no_tools }),
  });
};

const mergeCase = keyByKey({
  tags: unite,
  metadata: deeply,
  context: deeply,
  simulated_user: keyByKey(),
  mocks: keyByKey(),
  expect: mergeExpectations,
});

/** A list of calls is short for a mapping with it. */
function writtenOut(tools: Json): Json {
  return Array.isArray(tools) ? { calls: tools } : tools;
}
