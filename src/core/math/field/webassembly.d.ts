/**
 * The part of WebAssembly's interface that the kernels use: Node.js has it, but its types leave it to the
 * DOM's.
 */

declare namespace WebAssembly {
  function validate(bytes: Uint8Array): boolean;

  // oxlint-disable-next-line typescript/no-extraneous-class -- it is only ever handed on
  class Module {
    constructor(bytes: Uint8Array);
  }

  class Memory {
    constructor(descriptor: { readonly initial: number; readonly maximum: number; readonly shared: true });
    readonly buffer: SharedArrayBuffer;
    grow(pages: number): number;
  }

  class Instance {
    constructor(module: Module, imports: { readonly env: { readonly memory: Memory } });
    readonly exports: object;
  }
}
