/** Where the files of a commit come from. */
export type CommitSource =
  /** A repository on a server; `url` without credentials. Only that server gets the token. */
  | { readonly kind: 'remote'; readonly url: string; readonly token: string }
  /** A repository on this machine, by its folder: only its objects are read. */
  | { readonly kind: 'local'; readonly repository: string };
