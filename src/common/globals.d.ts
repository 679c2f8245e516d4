/**
 * What the pure rooms may use besides the language itself: pure functions that every runtime has. The compiler knows nothing else
 * here (`src/tsconfig.pure.json`): no `process`, no `Buffer`, no timers, no `crypto`, no `fetch`.
 */

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(label: 'utf-8', options: { readonly fatal: true });
  decode(bytes?: Uint8Array, options?: { readonly stream: boolean }): string;
}

declare class URL {
  static canParse(url: string): boolean;
  constructor(url: string);
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
  readonly search: string;
  readonly hash: string;
}

declare function btoa(binary: string): string;

declare function structuredClone<T>(value: T): T;
