/** Modules that scripts/try.ts makes while it bundles. */

declare module 'made:version' {
  /** Of the package. */
  export const version: string;
}

declare module '*.wasm' {
  const bytes: Uint8Array;
  export default bytes;
}

declare module '*/page/client.js' {
  const text: string;
  export default text;
}
