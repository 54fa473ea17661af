/** All kernels of one WebAssembly module, in AssemblyScript. */

export * from './elements';
export * from './kernel';
export * from './key-stream';
export * from './polynomials';
export * from './sealing';
export * from './transforms';
