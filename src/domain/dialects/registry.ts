import type { DocumentPath } from '#domain/document/located-document.ts';
import type { Json } from '#domain/json.ts';
import type { Dialect, DialectOptions } from './dialect.ts';
import { adkEvalset } from './formats/adk-evalset.ts';
import { agentSkills } from './formats/agent-skills.ts';
import { canonical } from './formats/canonical.ts';
import { deepeval } from './formats/deepeval.ts';
import { finalState } from './formats/final-state.ts';
import { inspect } from './formats/inspect.ts';
import { openaiEvals } from './formats/openai-evals.ts';
import { ragas } from './formats/ragas.ts';
import { rows } from './formats/rows.ts';
import { supportSuite } from './formats/support-suite.ts';
import { threeDimensions } from './formats/three-dimensions.ts';
import { trajectoryList } from './formats/trajectory-list.ts';
import { promptfoo } from './promptfoo/promptfoo.ts';
import { documentFormat } from './recognition/document-format.ts';
import type { FormatName } from './recognition/row-formats.ts';

/** Every supported case format. To add one: its file, a line here, its distinctive fields in row-formats.ts. */
export const dialects: readonly Dialect[] = [
  canonical,
  trajectoryList,
  supportSuite,
  finalState,
  threeDimensions,
  promptfoo,
  agentSkills,
  adkEvalset,
  inspect,
  openaiEvals,
  deepeval,
  ragas,
  rows,
];

/** The format of a document: a dialect, several formats at once, or unknown. */
export type Recognition =
  | { readonly kind: 'dialect'; readonly dialect: Dialect }
  | { readonly kind: 'mixed'; readonly names: readonly FormatName[]; readonly path: DocumentPath }
  | { readonly kind: 'unknown' };

/** Recognises a document by its fields, never by its file's name; rows whose columns are named need no recognition. */
export function recogniseDialect(document: Json, { columns }: DialectOptions = {}): Recognition {
  if (columns !== undefined) return { kind: 'dialect', dialect: rows };
  const format = documentFormat(document);
  if (format.kind !== 'known') return format;
  const dialect = dialects.find(({ name }) => name === format.name);
  return dialect ? { kind: 'dialect', dialect } : { kind: 'unknown' };
}
