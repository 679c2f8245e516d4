import { createParser } from 'eventsource-parser';
import { isJsonObject } from '#common/json.ts';
import { jsonOrUndefined, jsonText } from '#common/json-text.ts';
import { stringOrNull } from '#trials/messages/content-text.ts';
import { isFramed } from '#wire/protocols/event-frames.ts';
import type { StreamEvent } from '#wire/protocols/format/wire-format.ts';

/** Splits a streamed body into events. `feed` returns the complete ones; `flush` the rest without a line break. */
export interface EventCutter {
  feed(text: string): readonly StreamEvent[];
  flush(): readonly StreamEvent[];
}

/**
 * Server-sent events, JSON lines, or the lines of a binary stream's frames. Servers label the first two as each other, as JSON
 * or not at all, and their clients read them all the same: their first character tells them apart.
 */
export function createEventCutter(contentType: string): EventCutter {
  if (isFramed(contentType)) return frameLines();
  let cutter: EventCutter | null = null;
  const feed = (text: string) => {
    const first = text.trimStart()[0];
    if (first !== undefined) cutter ??= first === '{' || first === '[' ? jsonLines() : serverSentEvents();
    return cutter?.feed(text) ?? [];
  };
  return { feed, flush: () => cutter?.flush() ?? [] };
}

function serverSentEvents(): EventCutter {
  let events: StreamEvent[] = [];
  const parser = createParser({ onEvent: ({ event, data }) => events.push({ event: event ?? null, data }) });
  const lines = wholeLines(/[\r\n]/);
  const feed = (text: string) => {
    events = [];
    parser.feed(lines(text));
    return events;
  };
  return { feed, flush: () => feed('\n\n') };
}

function jsonLines(): EventCutter {
  let rest = '';
  const lines = wholeLines(/\n/);
  const feed = (text: string) => {
    const cut = (rest + lines(text)).split('\n');
    rest = cut.pop() ?? '';
    return cut.filter((line) => line.trim() !== '').map((data) => ({ event: null, data }));
  };
  return { feed, flush: () => feed('\n') };
}

function frameLines(): EventCutter {
  const lines = jsonLines();
  const eventIn = ({ data: line }: StreamEvent): StreamEvent => {
    const frame = jsonOrUndefined(line);
    if (!isJsonObject(frame)) return { event: null, data: line };
    return { event: stringOrNull(frame['event']), data: jsonText(frame['data'] ?? null) };
  };
  return { feed: (text) => lines.feed(text).map(eventIn), flush: () => lines.flush().map(eventIn) };
}

/** Holds text back until a line ends: a line in a million pieces is searched once, not a million times. */
function wholeLines(end: RegExp): (text: string) => string {
  let buffer = '';
  return (text) => {
    buffer += text;
    if (!end.test(text)) return '';
    const whole = buffer;
    buffer = '';
    return whole;
  };
}
