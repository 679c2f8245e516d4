import type { DialectOptions } from './conversion/dialect.ts';

/** Rows to leave out: all that can't be read, or those of these ids and places (`file:line`). */
export type SkippedRows = 'unreadable' | readonly string[];

/** How an entry of `cases:` reads its files. */
export interface CaseReading {
  readonly dialect: DialectOptions;
  /** Put before every id; `{stem}` in it is the name of the file without its extension. */
  readonly id_prefix: string;
  readonly skip: SkippedRows;
  /** A case without expectations only has to answer, because its behaviour is compared; absent: it is refused. */
  readonly input_suffices?: true;
}

/** As the files themselves say. */
export const AS_WRITTEN: CaseReading = { dialect: {}, id_prefix: '', skip: [] };
