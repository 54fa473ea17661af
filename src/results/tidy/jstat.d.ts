/** As much of jStat as is called. */
declare module 'jstat' {
  const jStat: { readonly studentt: { inv(p: number, degreesOfFreedom: number): number } };
  export default jStat;
}
