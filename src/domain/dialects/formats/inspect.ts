import { isJsonObject, type Json } from '#domain/json.ts';
import { jsonText } from '#domain/json-text.ts';
import { convertRows } from '../conversion/convert-rows.ts';
import { gatherDemands } from '../conversion/demands.ts';
import type { Fields } from '../conversion/fields.ts';
import { withJsonCells } from '../conversion/json-cells.ts';
import { type DraftObject, place } from '../conversion/placed.ts';
import { anyOf, referenceDemand, type Scorers } from '../conversion/reference.ts';
import { said } from '../conversion/said.ts';
import { unreadInformation } from '../conversion/unread-fields.ts';
import type { ConvertedRow, Dialect, DialectOptions } from '../dialect.ts';

/**
 * Samples of Inspect: `input` (a text or messages), `target` (a text or several, any of which will do), `id`, `metadata`; rows of a
 * file, or the `samples` of a log in JSON, of which the first epoch counts. The scorer is code there: the option `reference` says how
 * the target is compared; `match` and `includes` are the scorers of these names, as they are without arguments.
 */
export const inspect: Dialect = {
  name: 'inspect',
  options: ['reference', 'roles', 'ignore'],
  convert(document, options, { stem }) {
    const samples = withJsonCells(document, ['metadata', 'files', 'choices']);
    const { rows, problems } = convertRows(samples, (row) => convertRow(row, options, stem), LOG);
    return { rows: firstEpochs(rows), problems };
  },
};

/** What stands beside the samples of a log. */
const LOG = [
  ...['version', 'status', 'eval', 'plan', 'results', 'stats', 'error', 'reductions', 'invalidated', 'location'],
  ...['etag', 'tags', 'metadata', 'log_updates', 'config_updates'],
];

/**
 * `match` ignores case, and what is neither letter nor digit at both ends; the answer has to end with the text. `includes` ignores
 * case.
 */
const SCORERS: Scorers = {
  match: (texts) => `(?i)${anyOf(texts.map((text) => text.replace(ENDS, '')))}[[:punct:][:space:]]*$`,
  includes: (texts) => `(?i)${anyOf(texts)}`,
};

const ENDS = /^[\s!-/:-@[-`{-~]+|[\s!-/:-@[-`{-~]+$/g;

/** What a log says of a sample that was run, and what says only how it runs. */
const RUN = [
  ...['epoch', 'messages', 'output', 'scores', 'store', 'events', 'model_usage', 'role_usage', 'attachments', 'uuid'],
  ...['total_time', 'working_time', 'error', 'error_retries', 'limit', 'started_at', 'completed_at', 'timelines'],
  ...['events_data', 'invalidation', 'summary', 'checkpoint', 'model_fallbacks', 'turn_count', 'token_limit'],
  ...['token_limit_type', 'token_limit_usage', 'message_limit', 'time_limit'],
];

function convertRow(row: Fields, options: DialectOptions, stem: string): DraftObject {
  for (const key of RUN) row.raw(key);
  for (const key of ['choices', 'sandbox', 'files', 'setup'].filter((name) => isGiven(row.raw(name)))) {
    const message = `\`${key}\` is not read: ${MEND[key] ?? ''}; or leave it unread by \`dialect: {ignore: [${key}]}\``;
    row.problems.push({ severity: 'error', path: row.at(key), message });
  }
  const texts = targetsOf(row);
  const reference = { texts, key: 'target', origin: row.at('target') };
  const expect = gatherDemands(row.path, [referenceDemand(row, reference, options, null, SCORERS)]);
  const metadata = row.object('metadata') ?? {};
  const all = { ...metadata, ...unreadInformation(row, ['id', 'input', 'target']) };
  return {
    ...said(row, 'input', options, stem),
    metadata: Object.keys(all).length > 0 ? place(all, row.path) : undefined,
    expect: expect ?? completes(row, options),
  };
}

/** Inspect takes numbers for their texts. */
function targetsOf(row: Fields): readonly string[] {
  const target = row.raw('target');
  const written = (value: Json) => (Number.isSafeInteger(value) ? String(value) : value);
  const items = (Array.isArray(target) ? target : [target]).map(written);
  return items.every((item) => typeof item === 'string') ? items : (row.texts('target') ?? []);
}

function completes({ path }: Fields, { reference }: DialectOptions): DraftObject | undefined {
  return reference === 'ignore' ? { completes: place(true, path) } : undefined;
}

const MEND: Readonly<Record<string, string | undefined>> = {
  choices: 'write the choices into `input`, as the solver does',
  sandbox: 'the agent runs in the environment of the config',
  files: 'put the files where the agent looks for them',
  setup: 'prepare the agent by `agent: {setup: […]}`',
};

function isGiven(value: unknown): boolean {
  return value !== null && value !== '' && (typeof value !== 'object' || Object.keys(value).length > 0);
}

/** The samples in their first epoch that the log has: one that was limited to some epochs is not lost. */
function firstEpochs(rows: readonly ConvertedRow[]): readonly ConvertedRow[] {
  const first = new Map<string, number>();
  for (const { value } of rows) {
    const { sample, epoch } = epochOf(value);
    first.set(sample, Math.min(first.get(sample) ?? epoch, epoch));
  }
  return rows.filter(({ value }) => epochOf(value).epoch === first.get(epochOf(value).sample));
}

function epochOf(value: Json): { readonly sample: string; readonly epoch: number } {
  const { id, input, epoch } = isJsonObject(value) ? value : {};
  return { sample: jsonText(id ?? input ?? null), epoch: typeof epoch === 'number' ? epoch : 1 };
}
