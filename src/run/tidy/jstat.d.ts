/** The part of jStat that is used. */
declare module 'jstat' {
  const jStat: { readonly studentt: { inv(p: number, degreesOfFreedom: number): number } };
  export default jStat;
}
