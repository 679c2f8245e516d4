import { canonicalJson } from '#common/json.ts';
import type { MessageEvent } from './message-shape.ts';

/** One message of a conversation as the agent got it. */
export interface SentMessage {
  readonly role: string;
  readonly content: string;
}

/** The conversation before the agent answered this turn. */
export interface SentConversation {
  /** The user's text of this turn. */
  readonly input: string;
  /** The conversation before it: the case's history, then the earlier turns. */
  readonly before: readonly SentMessage[];
  /** The trial has no earlier turn. */
  readonly first: boolean;
}

/**
 * The events of this turn. Agents return the whole conversation or only what is new, so repetitions of the previous turn's
 * messages, or of the case's history, are removed. They are recognised by equality from the first event on; everything else
 * happened in this trial and counts.
 *
 * @param previous what the agent returned for the turn before, `null` for the first turn or if it returned nothing readable
 */
export function ownPart(
  events: readonly MessageEvent[],
  conversation: SentConversation,
  previous: readonly MessageEvent[] | null,
): readonly MessageEvent[] {
  const spoken = spokenOf(events);
  if (previous === null && !conversation.first) return spoken.slice(endOfUserTexts(spoken, conversation));
  const known = spokenOf(previous ?? conversation.before.map(eventOf)).filter(isSaid);
  return afterRepeated(spoken, known, conversation.input.trim());
}

type Said = Extract<MessageEvent, { kind: 'user' | 'model' }>;

/**
 * The events after the longest end of `known` that they begin with; an incomplete end counts only if the input follows right
 * after it.
 */
function afterRepeated(
  events: readonly MessageEvent[],
  known: readonly Said[],
  input: string,
): readonly MessageEvent[] {
  const messages = events.filter(isSaid);
  const [before, now] = [known.map(wordsOf), messages.map(wordsOf)];
  for (let length = Math.min(known.length, messages.length - 1); length > 0; length -= 1) {
    if (!before.slice(-length).every((words, at) => words === now[at])) continue;
    const rest = messages.slice(length);
    const goesOn = length === known.length ? answersAnew(rest, known, input) : isInput(rest[0], input);
    const last = messages[length - 1];
    if (goesOn && last !== undefined) return events.slice(events.indexOf(last) + 1);
  }
  return events;
}

/**
 * Whether `rest` is a further turn, and not the rest of an answer that merely begins like the one before (the same question
 * asked twice).
 */
function answersAnew(rest: readonly Said[], known: readonly Said[], input: string): boolean {
  if (!rest.some(({ kind }) => kind === 'model')) return false;
  const opening = known.find(({ kind }) => kind === 'user');
  if (opening === undefined) return true;
  return rest.some((event) => (isInput(opening, input) ? isInput(event, input) : event.kind === 'user'));
}

/** The end of the user's message of this turn, if the user's texts are those that were sent, from the first on; else 0. */
function endOfUserTexts(events: readonly MessageEvent[], { before, input }: SentConversation): number {
  const texts = [...before.flatMap(({ role, content }) => (role === 'user' ? [content] : [])), input];
  const users = events.flatMap((event, index) => (event.kind === 'user' ? [{ text: event.text, index }] : []));
  const isWhole = texts.every((text, at) => users[at]?.text.trim() === text.trim());
  return isWhole ? (users[texts.length - 1]?.index ?? -1) + 1 : 0;
}

/** System prompts and reasoning are repeated in other words and say nothing about a turn. */
function spokenOf(events: readonly MessageEvent[]): readonly MessageEvent[] {
  return events.filter(({ kind }) => kind !== 'other');
}

function isSaid(event: MessageEvent): event is Said {
  return event.kind === 'user' || event.kind === 'model';
}

function eventOf({ role, content }: SentMessage): MessageEvent {
  if (role === 'user') return { kind: 'user', text: content };
  if (role === 'assistant') return { kind: 'model', text: content, calls: [], usage: null, group: null };
  return { kind: 'other' };
}

function isInput(event: Said | undefined, input: string): boolean {
  return event?.kind === 'user' && event.text.trim() === input;
}

/** The parts that are equal in a repeated message: speaker, text, calls; ids and usage may differ. */
function wordsOf(event: Said): string {
  const calls =
    event.kind === 'user' ? [] : event.calls.map(({ name, arguments: args }) => ({ name, arguments: args }));
  return canonicalJson([event.kind, event.text.trim(), calls]);
}
