/** Where the files of a commit come from. */
export type CommitSource =
  /** A repository on a server; `url` without credentials. The token is sent to that server alone. */
  | { readonly kind: 'remote'; readonly url: string; readonly token: string }
  /** A repository on this machine, by its folder: its objects are read, nothing else of it. */
  | { readonly kind: 'local'; readonly repository: string };
