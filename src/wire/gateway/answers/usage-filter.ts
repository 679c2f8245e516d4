import { createParser } from 'eventsource-parser';
import { isAddedUsageChunk } from '#wire/protocols/usage-chunk.ts';

/** Server-sent events without the chunk that only the gateway requested. Everything else passes byte for byte, event by event. */
export interface UsageFilter {
  push(text: string): string;
  /** The text that was held back because its event was not complete. */
  rest(): string;
}

/** A filter for one body. It does not parse events that are obviously something else. */
export function createUsageFilter(): UsageFilter {
  let buffer = '';
  let tail = '';
  const letGo = () => {
    const all = buffer;
    buffer = '';
    return all;
  };
  return {
    push: (text) => {
      buffer += text;
      tail = tail.slice(-3) + text;
      // The held text is searched when an event ends, not with every piece of it.
      if (!EVENT_END.test(tail)) return buffer.length > MAX_HELD ? letGo() : '';
      let passed = withoutChoices(buffer);
      buffer = buffer.slice(passed.length);
      for (let end = EVENT_END.exec(buffer); end !== null; end = EVENT_END.exec(buffer)) {
        const event = buffer.slice(0, end.index + end[0].length);
        buffer = buffer.slice(event.length);
        if (!isAdded(event)) passed += event;
      }
      return passed;
    },
    rest: () => {
      const last = letGo();
      return isAdded(`${last}\n\n`) ? '' : last;
    },
  };
}

/** Characters; no usage chunk is so long. */
const MAX_HELD = 1_000_000;

/**
 * The whole events at the beginning that need no closer look: a hostile piece has a million of them, too many to check one by
 * one.
 */
function withoutChoices(text: string): string {
  const ends = EVENT_ENDS.map((mark) => ({ mark, at: text.lastIndexOf(mark) })).filter(({ at }) => at !== -1);
  const events = text.slice(0, Math.max(0, ...ends.map(({ mark, at }) => at + mark.length)));
  return events.includes('"choices"') ? '' : events;
}

const EVENT_ENDS = ['\n\n', '\r\r', '\r\n\r\n'];
const EVENT_END = /\r\n\r\n|\n\n|\r\r/;

function isAdded(event: string): boolean {
  if (!/"choices"\s*:\s*\[\s*\]/.test(event)) return false;
  let added = false;
  const parser = createParser({ onEvent: ({ data }) => (added = isAddedUsageChunk(data)) });
  parser.feed(event);
  return added;
}
