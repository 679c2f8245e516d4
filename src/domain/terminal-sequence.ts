/**
 * What a terminal reads as a command: strings (title, link), sequences that start with CSI, and the short ones. Who shows
 * text, who cuts it and who looks for secrets in it must agree on these, or one puts together what another saw apart.
 */
export const TERMINAL_SEQUENCE =
  /\u001b[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[ -/]*[0-~]/g;
