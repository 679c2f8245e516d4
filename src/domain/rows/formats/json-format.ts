import type * as z from 'zod';
import type { RowsPlace, RowsReading } from '../row.ts';

/** What several rows of one name are: repeats of one test, different tests in the order of the file, or a mistake. */
export type Twins = 'repeats' | 'numbered' | 'refused';

/** A runner whose file is one JSON document. */
export interface JsonFormat<Schema extends z.ZodType> {
  readonly schema: Schema;
  readonly twins: Twins;
  read(file: z.output<Schema>, place: RowsPlace): RowsReading;
}
