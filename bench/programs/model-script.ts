import type { ModelScript } from '#test/testing/providers/script.ts';

const USAGE = { input: 40, output: 8 };

/** Streams come in pieces with time in between: who holds them back is seen. */
const model: ModelScript = ({ stream }) =>
  stream
    ? { text: 'the answer, a piece of it at a time: ...', usage: USAGE, chunk_delay_ms: 15 }
    : { text: 'the answer', usage: USAGE };
export default model;
