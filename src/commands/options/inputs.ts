import { sidesOf, type ValuesOf } from './option.ts';
import { OPTIONS } from './options.ts';

/** The rows that are inputs, in the form of action.yml. */
export const INPUTS = sidesOf(OPTIONS, 'input');

/** The inputs, typed, with defaults filled in. Null if the config or the event decides. */
export type ActionInputs = ValuesOf<typeof INPUTS>;
