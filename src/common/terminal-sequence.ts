/**
 * What a terminal reads as a command: strings (title, link), sequences that start with CSI, and the short ones. Code that shows
 * text, truncates it and searches it for secrets must agree on these, otherwise one of them joins what another saw as separate.
 */
export const TERMINAL_SEQUENCE =
  /\u001b[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[ -/]*[0-~]/g;
