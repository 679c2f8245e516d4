import { createParser } from 'eventsource-parser';
import { isAddedUsageChunk } from '#domain/wire/usage-chunk.ts';

/** Server-sent events without the chunk that only the gateway asked for. Everything else passes byte for byte, event by event. */
export interface UsageFilter {
  push(text: string): string;
  /** What was held back because its event was not complete. */
  rest(): string;
}

/** A filter for one body. Events that can be told at once to be something else are not parsed. */
export function createUsageFilter(): UsageFilter {
  let held = '';
  return {
    push: (text) => {
      held += text;
      let passed = '';
      for (let end = EVENT_END.exec(held); end !== null; end = EVENT_END.exec(held)) {
        const event = held.slice(0, end.index + end[0].length);
        held = held.slice(event.length);
        if (!isAdded(event)) passed += event;
      }
      return passed;
    },
    rest: () => {
      const last = held;
      held = '';
      return isAdded(`${last}\n\n`) ? '' : last;
    },
  };
}

const EVENT_END = /\r\n\r\n|\n\n|\r\r/;

function isAdded(event: string): boolean {
  if (!/"choices"\s*:\s*\[\s*\]/.test(event)) return false;
  let added = false;
  const parser = createParser({ onEvent: ({ data }) => (added = isAddedUsageChunk(data)) });
  parser.feed(event);
  return added;
}
