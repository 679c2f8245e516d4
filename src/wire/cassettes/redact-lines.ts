import { isJsonObject, type Json } from '#common/json.ts';
import { jsonOrUndefined, jsonText, parseJsonText } from '#common/json-text.ts';
import { redactJson } from '#report/redaction/redact-json.ts';
import { nestedTooDeeply } from './nesting.ts';

/**
 * Removes secrets from the lines of a streamed answer, also those that are split over events: the texts of all events at the
 * same place are read as one, and if it contains a secret the first event gets the whole redacted text, the others none.
 */
export function redactLines(lines: readonly string[], redact: (text: string) => string): readonly string[] {
  const events = lines.map((line) => readEvent(line, redact));
  const joint = jointRedactions(events, redact);
  return events.map((event) => {
    if ('line' in event) return event.line;
    const data = mapTexts(event.data, (place, text) => {
      const whole = joint.get(place);
      if (whole === undefined) return text;
      joint.set(place, '');
      return whole;
    });
    const unchanged = jsonText(data) === jsonText(parseJsonText(event.source));
    return unchanged ? event.original : `${event.prefix}${jsonText(data)}${event.suffix}`;
  });
}

interface DataEvent {
  readonly original: string;
  readonly prefix: string;
  /** The original text of the data. */
  readonly source: string;
  readonly suffix: string;
  /** The data, each text redacted by itself. */
  readonly data: Json;
}

/** Any other line is text. */
type Event = DataEvent | { readonly line: string };

function readEvent(line: string, redact: (text: string) => string): Event {
  const [, prefix = '', source = '', suffix = ''] = DATA_LINE.exec(line) ?? [];
  const value = jsonOrUndefined(source);
  if (value === undefined || nestedTooDeeply(value)) return { line: redact(line) };
  return { original: line, prefix, source, suffix, data: redactJson(value, redact) };
}

/** Data of a server-sent event, or a line of JSON. */
const DATA_LINE = /^((?:data: ?)?)([{[].*?)(\r?)$/s;

/** Redacted texts of all places at which a secret is split over events, by place. */
function jointRedactions(events: readonly Event[], redact: (text: string) => string): Map<string, string> {
  const pieces = new Map<string, string[]>();
  for (const event of events) {
    if ('line' in event) continue;
    mapTexts(event.data, (place, text) => {
      const known = pieces.get(place);
      if (known === undefined) pieces.set(place, [text]);
      else known.push(text);
      return text;
    });
  }
  const joint = new Map<string, string>();
  for (const [place, texts] of pieces) {
    // What every event repeats (an id, a model) is no text in pieces.
    if (new Set(texts).size < 2) continue;
    const whole = texts.join('');
    const redacted = redact(whole);
    if (redacted !== whole) joint.set(place, redacted);
  }
  return joint;
}

/**
 * A copy of a value with each text replaced. `place` is the position of the text in an event of a stream: its path, and the
 * part that the objects on the way name (`index`, `type` …), so that equal places of two events continue each other.
 */
function mapTexts(value: Json, replace: (place: string, text: string) => string): Json {
  return mapAt(value, '', replace);
}

function mapAt(value: Json, place: string, replace: (place: string, text: string) => string): Json {
  if (typeof value === 'string') return replace(place, value);
  if (Array.isArray(value)) return value.map((item: Json, index) => mapAt(item, `${place}/${index}`, replace));
  if (!isJsonObject(value)) return value;
  const own = PARTS.map((name) => `${name}=${jsonText(value[name])}`).join(',');
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, mapAt(inner, `${place}(${own})/${key}`, replace)]),
  );
}

const PARTS = ['index', 'type', 'output_index', 'content_index', 'item_id', 'event', 'contentBlockIndex'];
