/** Whether a job ended its thread, or took too long, instead of throwing an error. */
export function isThreadDeath(error: unknown): boolean {
  const { name = '', message, code = '' } = error as Error & { code?: string };
  return (
    name === 'AbortError' || code.startsWith('ERR_WORKER') || /^worker exited|^Terminating/.test(message)
  );
}
